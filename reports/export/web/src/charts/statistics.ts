// What drawing needs beyond the figures that the data brings. Figures that are printed come from the host, not from here.

/** The numbers of a box: quartiles, and whiskers to the last sample within 1.5 interquartile ranges (Tukey 1977). */
export interface Box {
  readonly low: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly high: number;
}

/** A quantile of sorted values, by Hyndman and Fan's type 8, as on the host. */
export function quantile(sorted: readonly number[], p: number): number {
  const n = sorted.length;
  const place = p * (n + 1 / 3) + 1 / 3;
  const below = Math.floor(place);
  const at = (rank: number): number => sorted[Math.min(n, Math.max(1, rank)) - 1] as number;
  return at(below) + (place - below) * (at(below + 1) - at(below));
}

/** The box of samples, of which there is at least one. */
export function box(samples: readonly number[]): Box {
  const sorted = [...samples].sort((a, b) => a - b);
  const q1 = quantile(sorted, 0.25);
  const q3 = quantile(sorted, 0.75);
  const reach = 1.5 * (q3 - q1);
  return {
    low: sorted.find((value) => value >= q1 - reach) ?? q1,
    q1,
    median: quantile(sorted, 0.5),
    q3,
    high: sorted.findLast((value) => value <= q3 + reach) ?? q3,
  };
}

/** The least of values. A call of `Math.min` takes no more arguments than the stack has room for, and samples can be more. */
export function least(values: readonly number[]): number {
  return values.reduce((found, value) => Math.min(found, value), Infinity);
}

/** The greatest of values. */
export function greatest(values: readonly number[]): number {
  return values.reduce((found, value) => Math.max(found, value), -Infinity);
}

/** Whether values lie too far apart for an axis of equal steps: then equal factors are equal steps. */
export function wantsLog(values: readonly number[]): boolean {
  const low = least(values);
  return low > 0 && greatest(values) / low > 12;
}

/** Bins of a histogram, as wide as Freedman and Diaconis say, no more than 40. */
export function histogram(samples: readonly number[]): readonly { readonly from: number; readonly to: number; readonly count: number }[] {
  const sorted = [...samples].sort((a, b) => a - b);
  const low = sorted[0] as number;
  const spread = (sorted.at(-1) as number) - low;
  if (spread === 0) {
    return [{ from: low, to: low, count: sorted.length }];
  }
  const width = (2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25))) / Math.cbrt(sorted.length);
  const bins = Math.min(40, Math.max(1, Math.ceil(width > 0 ? spread / width : Math.sqrt(sorted.length))));
  const counts = new Array<number>(bins).fill(0);
  for (const value of sorted) {
    const bin = Math.min(bins - 1, Math.floor(((value - low) / spread) * bins));
    counts[bin] = (counts[bin] as number) + 1;
  }
  return counts.map((count, i) => ({ from: low + (spread * i) / bins, to: low + (spread * (i + 1)) / bins, count }));
}

/** A part of the samples, evenly taken, where there are more than a chart has room for. */
export function thinned<T>(samples: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(samples.length / most);
  return step <= 1 ? samples : samples.filter((_, i) => i % step === 0);
}

/**
 * Indices of the samples that a chart draws, in their order: all of few; of many an even part, and those beyond the whiskers, which
 * are what one looks for, of which the farthest are never left out.
 */
export function drawn(samples: readonly number[], most: number): readonly number[] {
  const all = samples.map((_, i) => i);
  if (samples.length <= most) {
    return all;
  }
  const { low, high } = box(samples);
  const beyond = all.filter((i) => (samples[i] as number) < low || (samples[i] as number) > high);
  const ends = [samples.indexOf(least(samples)), samples.lastIndexOf(greatest(samples))];
  return [...new Set([...thinned(all, most), ...thinned(beyond, most), ...ends])].sort((a, b) => a - b);
}
