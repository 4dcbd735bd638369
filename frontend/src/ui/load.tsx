/** Asking the API for what a page shows: waiting, shown, failed and offline, each with its words. */
import './pages.css';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { ApiError, get } from '../net/rest';
import { Button } from './button';
import { explain } from './errors';

export interface Loaded<T> {
  data: T | null;
  error: unknown;
  again: () => void;
}

/**
 * Ask for `path` (null: nothing yet) and again when it changes, when `again` is called, and when
 * the connection is back after a failure. What was shown stays until the new answer is there.
 */
export function useLoad<T>(path: string | null): Loaded<T> {
  const [answer, setAnswer] = useState<{ data: T | null; error: unknown; path: string | null }>({
    data: null,
    error: null,
    path: null,
  });
  const [turn, setTurn] = useState(0);
  const failed = useRef(false);
  const again = useCallback(() => setTurn((value) => value + 1), []);
  useEffect(() => {
    if (path === null) return undefined;
    let current = true;
    get<T>(path).then(
      (data) => current && setAnswer({ data, error: null, path }),
      (error: unknown) =>
        current &&
        setAnswer((old) => ({ data: old.path === path ? old.data : null, error, path })),
    );
    return () => void (current = false);
  }, [path, turn]);
  failed.current = answer.error !== null;
  useEffect(() => {
    const back = () => failed.current && again();
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, [again]);
  return { data: answer.data, error: answer.error, again };
}

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'offline';

interface NothingProps {
  title: string;
  text?: string;
  href?: string;
  action?: string;
  children?: ComponentChildren;
}

/** A part of a page that has nothing to show, and what to do about it. */
export const Nothing = ({ title, text, href, action, children }: NothingProps) => (
  <div class="empty sub-empty">
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {href && <a class="button primary" href={href}>{action}</a>}
    {children}
  </div>
);

/** What went wrong and what to do about it: what is not there is not there the next time either. */
export function Trouble({ error, again }: { error: unknown; again: () => void }) {
  if (isMissing(error)) {
    return <Nothing title={t('states.missing_title')} text={t('states.missing_text')} href="/" action={t('errors.to_start')} />;
  }
  const [title, text] = isOffline(error)
    ? [t('states.offline_title'), t('states.offline_text')]
    : [t('states.failed_title'), explain(error)];
  return (
    <Nothing title={title} text={text}>
      <Button kind="primary" label={t('common.again')} onClick={again} />
    </Nothing>
  );
}

/** A quiet place holder while something loads; it is spoken only if that takes a while. */
export const Waiting = ({ lines = 4 }: { lines?: number }) => (
  <div class="waiting" role="status">
    <span class="visually-hidden">{t('states.loading')}</span>
    {Array.from({ length: lines }, (_, line) => <span key={line} class="waiting-line" />)}
  </div>
);

interface Props<T> {
  of: Loaded<T>;
  lines?: number;
  /** Stands there while nothing is known: of the height of what comes. */
  meanwhile?: ComponentChildren;
  children: (data: T) => ComponentChildren;
}

/** The data once it is there. If a later answer fails, the old stays and a line says so. */
export function Show<T>({ of, lines, meanwhile, children }: Props<T>) {
  if (of.data === null) {
    return of.error ? <Trouble error={of.error} again={of.again} /> : <>{meanwhile ?? <Waiting lines={lines ?? 4} />}</>;
  }
  return (
    <>
      {of.error !== null && (
        <p class="notice" role="status">
          {t('states.stale')} <Button kind="quiet" label={t('common.again')} onClick={of.again} />
        </p>
      )}
      {children(of.data)}
    </>
  );
}
