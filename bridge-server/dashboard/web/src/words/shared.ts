// What is said of an attempt that another cell of the same run measured, as the report and the matrix of the command line say it.
import type { Attempt, CellDetail } from '../api/types';

/** The chain of the cell that measured it, in words. */
export function sharedWords(measuredIn: readonly string[]): string {
  return measuredIn.length === 1 ? `= ${measuredIn[0]}: the attempt of that backend's own cell in this run, not measured a second time` : `= ${measuredIn.join('→')}: the attempt of that chain's cell in this run, not measured a second time`;
}

/** Of the attempt that a cell's figures are of; null where the cell made it itself. */
export function measuredIn(cell: Pick<CellDetail, 'attempts'>): string | null {
  const shown = cell.attempts.find((attempt: Attempt) => attempt.outcome === 'SUCCEEDED' && (attempt.retry ?? 0) === 0);
  return shown?.measuredIn == null ? null : sharedWords(shown.measuredIn);
}
