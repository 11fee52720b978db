import { expect, it } from 'vitest';
import { allCases, casesOf, onlyModels } from '../src/state/cases';

const query = (words: string): URLSearchParams => new URLSearchParams(words);

it('operator cases are left out unless they are asked for, or what is to be seen is named', () => {
  expect(casesOf(query('verdict=WRONG'), 'suite')).toBe('models');
  expect(casesOf(query('suite='), 'suite')).toBe('models');
  expect(casesOf(query('model=test_abs'), 'suite')).toBe('models');
  expect(casesOf(query('cases=all'), 'suite')).toBeUndefined();
  expect(casesOf(query('suite=onnx-node'), 'suite')).toBeUndefined();
});

it('showing them keeps all filters and begins at the first page, as does leaving them out', () => {
  expect(allCases(query('q=conv&page=7')).toString()).toBe('q=conv&cases=all');
  expect(onlyModels(query('q=conv&page=7&cases=all')).toString()).toBe('q=conv');
});
