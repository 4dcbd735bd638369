// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { firstSight } from '../src/pages/table/dealt';

afterEach(() => vi.unstubAllGlobals());

it('shows each deal once, as often as its page is loaded', () => {
  expect(firstSight('one')).toBe(true);
  expect(firstSight('one')).toBe(false);
  expect(firstSight('two')).toBe(true);
});

it('shows no deal where nothing can be remembered', () => {
  vi.stubGlobal('sessionStorage', null);
  expect(firstSight('three')).toBe(false);
});
