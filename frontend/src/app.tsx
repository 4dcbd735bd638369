/** The frame of every page: what to show for an address, its header, and short messages. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { language, loadTexts, t } from './i18n';
import { PAGES, type PageProps } from './pages';
import { arrived, reloadOnce } from './renew';
import { type PageName, type Place, place } from './router';
import { useStore } from './store/store';
import { Button } from './ui/button';
import { Empty } from './ui/empty';
import { Footer } from './ui/footer';
import { Header } from './ui/header';
import { Waiting } from './ui/load';
import { Toasts } from './ui/toast';

/** Pages that don't begin with a heading and lines of text. */
const BARE = new Set<PageName | null>(['table', 'play']);

interface Shown {
  Page: FunctionComponent<PageProps>;
  place: Place;
}

const Missing = () => (
  <Empty title={t('errors.page_title')} text={t('errors.page_text')} href="/" action={t('nav.play')} />
);
const Failed = () => (
  <Empty title={t('errors.load_title')} text={t('errors.load_text')}>
    <Button kind="primary" label={t('common.again')} onClick={() => location.reload()} />
  </Empty>
);

/** The page as it is to be shown; null while it is being loaded anew. */
async function prepare(where: Place): Promise<Shown | null> {
  const entry = where.page && PAGES[where.page];
  if (!entry) {
    document.title = `${t('errors.page_title')} · Klondike`;
    return { Page: Missing, place: where };
  }
  try {
    const [module] = await Promise.all([entry.load(), loadTexts(language(), entry.texts)]);
    document.title = `${t(entry.title)} · Klondike`;
    arrived();
    return { Page: module.Page, place: where };
  } catch {
    if (await reloadOnce()) return null;
    return { Page: Failed, place: where };
  }
}

export function App() {
  const where = useStore(place);
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let current = true;
    void prepare(where).then((ready) => current && ready && setShown(ready));
    return () => void (current = false);
  }, [where]);
  const atTable = where.page === 'table';
  return (
    <div class="app" data-page={where.page ?? 'missing'}>
      <a class="skip" href="#main">{t('nav.skip')}</a>
      <Header compact={atTable} page={where.page} />
      <main id="main" class="main" tabIndex={-1}>
        {shown ? (
          <shown.Page
            key={shown.place.path}
            params={shown.place.params}
            query={shown.place.query}
          />
        ) : (
          !BARE.has(where.page) && <div class="page arriving"><Waiting lines={6} /></div>
        )}
      </main>
      {!atTable && <Footer />}
      <Toasts />
    </div>
  );
}
