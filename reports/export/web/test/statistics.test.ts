import { describe, expect, it } from 'vitest';
import { amount, bytes, millis, significant, tick, times, whole } from '../src/charts/format';
import { factors } from '../src/charts/ratios';
import { box, drawn, greatest, histogram, least, quantile, thinned, wantsLog } from '../src/charts/statistics';

describe('statistics', () => {
  it('quartiles are those of Hyndman and Fan, type 8', () => {
    expect(quantile([1, 2, 3, 4], 0.25)).toBeCloseTo(17 / 12, 10);
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile([7], 0.9)).toBe(7);
  });

  it('a whisker ends at a sample, and leaves an outlier out', () => {
    expect(box([1, 2, 3, 4, 5, 6, 7, 100]).high).toBe(7);
    expect(box([1, 2, 3, 4, 5, 6, 7, 8]).high).toBe(8);
  });

  it('a histogram loses no sample, also where all are equal', () => {
    const samples = Array.from({ length: 500 }, (_, i) => Math.sin(i) ** 2);
    expect(histogram(samples).reduce((sum, { count }) => sum + count, 0)).toBe(500);
    expect(histogram([2, 2, 2])).toEqual([{ from: 2, to: 2, count: 3 }]);
  });

  it('an axis is logarithmic only where equal steps would hide something, and never of zeros', () => {
    expect(wantsLog([1, 100])).toBe(true);
    expect(wantsLog([1, 5])).toBe(false);
    expect(wantsLog([0, 100])).toBe(false);
  });

  it('an axis of factors has few round ones, and 1 among them', () => {
    expect(factors(0.4, 2.5, 6)).toEqual([0.5, 1, 2]);
    expect(factors(0.8, 1.6, 6)).toContain(1);
    expect(factors(0.001, 3000, 4).length).toBeLessThanOrEqual(4);
    expect(factors(0.9, 120, 3)).toEqual([1, 10, 100]);
  });

  it('few samples are not thinned', () => {
    expect(thinned([1, 2, 3], 3)).toEqual([1, 2, 3]);
    expect(thinned([1, 2, 3, 4], 2)).toEqual([1, 3]);
  });

  it('of many samples what lies far off is drawn all the same', () => {
    const samples = Array.from({ length: 10_000 }, (_, i) => 1 + (i % 7) / 100);
    samples[4_321] = 50;
    samples[77] = 0.01;
    const shown = drawn(samples, 100);
    expect(shown).toEqual(expect.arrayContaining([77, 4_321]));
    expect(shown.length).toBeLessThanOrEqual(104);
    expect(drawn([3, 1, 2], 3)).toEqual([0, 1, 2]);
  });

  it('more samples than a call takes arguments are no matter', () => {
    const many = new Array<number>(500_000).fill(2);
    many[7] = 1;
    many[8] = 30;
    expect([least(many), greatest(many), wantsLog(many)]).toEqual([1, 30, true]);
  });
});

describe('figures', () => {
  it('are written as the host writes them', () => {
    expect([0.0123, 4.4, 217.4, 1500, 130_000].map(millis)).toEqual(['12.3 µs', '4.40 ms', '217 ms', '1.50 s', '2 min 10 s']);
    expect([999, 312_000_000].map(bytes)).toEqual(['999 B', '312 MB']);
    expect(amount(0.5, '1')).toBe('0.500');
    expect([0, 1234, -1234567.8].map(significant)).toEqual(['0.00', '1\u00a0234', '-1\u00a0234\u00a0568']);
    expect([999, 1_000_000].map(whole)).toEqual(['999', '1\u00a0000\u00a0000']);
    expect(times(2294.4)).toBe('×2\u00a0294');
  });

  it('are short on an axis', () => {
    expect([0, 2, 2.5, 100].map((value) => tick(value, 'ms'))).toEqual(['0 ms', '2 ms', '2.5 ms', '100 ms']);
    expect(tick(100, 'inferences/s')).toBe('100 /s');
    expect([150_000, 180_000].map((value) => tick(value, 'ms'))).toEqual(['2 min 30 s', '3 min']);
  });
});
