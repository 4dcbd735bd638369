/** The score over the whole game, as a line; where the replay stands is marked. */
import { t } from '../../i18n';

const [WIDTH, HEIGHT, EDGE] = [300, 56, 4];

export function Curve({ scores, at }: { scores: readonly number[]; at: number }) {
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const x = (index: number) => EDGE + (index / Math.max(1, scores.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (score: number) => HEIGHT - EDGE - ((score - low) / Math.max(1, high - low)) * (HEIGHT - 2 * EDGE);
  const line = scores.map((score, index) => `${index ? 'H' : 'M'}${x(index).toFixed(1)}${index ? 'V' : ' '}${y(score).toFixed(1)}`).join('');
  return (
    <svg class="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={t('replay.curve')}>
      <path class="curve-line" d={line} />
      <path class="curve-place" d={`M${x(at).toFixed(1)} 0V${HEIGHT}`} />
    </svg>
  );
}
