/** How table and cards look with what is chosen. */
import { t } from '../../i18n';
import type { Position } from '../../board';
import { Stage } from '../replay/stage';

const column = (down: number, ...up: string[]) => ({ down, up, known: null });

const SAMPLE: Position = {
  columns: [
    column(0, 'KS', 'QH', 'JC'),
    column(1, '9D'),
    column(3, '5S'),
    column(1, 'TH', '9C'),
    column(4, 'QD'),
    column(0, 'KD', 'QC'),
    column(5, '7H'),
  ],
  stock: 18,
  waste: ['4C', 'JD', '8S'],
  foundations: { C: 2, D: 0, H: 1, S: 3 },
};

export const Preview = () => <Stage position={SAMPLE} draw={3} label={t('settings.preview')} class="preview" />;
