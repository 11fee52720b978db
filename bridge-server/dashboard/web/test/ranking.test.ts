import { expect, it } from 'vitest';
import { moves } from '../src/state/ranking';

it('only what changed its place is told', () => {
  expect(moves(['a', 'b', 'c', 'd'], ['a', 'c', 'b', 'd'])).toEqual([
    { name: 'b', from: 2, to: 3 },
    { name: 'c', from: 3, to: 2 },
  ]);
});

it('the same order has no moves, and what is gone has not moved', () => {
  expect(moves(['a', 'b'], ['a', 'b'])).toEqual([]);
  expect(moves(['a', 'b'], ['a'])).toEqual([]);
});
