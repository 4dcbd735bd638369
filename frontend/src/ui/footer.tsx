/** The foot of every page but the table, which has no room for it. */
import { t } from '../i18n';
import { href } from '../router';

export const Footer = () => (
  <footer class="footer">
    <a href={href('about')}>{t('nav.about')}</a>
    <a href="/api/docs/">{t('nav.api')}</a>
  </footer>
);
