/** Every preference: shown at once, kept here, and with the account where there is one. */
import { useEffect, useState } from 'preact/hooks';
import { LANGUAGES, t } from '../../i18n';
import { patch } from '../../net/rest';
import { href } from '../../router';
import { askAccount, DEFAULTS, forgetAccount, type Preferences, prefer, preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Choice, Switch } from '../../ui/choice';
import { Dialog } from '../../ui/dialog';
import { explain } from '../../ui/errors';
import { PageHead, Panel } from '../../ui/page';
import { say } from '../../ui/toast';
import { ANIMATIONS, BACKS, BACK_COLOURS, DECKS, FELTS, TAPS, THEMES, words } from './choices';
import { Preview } from './preview';

type Chosen = Partial<Preferences>;
interface Props {
  value: Preferences;
  change: (chosen: Chosen) => void;
}

type Flag = { [K in keyof Preferences]: Preferences[K] extends boolean ? K : never }[keyof Preferences];

/** A switch for one of the preferences that are on or off. */
const flag = ({ value, change }: Props, key: Flag, label: string, note?: string) => (
  <Switch
    key={key}
    label={label}
    {...(note && { note })}
    checked={value[key]}
    onChange={(on) => change({ [key]: on } as Chosen)}
  />
);

const Site = ({ value, change }: Props) => (
  <Panel title={t('settings.site')}>
    <Choice label={t('settings.language')} value={value.language} options={[{ value: '', label: t('settings.theme_auto') }, ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))]} onChange={(code) => change({ language: code })} />
    <Choice label={t('settings.theme')} value={value.theme} options={words(THEMES)} onChange={(theme) => change({ theme })} />
  </Panel>
);

export const Table = (props: Props) => {
  const { value, change } = props;
  return (
    <Panel title={t('settings.table')}>
      <Preview />
      <Choice label={t('settings.felt')} value={value.felt} options={words(FELTS)} onChange={(felt) => change({ felt })} />
      <Choice label={t('settings.deck')} value={value.deck} options={words(DECKS)} onChange={(deck) => change({ deck })} />
      <Choice label={t('settings.back')} value={value.back} options={words(BACKS)} onChange={(back) => change({ back })} />
      <Choice label={t('settings.back_colour')} value={value.backColour} options={words(BACK_COLOURS)} onChange={(backColour) => change({ backColour })} />
      {flag(props, 'fourColours', t('settings.four_colours'), t('settings.four_colours_note'))}
      {flag(props, 'leftHanded', t('settings.left_handed'), t('settings.left_handed_note'))}
    </Panel>
  );
};

export const Playing = (props: Props) => {
  const { value, change } = props;
  return (
    <Panel title={t('settings.playing')}>
      <Choice label={t('settings.tap')} shape="list" value={value.tap} options={words(TAPS)} onChange={(tap) => change({ tap })} />
      <Choice label={t('settings.animation')} value={value.animation} options={words(ANIMATIONS)} onChange={(animation) => change({ animation })} />
      {flag(props, 'autoFinish', t('settings.auto_finish'), t('settings.auto_finish_note'))}
      {flag(props, 'winnable', t('settings.winnable'), t('settings.winnable_note'))}
      {flag(props, 'celebrate', t('settings.celebrate'))}
      {flag(props, 'sounds', t('settings.sounds'))}
      {flag(props, 'textBoard', t('settings.text_board'), t('settings.text_board_note'))}
    </Panel>
  );
};

export const Shown = (props: Props) => (
  <Panel title={t('settings.shown')}>
    {flag(props, 'showScore', t('settings.show_score'))}
    {flag(props, 'showClock', t('settings.show_clock'))}
    {flag(props, 'showMoves', t('settings.show_moves'))}
  </Panel>
);

interface Public {
  watchable: boolean;
  achievements: boolean;
}

/** What is kept with the player alone, as the server acts on it. */
function Others() {
  const [value, setValue] = useState<Public | null>(null);
  const read = () => void askAccount<Public>().then(setValue, () => undefined);
  useEffect(read, []);
  const change = (chosen: Partial<Public>) => {
    setValue((old) => old && { ...old, ...chosen });
    forgetAccount();
    patch<Public>('me/preferences/', chosen).catch((error: unknown) => {
      say(explain(error), 'bad');
      read();
    });
  };
  return (
    <Panel title={t('settings.others')}>
      <Switch label={t('settings.watchable')} note={t('settings.watchable_note')} checked={value?.watchable ?? false} disabled={!value} onChange={(watchable) => change({ watchable })} />
      <Switch label={t('settings.achievements')} note={t('settings.achievements_note')} checked={value?.achievements ?? true} disabled={!value} onChange={(achievements) => change({ achievements })} />
    </Panel>
  );
}

function Reset({ onReset }: { onReset: () => void }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const reset = () => {
    close();
    onReset();
  };
  return (
    <>
      <Button kind="quiet" label={t('settings.reset')} onClick={() => setAsking(true)} />
      {asking && (
        <Dialog title={t('settings.reset_title')} onClose={close}>
          <p>{t('settings.reset_text')}</p>
          <div class="dialog-foot">
            <Button label={t('settings.reset_no')} onClick={close} />
            <Button kind="danger" label={t('settings.reset_yes')} onClick={reset} />
          </div>
        </Dialog>
      )}
    </>
  );
}

export function Page() {
  const value = useStore(preferences);
  const { kind } = useStore(session);
  const change = (chosen: Chosen) => prefer(chosen, kind === 'person');
  const props = { value, change };
  const reset = () => {
    const { language: kept, rules } = preferences.get();
    change({ ...DEFAULTS, language: kept, rules });
    say(t('settings.reset_done'));
  };
  return (
    <div class="page">
      <PageHead title={t('settings.title')} lead={kind === 'person' ? t('settings.lead_account') : t('settings.lead_browser')}>
        {kind === 'person' ? (
          <a class="button" href={href('account')}>{t('account.title')}</a>
        ) : (
          <a class="button" href={href('signup', {}, { next: href('settings') })}>{t('nav.signup')}</a>
        )}
      </PageHead>
      <div class="columns">
        <div class="column">
          <Site {...props} />
          <Table {...props} />
        </div>
        <div class="column">
          <Playing {...props} />
          <Shown {...props} />
          <Others />
          <Reset onReset={reset} />
        </div>
      </div>
    </div>
  );
}
