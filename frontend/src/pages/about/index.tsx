/** What this site is, and whose work the cards are. */
import { t } from '../../i18n';

export const Page = () => (
  <div class="page">
    <article class="prose">
      <h1>{t('about.title')}</h1>
      <p class="lead">{t('about.text')}</p>
      <h2>{t('about.art_title')}</h2>
      <p>{t('about.art')}</p>
    </article>
  </div>
);
