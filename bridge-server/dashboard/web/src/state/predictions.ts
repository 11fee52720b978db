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

/** A time at a reason's end is the blank's own: others have the same reason with another. */
const A_TIME = /: [\d .]+ (µs|ms|s)$/;

/** How many blanks have a prediction, and why the others have none, what holds of most of them first. */
export interface Expected {
  readonly blanks: number;
  readonly predicted: number;
  /** With how many blanks each is of. */
  readonly reasons: readonly (readonly [reason: string, blanks: number])[];
  /** Whether asking again later tells more. */
  readonly pending: boolean;
}

export function expectedOf({ predictions, pending }: Predictions): Expected {
  const reasons = new Map<string, number>();
  for (const { reason } of predictions) {
    if (reason !== null) {
      const kind = reason.replace(A_TIME, '');
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    }
  }
  return {
    blanks: predictions.length,
    predicted: predictions.filter(({ predicted }) => predicted !== null).length,
    reasons: [...reasons].sort(([, one], [, other]) => other - one),
    pending,
  };
}

export function gapsOf({ predictions }: Predictions): Gaps {
  return new Map(predictions.map((gap) => [placeOf(gap.row, gap.column), gap]));
}
