/** What good players look at first. */
import { type TextKey, t } from '../../i18n';

const TIPS: readonly [TextKey, TextKey][] = [
  ['tips.t1_title', 'tips.t1'],
  ['tips.t2_title', 'tips.t2'],
  ['tips.t3_title', 'tips.t3'],
  ['tips.t4_title', 'tips.t4'],
  ['tips.t5_title', 'tips.t5'],
  ['tips.t6_title', 'tips.t6'],
  ['tips.t7_title', 'tips.t7'],
  ['tips.t8_title', 'tips.t8'],
];

export const Tips = () => (
  <ol class="tips">
    {TIPS.map(([title, text]) => (
      <li key={title}>
        <h2>{t(title)}</h2>
        <p>{t(text)}</p>
      </li>
    ))}
  </ol>
);
