/** What players ask. */
import { type TextKey, t } from '../../i18n';

const QUESTIONS: readonly [TextKey, TextKey][] = [
  ['questions.odds_q', 'questions.odds_a'],
  ['questions.fair_q', 'questions.fair_a'],
  ['questions.lost_q', 'questions.lost_a'],
  ['questions.clock_q', 'questions.clock_a'],
  ['questions.stuck_q', 'questions.stuck_a'],
  ['questions.guest_q', 'questions.guest_a'],
  ['questions.code_q', 'questions.code_a'],
  ['questions.api_q', 'questions.api_a'],
];

export const Questions = () => (
  <div class="prose">
    {QUESTIONS.map(([question, answer]) => (
      <section key={question}>
        <h2>{t(question)}</h2>
        <p>{t(answer)}</p>
      </section>
    ))}
  </div>
);
