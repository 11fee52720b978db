import { expect, it } from 'vitest';
import { pressed, sorted } from '../src/state/sorting';

const rows = [{ n: 10 }, { n: null }, { n: 9 }, { n: 10, second: true }];

it('rows stand by their numbers, those without one last, whichever way', () => {
  expect(sorted(rows, ({ n }) => n, false).map(({ n }) => n)).toEqual([9, 10, 10, null]);
  expect(sorted(rows, ({ n }) => n, true).map(({ n }) => n)).toEqual([10, 10, 9, null]);
});

it('equal ones stay as they came', () => {
  expect(sorted(rows, ({ n }) => n, true)[1]).toEqual({ n: 10, second: true });
});

it('words with numbers in them stand as people count', () => {
  expect(sorted(['w-10', 'w-9'], (word) => word, false)).toEqual(['w-9', 'w-10']);
});

it('a head that is pressed again turns the order, and then gives it up', () => {
  const up = pressed(undefined, 'State');
  expect(up).toEqual({ column: 'State', down: false });
  expect(pressed(up, 'State')).toEqual({ column: 'State', down: true });
  expect(pressed({ column: 'State', down: true }, 'State')).toBeUndefined();
  expect(pressed(up, 'Worker')).toEqual({ column: 'Worker', down: false });
});
