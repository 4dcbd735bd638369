/** The running clock, drawn by itself so that nothing else is drawn with it. */
import { useEffect, useState } from 'preact/hooks';
import { clock } from '../../i18n';
import type { GameClock } from '../../play/clock';

export function Running({ of }: { of: GameClock }) {
  const [ms, setMs] = useState(() => of.read());
  useEffect(() => {
    const timer = setInterval(() => setMs(of.read()), 250);
    return () => clearInterval(timer);
  }, [of]);
  return <>{clock(Math.max(ms, of.read()))}</>;
}
