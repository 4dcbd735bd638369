/** How long until the next deal, and when that is on the reader's own clock. */
import { useEffect, useState } from 'preact/hooks';
import { clock, date, t } from '../../i18n';

interface Props {
  /** The server's time when it answered, and when the day ends. */
  now: string;
  ends: string;
  onEnd: () => void;
}

export function Countdown({ now, ends, onEnd }: Props) {
  const end = Date.parse(ends);
  const [left, setLeft] = useState(() => end - Date.parse(now));
  useEffect(() => {
    // The reader's clock may be wrong; only how it goes on is used.
    const [served, came] = [Date.parse(now), performance.now()];
    const timer = setInterval(() => {
      const rest = end - served - (performance.now() - came);
      setLeft(rest);
      if (rest <= 0) {
        clearInterval(timer);
        onEnd();
      }
    }, 250);
    return () => clearInterval(timer);
  }, [now, ends]);
  const abroad = new Date(ends).getTimezoneOffset() !== 0;
  const local = date(ends, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
  return (
    <div class="countdown">
      <span>{t('daily.next_in')}</span>
      <strong role="timer">{clock(Math.max(0, left + 999))}</strong>
      <small>{abroad ? t('daily.next_at', { local }) : t('daily.next_at_utc')}</small>
    </div>
  );
}
