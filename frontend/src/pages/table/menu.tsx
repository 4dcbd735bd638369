/** All that is done seldom: copying the code, giving up, settings, help. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { href } from '../../router';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { fingersOnly } from '../../ui/hands';
import { Icon, type IconName } from '../../ui/icon';
import { Resign } from '../../ui/resign';
import { say } from '../../ui/toast';
import type { Sitting } from './session';

interface Props {
  sitting: Sitting;
  onClose: () => void;
  onKeys: () => void;
  onSettings: () => void;
}

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    say(t('table.copied', { code }));
  } catch {
    say(code);
  }
}

function fullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen?.();
}

const Item = ({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) => (
  <li><Button kind="quiet" icon={icon} label={label} onClick={onClick} class="menu-item" /></li>
);

const Way = ({ icon, label, to }: { icon: IconName; label: string; to: string }) => (
  <li><a class="button quiet menu-item" href={to}><Icon name={icon} /><span>{label}</span></a></li>
);

export function Menu({ sitting, onClose, onKeys, onSettings }: Props) {
  const { view } = useStore(sitting.store);
  const [asking, setAsking] = useState(false);
  if (!view) return null;
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  if (asking) {
    return <Resign daily={view.kind === 'daily'} onClose={onClose} onResign={then(() => sitting.resign())} />;
  }
  const { code } = view;
  return (
    <Dialog title={t('table.menu')} onClose={onClose}>
      <ul class="menu">
        {code && <Item icon="copy" label={`${t('table.copy_code')} · ${code}`} onClick={then(() => void copy(code))} />}
        <Item icon="settings" label={t('table.settings')} onClick={then(onSettings)} />
        <Item icon="help" label={t(fingersOnly() ? 'table.controls' : 'table.keys')} onClick={then(onKeys)} />
        <Item icon="expand" label={t('table.fullscreen')} onClick={then(fullScreen)} />
        <Way icon="list" label={t('table.rules')} to={href('learnTopic', { topic: 'rules' })} />
        <Way icon="home" label={t('errors.to_start')} to={href('play')} />
        {view.status === 'playing' && <Item icon="flag" label={t('table.resign')} onClick={() => setAsking(true)} />}
      </ul>
    </Dialog>
  );
}
