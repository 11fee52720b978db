import { describe, expect, it } from 'vitest';
import { daysOf, fromQuery, isNarrowed, only, toggled, toQuery, widened } from '../src/state/filters';

const FACETS = ['family', 'browser'];
const of = (text: string) => fromQuery(new URLSearchParams(text), FACETS);
const address = (text: string) => toQuery(of(text), FACETS, new URLSearchParams()).toString();

it('days in an address are a whole number of them', () => {
  const days = (text: string) => daysOf(new URLSearchParams(text));
  expect([days('days=7'), days('days=0'), days('days=1.5'), days('days=x'), days('days=99999999999'), days('')]).toEqual([7, undefined, undefined, undefined, undefined, undefined]);
});

describe('filters', () => {
  it.each(['', 'family=vision', 'family=vision&family=audio&browser=Chrome+153', 'q=bert&sort=worst&size=200&page=3', 'family=a%26b%3Dc'])('survive the way through the address: %s', (text) => {
    expect(address(text)).toBe(text);
  });

  it('leave out what is usual, what is empty and what nobody knows', () => {
    expect(address('page=1&size=50&q=&family=&family=x&nonsense=1')).toBe('family=x');
  });

  it.each(['page=-2', 'page=x', 'page=0', 'size=7', 'size=9999999'])('that make no sense count as not there: %s', (text) => {
    expect(address(text)).toBe('');
  });

  it('name a value once', () => {
    expect(address('family=x&family=x')).toBe('family=x');
  });

  it('keep what of the address is not theirs', () => {
    expect(toQuery(of('family=x'), FACETS, new URLSearchParams('days=7&family=y')).toString()).toBe('days=7&family=x');
  });

  it('that change lead to the first page', () => {
    expect(toggled(of('page=4&family=x'), 'family', 'y')).toMatchObject({ page: 1, chosen: { family: ['x', 'y'] } });
    expect(toggled(of('page=4&family=x'), 'family', 'x')).toMatchObject({ page: 1, chosen: {} });
    expect(only(of('page=4&family=x&family=y'), 'family', 'z')).toMatchObject({ page: 1, chosen: { family: ['z'] } });
  });

  it('know whether they narrow anything', () => {
    expect([isNarrowed(of('')), isNarrowed(of('page=2')), isNarrowed(of('q=a')), isNarrowed(of('family=a'))]).toEqual([false, false, true, true]);
    expect(isNarrowed(widened(of('family=a&q=b')))).toBe(false);
  });
});
