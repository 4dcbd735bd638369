/** The rules of play, told for players. */
import { type TextKey, number, money, t } from '../../i18n';

const MOVES: readonly TextKey[] = [
  'rules.move_draw',
  'rules.move_recycle',
  'rules.move_column',
  'rules.move_run',
  'rules.move_home',
  'rules.move_turn',
  'rules.move_back',
];

type Points = number | null;
const SCORES: readonly [TextKey, Points, Points, Points][] = [
  ['rules.score_home', 10, 5, 10],
  ['rules.score_waste', 5, 0, 5],
  ['rules.score_turn', 5, 0, 5],
  ['rules.score_recycle', -100, null, -2],
  ['rules.score_back', 0, 0, -15],
];

const signed = (points: Points) => (points === null ? '–' : number(points, { signDisplay: 'exceptZero' }));

const Scores = () => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
  <div class="table-wrap" tabIndex={0} role="region" aria-label={t('rules.score_title')}>
    <table class="table scores">
      <thead>
        <tr>
          <th scope="col">{t('rules.score_event')}</th>
          <th scope="col" class="figure">{t('rules.score_standard')}</th>
          <th scope="col" class="figure">{t('rules.score_vegas')}</th>
          <th scope="col" class="figure">{t('rules.score_microsoft')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('rules.score_start')}</th>
          <td class="figure">{number(0)}</td>
          <td class="figure">{money(-52)}</td>
          <td class="figure">{number(0)}</td>
        </tr>
        {SCORES.map(([event, standard, vegas, microsoft]) => (
          <tr key={event}>
            <th scope="row">{t(event)}</th>
            <td class="figure">{signed(standard)}</td>
            <td class="figure">{vegas ? money(vegas) : signed(vegas)}</td>
            <td class="figure">{signed(microsoft)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('rules.score_win')}</th>
          <td class="figure">–</td>
          <td class="figure">–</td>
          <td class="figure">{t('rules.score_bonus')}</td>
        </tr>
      </tbody>
    </table>
  </div>
);

export const Rules = () => (
  <article class="prose">
    <h2>{t('rules.deal_title')}</h2>
    <p>{t('rules.deal_1')}</p>
    <p>{t('rules.deal_2')}</p>
    <h2>{t('rules.goal_title')}</h2>
    <p>{t('rules.goal_1')}</p>
    <h2>{t('rules.move_title')}</h2>
    <ul>{MOVES.map((move) => <li key={move}>{t(move)}</li>)}</ul>
    <h2>{t('rules.undo_title')}</h2>
    <p>{t('rules.undo_1')}</p>
    <h2>{t('rules.score_title')}</h2>
    <Scores />
    <p>{t('rules.score_note')}</p>
    <h2>{t('rules.end_title')}</h2>
    <p>{t('rules.end_1')}</p>
    <h2>{t('rules.rated_title')}</h2>
    <p>{t('rules.rated_1')}</p>
    <p>{t('rules.rated_2')}</p>
    <h2>{t('rules.notation_title')}</h2>
    <p>{t('rules.notation_1')}</p>
  </article>
);
