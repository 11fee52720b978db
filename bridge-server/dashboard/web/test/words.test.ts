import { describe, expect, it } from 'vitest';
import { ago, count, elapsed, range, speed } from '../src/words/format';
import { lookOf, proofOf } from '../src/words/verdicts';
import { moved } from '../src/widgets/grid';
import { search } from '../src/api/client';
import { quoted, storeOption } from '../src/words/shell';

it.each([
  [0, 'just now'],
  [59_000, '59 s ago'],
  [60_000, '1 min ago'],
  [3_600_000, '1 h ago'],
  [200_000_000, '2 d ago'],
])('%d ms before is %s', (millis, words) => {
  expect(ago(new Date(1_000_000_000_000 - millis).toISOString(), 1_000_000_000_000)).toBe(words);
});

it.each([
  [400, '0 s'],
  [61_000, '1 min 1 s'],
  [3_700_000, '1 h 1 min'],
])('%d ms take %s', (millis, words) => {
  expect(elapsed(millis)).toBe(words);
});

it('a command line names the history only where it is not the usual one', () => {
  expect(['team history.duckdb', null, undefined].map(storeOption)).toEqual([" --store 'team history.duckdb'", '', '']);
});

it('a word that a shell would take otherwise is quoted, whoever wrote it into the address', () => {
  expect(['native', 'backend=webnn,browser=chrome', 'latest~1', '$(reboot)', '"`x`"', "it's"].map(quoted)).toEqual(['native', 'backend=webnn,browser=chrome', "'latest~1'", "'$(reboot)'", "'\"`x`\"'", "'it'\\''s'"]);
});

it('a ratio is told as a speed', () => {
  expect([speed(2, [1.9, 2.1]), speed(0.5, [0.48, 0.52])]).toEqual(['2.00× ±5% native time', '2.00× ±5% native speed']);
  expect([speed(7.74, [2.94, 20.4]), speed(0.5, [0.25, 1])]).toEqual(['7.74× (2.94–20.4) native time', '2.00× (1.00–4.00) native speed']);
  expect([speed(0.5), speed(1), speed(4)]).toEqual(['2.00× native speed', '1.00× native speed', '4.00× native time']);
});

it('what is not known is no number', () => {
  expect([range(null, String), range([], String), range([1, 2], String)]).toEqual(['', '', '1 – 2']);
});

it('counts have their plural', () => {
  expect([count(1, 'row'), count(0, 'row'), count(2, 'entry', 'entries')]).toEqual(['1 row', '0 rows', '2 entries']);
});

it('a verdict of a newer server is shown as it is', () => {
  expect(lookOf('BRAND_NEW')).toEqual({ sign: '?', word: 'brand new', tone: 'none' });
  expect(proofOf('UNKNOWN').sign).toBe('○');
});

describe('the focus on a grid of 3 by 4', () => {
  const to = (key: string, at: [number, number], control = false) => moved(key, control, at, [3, 4]);
  it('moves by the arrows, and not over the edge', () => {
    expect([to('ArrowRight', [0, 0]), to('ArrowDown', [2, 1]), to('ArrowLeft', [1, 0]), to('ArrowUp', [1, 2])]).toEqual([[0, 1], [2, 1], [1, 0], [0, 2]]);
  });
  it('jumps to the ends of a row, and with Control to the corners', () => {
    expect([to('Home', [1, 2]), to('End', [1, 2]), to('Home', [1, 2], true), to('End', [1, 2], true)]).toEqual([[1, 0], [1, 3], [0, 0], [2, 3]]);
  });
  it('stays where it is for other keys', () => {
    expect(to('a', [1, 1])).toBeUndefined();
  });
});

it('a list is the parameter several times, and nothing is left of what is empty', () => {
  expect(search({ a: ['x', 'y,z'], b: '', c: undefined, d: 1 })).toBe('?a=x&a=y%2Cz&d=1');
  expect(search({})).toBe('');
});
