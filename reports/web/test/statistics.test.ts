import { describe, expect, it } from 'vitest';
import { amount, bytes, millis, tick } from '../src/charts/format';
import { factors } from '../src/charts/ratios';
import { box, histogram, quantile, thinned, wantsLog } from '../src/charts/statistics';

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
});

describe('figures', () => {
  it('are written as the host writes them', () => {
    expect([0.0123, 4.4, 217.4, 1500, 130_000].map(millis)).toEqual(['12.3 µs', '4.40 ms', '217 ms', '1.50 s', '2.17 min']);
    expect([999, 312_000_000].map(bytes)).toEqual(['999 B', '312 MB']);
    expect(amount(0.5, '1')).toBe('0.500');
  });

  it('are short on an axis', () => {
    expect([0, 2, 2.5, 100].map((value) => tick(value, 'ms'))).toEqual(['0 ms', '2 ms', '2.5 ms', '100 ms']);
    expect(tick(100, 'inferences/s')).toBe('100 /s');
  });
});
