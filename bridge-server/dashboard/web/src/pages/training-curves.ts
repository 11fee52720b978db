// Losses, accuracies and step times over the steps, of one command or of two side by side.
import type { Training, TrainingRun } from '../api/types';
import { h, type Child } from '../dom/h';
import { figure } from '../widgets/figure';

/** A command whose lines are drawn; its name stands before them where there are two. */
export interface Side {
  readonly name: string;
  readonly training: Training;
}

type Points = readonly (readonly [number, number])[];
type Line = { readonly label: string; readonly points: Points };

/** More lines than this cannot be told apart. */
const MOST = 24;

export function curves(sides: readonly Side[]): Child {
  const losses = lines(sides, ({ curve }) => curve.points.flatMap(({ step, loss }) => (loss === null ? [] : [[step, loss] as const])));
  const accuracies = lines(sides, ({ looks }) => looks.map(({ step, accuracy }) => [step, accuracy] as const));
  const times = lines(sides, ({ curve }) => curve.points.flatMap(({ step, ms }) => (ms === null ? [] : [[step, ms] as const])));
  if (losses.length === 0) {
    return h('p', null, 'No target made a step.');
  }
  const log = losses.every(({ points }) => points.every(([, value]) => value > 0));
  return [
    figure(`Loss of each step${thinned(sides)}`, { kind: 'lines', name: 'Loss', over: 'step', unit: '1', log, lines: losses.slice(0, MOST) }),
    accuracies.length > 0 && figure('Share of the held-out data that is answered right', { kind: 'lines', name: 'Accuracy on held-out data', over: 'step', unit: '1', from: 0, lines: accuracies.slice(0, MOST) }),
    times.length > 0 && figure(`Time of a step, from the call to the loss on the CPU, of what is right${thinned(sides)}`, { kind: 'lines', name: 'Time of a step', over: 'step', unit: 'ms', from: 0, lines: times.slice(0, MOST) }),
    losses.length > MOST && h('p', { class: 'soft' }, `The first ${MOST} of ${losses.length} lines are drawn; the table has all trainings.`),
  ];
}

function lines(sides: readonly Side[], points: (run: TrainingRun) => Points): readonly Line[] {
  return sides.flatMap(({ name, training }) => training.runs.map((run) => ({ label: `${sides.length > 1 ? `${name} ` : ''}[${run.number}] ${run.words}, seed ${run.seed}`, points: points(run) }))).filter(({ points: some }) => some.length > 0);
}

/** What a caption says where not every step is drawn. */
export function thinned(sides: readonly Side[]): string {
  const every = Math.max(1, ...sides.flatMap(({ training }) => training.runs.map(({ curve }) => curve.every)));
  return every === 1 ? '' : `; of long runs each ${every}. step and the last are drawn, and the history has all`;
}
