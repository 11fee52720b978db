// Ratios of times to the native CPU's.
import type { Ends, RatiosData } from '@bascule/charts/data';
import type { Matrix, MatrixCell } from '../api/types';

/** The basis of the native CPU's own cell. */
export const BASELINE = 'is-the-baseline';

/** The table's own ratios and intervals, where each of a row's times was measured in turn with the native CPU that stands beside it. */
export function againstNative(matrix: Matrix, row: number, names: readonly string[]): RatiosData | undefined {
  const timed = matrix.cells.filter((cell) => cell.row === row && cell.medianMs !== null);
  const machineOf = (cell: MatrixCell): string | undefined => matrix.columns[cell.column]?.machine;
  const base = timed.find((cell) => cell.basis === BASELINE);
  const others = timed.filter((cell) => cell !== base);
  if (base === undefined || others.length === 0 || others.some((cell) => cell.ratio === null || cell.ratioCi95 === null || machineOf(cell) !== machineOf(base))) {
    return undefined;
  }
  const rows = others.map((cell) => ({ label: names[cell.column] ?? '', ratio: cell.ratio as number, ends: cell.ratioCi95 as unknown as Ends }));
  return { kind: 'ratios', base: names[base.column] ?? '', rows };
}
