/** The ladders' boards. */
import { t } from '../../i18n';
import { go, href, place } from '../../router';
import { type Board, BOARDS, boardAbout, boardName, isLadder, ladderAbout, ladderName } from '../../ui/games';
import { Nothing } from '../../ui/load';
import { PageHead, Panel } from '../../ui/page';
import type { PageProps } from '../index';
import { address, boardsOf, type Chosen, Choose, periodText } from './choose';
import { Listing } from './listing';

function read({ params, query }: PageProps): Chosen | null {
  const ladder = params['ladder'] ?? 'rated-1';
  const board = (params['board'] ?? 'win_rate') as Board;
  if (!isLadder(ladder) || !BOARDS.includes(board) || !boardsOf(ladder).includes(board)) return null;
  return { ladder, board, period: query.get('period') ?? 'all', bots: query.get('bots') === '1' };
}

/** Alter what the address says by now, which may be ahead of what is drawn. */
function pick(change: Partial<Chosen>): void {
  const chosen = read(place.get());
  if (chosen) go(address({ ...chosen, ...change }));
}

function title({ board, period }: Chosen): string {
  const named = { month: t('boards.this_month'), week: t('boards.this_week') }[period] ?? periodText(period);
  return `${boardName(board)} · ${named}`;
}

export function Page(props: PageProps) {
  const chosen = read(props);
  const { ladder, board, period, bots } = chosen ?? {};
  const query = new URLSearchParams({ ...(period && period !== 'all' && { period }), ...(bots && { bots: '1' }) }).toString();
  return (
    <div class="page">
      <PageHead title={t('nav.leaderboards')} lead={ladder && ladderAbout(ladder)} />
      {chosen ? (
        <>
          <Choose chosen={chosen} pick={pick} />
          <Panel title={title(chosen)} note={boardAbout(chosen.board)}>
            <Listing
              key={JSON.stringify(chosen)}
              path={`leaderboards/${ladder}/${board}/${query && `?${query}`}`}
              board={chosen.board}
              label={`${ladderName(chosen.ladder)}: ${title(chosen)}`}
              empty={{
                title: t('boards.empty'),
                text: board === 'win_rate' ? t('boards.empty_rate') : t('boards.empty_text'),
                ...(!bots && { href: '/', action: t('boards.play') }),
              }}
            />
          </Panel>
        </>
      ) : (
        <Nothing title={t('boards.missing')} href={href('leaderboards')} action={t('nav.leaderboards')} />
      )}
    </div>
  );
}
