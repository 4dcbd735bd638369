/** Every term of the table in one line. */
import { type TextKey, t } from '../../i18n';

const WORDS: readonly [TextKey, TextKey][] = [
  ['words.tableau', 'words.tableau_is'],
  ['words.column', 'words.column_is'],
  ['words.stock', 'words.stock_is'],
  ['words.waste', 'words.waste_is'],
  ['words.foundation', 'words.foundation_is'],
  ['words.run', 'words.run_is'],
  ['words.pass', 'words.pass_is'],
  ['words.recycle', 'words.recycle_is'],
  ['words.turnup', 'words.turnup_is'],
  ['words.takeback', 'words.takeback_is'],
  ['words.thoughtful', 'words.thoughtful_is'],
  ['words.sealed', 'words.sealed_is'],
  ['words.commitment', 'words.commitment_is'],
  ['words.ladder', 'words.ladder_is'],
  ['words.par', 'words.par_is'],
];

export const Words = () => (
  <dl class="words">
    {WORDS.map(([word, meaning]) => (
      <div key={word}>
        <dt>{t(word)}</dt>
        <dd>{t(meaning)}</dd>
      </div>
    ))}
  </dl>
);
