/** All of a player's finished games, with filters; all of it is in the address. */
import '../profile/profile.css';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n';
import { get } from '../../net/rest';
import { go, href, place } from '../../router';
import { Button } from '../../ui/button';
import { explain } from '../../ui/errors';
import { LADDERS, ladderName } from '../../ui/games';
import { Nothing, Show, useLoad } from '../../ui/load';
import { Panel } from '../../ui/page';
import { Picker } from '../../ui/picker';
import { say } from '../../ui/toast';
import type { PageProps } from '../index';
import { type History, type Played, userPath } from '../profile/api';
import { GamesTable } from '../profile/games';
import { ProfileHead } from '../profile/head';

const NAMES = ['kind', 'ladder', 'result', 'since', 'until', 'order'] as const;
type Filters = Partial<Record<(typeof NAMES)[number], string>>;

function read(query: URLSearchParams): Filters {
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? '']).filter(([, value]) => value));
}

/** Days are the reader's own: from midnight here, up to the midnight after the last day. */
function asked(filters: Filters): string {
  const { since, until, ...others } = filters;
  const next = until ? new Date(`${until}T00:00`) : null;
  next?.setDate(next.getDate() + 1);
  return new URLSearchParams({
    ...others,
    ...(since && { since: new Date(`${since}T00:00`).toISOString() }),
    ...(next && { until: next.toISOString() }),
  }).toString();
}

const DayField = ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) => (
  <label class="picker">
    {label}
    <input type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  </label>
);

function FilterBar({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  const pick = (name: keyof Filters) => (value: string) => {
    change({ [name]: value });
  };
  const any = { value: '', label: t('history.any') };
  const kinds = [any, { value: 'rated', label: t('history.rated') }, { value: 'daily', label: t('daily.title') }, { value: 'casual', label: t('history.casual') }];
  const results = [any, { value: 'won', label: t('results.won') }, { value: 'lost', label: t('results.lost') }];
  const orders = [{ value: '', label: t('history.newest') }, { value: 'oldest', label: t('history.oldest') }];
  return (
    <div class="pickers history-filters">
      <Picker label={t('history.kind')} value={filters.kind ?? ''} options={kinds} onChange={pick('kind')} />
      <Picker label={t('history.ladder')} value={filters.ladder ?? ''} options={[any, ...LADDERS.map((value) => ({ value, label: ladderName(value) }))]} onChange={pick('ladder')} />
      <Picker label={t('profile.result')} value={filters.result ?? ''} options={results} onChange={pick('result')} />
      <Picker label={t('history.order')} value={filters.order ?? ''} options={orders} onChange={pick('order')} />
      <DayField label={t('history.since')} value={filters.since ?? ''} onChange={pick('since')} />
      <DayField label={t('history.until')} value={filters.until ?? ''} onChange={pick('until')} />
    </div>
  );
}

function List({ path, filtered, name }: { path: string; filtered: boolean; name: string }) {
  const first = useLoad<History>(path);
  const [more, setMore] = useState<{ games: Played[]; after: string | null } | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setMore(null), [first.data]);
  const after = more ? more.after : (first.data?.after ?? null);
  const load = async () => {
    setBusy(true);
    try {
      const next = await get<History>(`${path}&after=${after}`);
      setMore({ games: [...(more?.games ?? []), ...next.games], after: next.after });
    } catch (error) {
      say(explain(error), 'bad');
    }
    setBusy(false);
  };
  return (
    <Show of={first} lines={10}>
      {({ games }) =>
        games.length ? (
          <>
            <GamesTable games={[...games, ...(more?.games ?? [])]} label={t('nav.history')} />
            {after && <div class="more"><Button label={t('history.more')} disabled={busy} onClick={() => void load()} /></div>}
          </>
        ) : filtered ? (
          <Nothing title={t('history.none_such')} href={href('history', { name })} action={t('history.all')} />
        ) : (
          <Nothing title={t('profile.no_games')} />
        )
      }
    </Show>
  );
}

/** Add to the filters of the address as it is by now, which may be ahead of what is drawn. */
function refine(name: string, chosen: Filters): void {
  const all = Object.entries({ ...read(place.get().query), ...chosen }).filter(([, value]) => value);
  go(href('history', { name }, Object.fromEntries(all)), true);
}

export function Page({ params, query }: PageProps) {
  const name = params['name']!;
  const filters = read(query);
  const search = asked(filters);
  return (
    <div class="page">
      <ProfileHead name={name} page="history" />
      <FilterBar filters={filters} change={(chosen) => refine(name, chosen)} />
      <Panel>
        <List key={search} path={`${userPath(name)}games/?limit=30&${search}`} filtered={search !== ''} name={name} />
      </Panel>
    </div>
  );
}
