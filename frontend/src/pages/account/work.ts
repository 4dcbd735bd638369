/** One thing a form does: busy while it lasts, its error, and what to say when it is done. */
import { useState } from 'preact/hooks';
import { say } from '../../ui/toast';
import { wasCancelled } from './passkey';
import { NotProved } from './prove';

export function useWork() {
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, done = ''): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await work();
      if (done) say(done);
      return true;
    } catch (failure) {
      if (!(failure instanceof NotProved) && !wasCancelled(failure)) setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { error, busy, run };
}
