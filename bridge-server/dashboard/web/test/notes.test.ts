import { expect, it } from 'vitest';
import { shared } from '../src/words/notes';

it('a note that stands with every case is told once', () => {
  expect(shared([['busy', 'few'], ['busy'], ['busy', 'drift']])).toEqual(['busy']);
});

it('one case alone keeps its notes', () => {
  expect(shared([['busy']])).toEqual([]);
  expect(shared([])).toEqual([]);
});
