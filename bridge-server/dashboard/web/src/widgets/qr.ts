import { h, type Markup } from '../dom/h';

/** Light modules around a code, without which no reader finds it. */
const QUIET = 4;

/** A QR code of rows of dark (#) and light modules, black on white in every theme. */
export function qrCode(rows: readonly string[], label: string): Markup {
  const size = rows.length + 2 * QUIET;
  return h('svg', { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' }, h('path', { d: modules(rows) }));
}

/** The dark modules as one path, a run of each row at a time. */
export function modules(rows: readonly string[]): string {
  return rows.flatMap((row, y) => [...row.matchAll(/#+/g)].map((run) => `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`)).join('');
}
