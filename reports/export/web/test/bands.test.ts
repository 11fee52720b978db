import { expect, it } from 'vitest';
import { bandsOf } from '../src/report/bands';

it.each([
  ['all that fits is one band', [4, 2], [[0, 6]]],
  ['a browser begins a band of its own rather than be torn apart', [4, 4, 2], [[0, 4], [4, 10]]],
  ['what no page has room for is torn after all', [8, 1], [[0, 6], [6, 9]]],
  ['nothing makes no band', [], []],
])('%s', (_, groups, bands) => {
  expect(bandsOf(groups, 6).map(({ from, to }) => [from, to])).toEqual(bands);
});
