import type { Child } from '../src/dom/h';

/** All that is said, one after the other; components as what they are given. */
export function text(part: unknown): string {
  if (typeof part === 'string' || typeof part === 'number') {
    return ` ${part}`.replaceAll('\u00a0', ' ');
  }
  if (Array.isArray(part)) {
    return part.map(text).join('');
  }
  if (typeof part !== 'object' || part === null || !('props' in part)) {
    return '';
  }
  const { children, columns, rows } = part.props as { children?: Child; columns?: { head: string; cell: (row: unknown) => Child }[]; rows?: unknown[] };
  return text(children) + (columns === undefined || rows === undefined ? '' : columns.map((column) => text(column.head)).join('') + rows.map((row) => columns.map((column) => text(column.cell(row))).join('')).join(''));
}
