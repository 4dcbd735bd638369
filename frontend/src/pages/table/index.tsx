/** The table. The cards are drawn by the board, all around them by this page. */
import '../../styles/board.css';
import '../../styles/table.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n';
import type { PageProps } from '..';
import { fetched } from '../../renew';
import { go, href } from '../../router';
import { preferences, prefer } from '../../store/preferences';
import { hasAccount } from '../../store/session';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Empty } from '../../ui/empty';
import { explain } from '../../ui/errors';
import { say } from '../../ui/toast';
import { NewGame } from '../new/form';
import { startAgain } from '../new/start';
import { Bar } from './bar';
import { Help } from './help';
import { Menu } from './menu';
import { NoticeLine, Over } from './over';
import { Sitting } from './session';
import { TextBoard } from './textboard';
import { Tools } from './tools';

type Open = 'new' | 'menu' | 'keys' | 'settings' | null;

/** A field, a button or a dialog keeps its own keys; everything else belongs to the cards. */
function elsewhere(event: KeyboardEvent): boolean {
  const target = event.target as Element;
  if (target.closest('dialog, input, textarea, select')) return true;
  const own = event.key === 'Enter' || event.key === ' ';
  return own && target.closest('a, button, summary') !== null;
}

const switchText = () => prefer({ textBoard: !preferences.get().textBoard }, hasAccount());

/** Keys work as soon as the table can be seen, so they are not left to an effect after the painting. */
function useKeys(sitting: Sitting, open: (what: Open) => void): void {
  useLayoutEffect(() => {
    const commands: Record<string, () => void> = {
      u: () => sitting.undo(),
      z: () => sitting.undo(),
      r: () => sitting.redo(),
      y: () => sitting.redo(),
      h: () => void sitting.hint(),
      a: () => sitting.finish(),
      n: () => open('new'),
      t: switchText,
      '?': () => open('keys'),
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || elsewhere(event)) return;
      const held = event.ctrlKey || event.metaKey;
      const command = held ? (event.key === 'z' || event.key === 'y' ? commands[event.key] : undefined) : commands[event.key];
      if (!event.altKey && command) command();
      else if (!sitting.key(event)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [sitting]);
}

function Refusal({ status, id }: { status: number; id: string }) {
  if (status === 403) {
    return <Empty title={t('table.not_yours_title')} text={t('table.not_yours')} href={href('watchGame', { id })} action={t('table.watch')} />;
  }
  if (status === 401) {
    return <Empty title={t('table.nobody_title')} text={t('table.nobody')} href={href('signin')} action={t('nav.signin')} />;
  }
  return <Empty title={t('table.missing_title')} text={t('table.missing')} href={href('play')} action={t('new.title')} />;
}

function Settings({ onClose }: { onClose: () => void }) {
  const [Form, setForm] = useState<(() => preact.JSX.Element) | null>(null);
  useEffect(() => {
    void fetched(async () => (await import('./looks')).loadLooks()).then((loaded) => (loaded ? setForm(() => loaded) : onClose()));
  }, []);
  return <Dialog title={t('table.settings')} onClose={onClose}>{Form && <Form />}</Dialog>;
}

function Cards({ sitting }: { sitting: Sitting }) {
  const cloth = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    sitting.mount(cloth.current!);
  }, [sitting]);
  return (
    <>
      <p id="board-help" hidden>{t('table.board_help')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes keys */}
      <div ref={cloth} class="board" tabIndex={0} role="application" aria-label={t('table.board')} aria-describedby="board-help" />
    </>
  );
}

function Playing({ sitting }: { sitting: Sitting }) {
  const { view, waiting, winnable, link, foreign, error, spoken, celebrating, finishing } = useStore(sitting.store);
  const { textBoard } = useStore(preferences);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  useKeys(sitting, setOpen);
  useEffect(() => {
    if (foreign) go(href(view?.status === 'playing' ? 'watchGame' : 'replay', { id: sitting.id }), true);
  }, [foreign]);
  if (error && !view) return <Refusal status={error.status} id={sitting.id} />;
  const again = () => view && startAgain(view).catch((failure: unknown) => say(explain(failure), 'bad'));
  return (
    <div class="table-page" data-version={view?.version} data-waiting={waiting}>
      <h1 class="visually-hidden">{t('nav.table')}</h1>
      <div class="table-head">
        {view ? <Bar view={view} clock={sitting.game.clock} link={link} winnable={winnable} /> : <p class="bar">{t('table.loading')}</p>}
        <Tools sitting={sitting} onNew={() => setOpen('new')} onMenu={() => setOpen('menu')} />
      </div>
      <Button class="skip" pressed={textBoard} label={t('text.title')} onClick={switchText} />
      <Cards sitting={sitting} />
      {view && textBoard && <TextBoard sitting={sitting} />}
      {view && <NoticeLine view={view} onUndo={() => sitting.undo()} onNew={() => setOpen('new')} />}
      {view && view.status !== 'playing' && !celebrating && <Over view={view} onNew={() => setOpen('new')} onAgain={() => void again()} />}
      <p class="visually-hidden" aria-live="polite">{finishing ? t('table.finish_on') : spoken}</p>
      {open === 'new' && <Dialog title={t('new.title')} onClose={close}><NewGame onStarted={close} /></Dialog>}
      {open === 'menu' && <Menu sitting={sitting} onClose={close} onKeys={() => setOpen('keys')} onSettings={() => setOpen('settings')} />}
      {open === 'keys' && <Help onClose={close} />}
      {open === 'settings' && <Settings onClose={close} />}
    </div>
  );
}

export function Page({ params }: PageProps) {
  const id = params['id']!;
  const [sitting, setSitting] = useState<Sitting | null>(null);
  useEffect(() => {
    const sits = new Sitting(id);
    setSitting(sits);
    return () => sits.leave();
  }, [id]);
  return sitting && <Playing key={sitting.id} sitting={sitting} />;
}
