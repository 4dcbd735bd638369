/** The settings that show on the table, over the table; the same parts as on the settings page. */
import { language, loadTexts } from '../../i18n';
import { prefer, preferences } from '../../store/preferences';
import { hasAccount } from '../../store/session';
import { useStore } from '../../store/store';

export async function loadLooks() {
  const [{ Playing, Shown, Table }] = await Promise.all([import('../settings'), loadTexts(language(), 'rest')]);
  return function Looks() {
    const value = useStore(preferences);
    const props = { value, change: (chosen: Partial<typeof value>) => prefer(chosen, hasAccount()) };
    return (
      <div class="stack">
        <Table {...props} />
        <Playing {...props} />
        <Shown {...props} />
      </div>
    );
  };
}
