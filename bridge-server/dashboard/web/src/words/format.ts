// Figures and times as people read them.
import { significant, whole } from '@bascule/charts/format';

export { bytes, millis, significant, times, whole } from '@bascule/charts/format';

/** A moment in the reader's own time zone, in the order that sorts. */
export function dateTime(instant: string): string {
  const at = new Date(instant);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function clock(instant: string): string {
  const at = new Date(instant);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** How long ago, in the largest unit that fits. */
export function ago(instant: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  const units = [
    [60, 1, 's'],
    [3_600, 60, 'min'],
    [86_400, 3_600, 'h'],
    [Infinity, 86_400, 'd'],
  ] as const;
  const [, size, unit] = units.find(([limit]) => seconds < limit) ?? units[3];
  return seconds < 5 ? 'just now' : `${Math.floor(seconds / size)} ${unit} ago`;
}

/** How long something took, from a second on; below it there is nothing to tell. */
export function elapsed(millis: number): string {
  const seconds = Math.round(millis / 1000);
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${whole(n)} ${n === 1 ? one : many}`;
}

/**
 * A ratio of times to the native CPU's, in words that say what it is a multiple of.
 *
 * @param ends of its 95 % interval, where that is to stand beside it
 */
export function speed(ratio: number, ends: readonly number[] | null = null): string {
  const [low = ratio, high = ratio] = ends ?? [];
  const sure = (value: number, least: number, most: number): string => `${significant(value)}×${ends === null ? '' : around(value, least, most)}`;
  return ratio <= 1 ? `${sure(1 / ratio, 1 / high, 1 / low)} native speed` : `${sure(ratio, low, high)} native time`;
}

/** As `Marks` of the report: the wider half as a share, and both ends where that would say too little of where they are. */
function around(value: number, low: number, high: number): string {
  const [below, above] = [(value - low) / value, (high - value) / value];
  const [narrower, wider] = [Math.min(below, above), Math.max(below, above)];
  return wider > 0.3 || (wider > 0.1 && wider > 1.5 * narrower) ? ` (${significant(low)}–${significant(high)})` : ` ±${Math.ceil(wider * 100 - 1e-9)}%`;
}

/** A share in percent; in sentences, where it is a round one, without decimals. */
export function percent(share: number, decimals = 1): string {
  return `${(100 * share).toFixed(decimals)}\u00a0%`;
}

/** A difference of numbers, which may be far too small for decimals: {@code 1.43e-6}. */
export function scientific(value: number): string {
  return value === 0 ? '0' : value.toExponential(2);
}

/** A fingerprint short enough for a table; the whole is in the title. */
export function short(fingerprint: string): string {
  return fingerprint.slice(0, 8);
}

/** An interval, its ends written by the same formatter. */
export function range(ends: readonly number[] | null | undefined, format: (value: number) => string): string {
  const [low, high] = ends ?? [];
  return low === undefined || high === undefined ? '' : `${format(low)} – ${format(high)}`;
}

/** A distance in units of what rounding alone makes of a value. */
export function sigma(deviations: number): string {
  return `${significant(deviations)} σ`;
}
