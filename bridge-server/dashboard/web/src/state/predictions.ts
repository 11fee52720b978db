// Whether the matrix shows what was not measured, as its address says it, and what that is. Pure.
import type { PredictedGap, Predictions } from '../api/types';

const NAME = 'predictions';
const ON = 'on';

/** Off unless somebody wants them. */
export function predictionsWanted(query: URLSearchParams): boolean {
  return query.get(NAME) === ON;
}

/** The same page with them, or without. */
export function withPredictions(query: URLSearchParams, wanted: boolean): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.delete(NAME);
  if (wanted) {
    changed.set(NAME, ON);
  }
  return changed;
}

/** What is said of blanks, by {@link placeOf}. */
export type Gaps = ReadonlyMap<string, PredictedGap>;

export function placeOf(row: string, column: string): string {
  return `${row}\n${column}`;
}

export function gapsOf({ predictions }: Predictions): Gaps {
  return new Map(predictions.map((gap) => [placeOf(gap.row, gap.column), gap]));
}
