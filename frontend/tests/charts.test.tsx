// @vitest-environment happy-dom
/** What stands below a line of points. */
import { render } from 'preact';
import { expect, it } from 'vitest';
import { Line } from '../src/ui/charts/line';

const root = document.createElement('div');
const words = (ends: [string, string], values: number[]) => {
  render(<Line points={values.map((value) => ({ value }))} format={() => ''} ends={ends} />, root);
  return [...root.querySelectorAll('text')].map((one) => one.textContent).filter(Boolean);
};

it('names both ends, and one day or week once', () => {
  expect(words(['Monday', 'Friday'], [1, 2, 3])).toEqual(['Monday', 'Friday']);
  expect(words(['Monday', 'Monday'], [1, 2])).toEqual(['Monday']);
  expect(words(['Monday', 'Monday'], [1])).toEqual(['Monday']);
  expect(root.querySelector('.chart-dot')!.getAttribute('cx')).toBe(root.querySelector('text[text-anchor=middle]')!.getAttribute('x'));
});
