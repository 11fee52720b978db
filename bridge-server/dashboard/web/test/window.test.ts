import { expect, it } from 'vitest';
import { covers, nearest, partInSight } from '../src/widgets/window';

it.each([
  ['at the start', 0, { from: 0, to: 6 }],
  ['in the middle', 500, { from: 3, to: 11 }],
  ['at the end', 24_600, { from: 244, to: 250 }],
  ['beyond the end, as after a filter', 90_000, { from: 248, to: 250 }],
  ['bounced over the edge', -40, { from: 0, to: 6 }],
])('what is in sight %s is drawn, and two beyond', (_, scrolled, part) => {
  expect(partInSight(scrolled, 400, 100, 250, 2)).toEqual(part);
});

it('a place without a height yet draws something', () => {
  expect(partInSight(0, 0, 100, 250, 0)).toEqual({ from: 0, to: 1 });
  expect(partInSight(0, 0, 100, 0, 3)).toEqual({ from: 0, to: 0 });
});

it('what is drawn already is not drawn again', () => {
  expect(covers({ from: 2, to: 9 }, { from: 3, to: 8 })).toBe(true);
  expect(covers({ from: 2, to: 9 }, { from: 3, to: 10 })).toBe(false);
});

it('scrolling goes no farther than it takes', () => {
  expect([nearest(100, 300, 150, 50), nearest(100, 300, 40, 50), nearest(100, 300, 380, 50)]).toEqual([100, 40, 130]);
});
