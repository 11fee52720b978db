// Figures as the rest of the product writes them (`Figures` on the host): three significant digits, a unit that fits, thousands
// divided by a space that breaks no line.

export function significant(value: number): string {
  const magnitude = Math.abs(value);
  const decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : magnitude >= 0.9995 || magnitude === 0 ? 2 : 2 - Math.floor(Math.log10(magnitude));
  return decimals === 0 ? whole(value) : value.toFixed(Math.min(9, decimals));
}

/** A whole number in full. */
export function whole(value: number): string {
  return value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
}

/** A time in milliseconds. */
export function millis(value: number): string {
  if (value > 0 && value < 0.9995) {
    return `${significant(value * 1000)} µs`;
  }
  if (value < 999.5) {
    return `${significant(value)} ms`;
  }
  return value < 120_000 ? `${significant(value / 1000)} s` : `${whole(Math.floor(value / 60_000))} min ${Math.floor(value / 1000) % 60} s`;
}

/** A size, in units of 1000 bytes. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let rest = value;
  while (Math.abs(rest) >= 999.5 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${unit === 0 ? rest : significant(rest)} ${units[unit]}`;
}

/** How many times. */
export function times(ratio: number): string {
  return `×${significant(ratio)}`;
}

/** A value in a unit of the runner's. */
export function amount(value: number, unit: string): string {
  switch (unit) {
    case 'ms':
      return millis(value);
    case 'bytes':
      return bytes(value);
    case '1':
      return significant(value);
    default:
      return `${significant(value)} ${unit}`;
  }
}

/** As {@link amount}, short enough for an axis: no digits that say nothing. */
export function tick(value: number, unit: string): string {
  return amount(value, unit.replace(/^inferences\/s$/, '/s'))
    .replace(/(\.\d*?)0+(?=\s|$)/, '$1')
    .replace(/\.(?=\s|$)/, '')
    .replace(/ min 0 s$/, ' min');
}
