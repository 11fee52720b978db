// What a training's verdict rests on: reasons, checks, gradients by layer.
import type { TrainingLayer, TrainingRun } from '../api/types';
import { h, type Child } from '../dom/h';
import { table, type Column } from '../widgets/table';
import { count, scientific, sigma, significant, whole } from '../words/format';

/** Why a target failed or is wrong, and what a reader should know. */
export function notes(runs: readonly TrainingRun[], plannedSteps: number): Child {
  const said = runs.flatMap((run) => {
    const lines: Child[] = [
      run.failure !== null && [h('span', { class: 'chip bad' }, run.steps < plannedSteps ? 'did not get through' : 'made all steps, and failed'), ' ', run.failure],
      run.reason !== null && [h('span', { class: 'chip bad' }, 'wrong'), ' ', run.reason],
      ...run.notes,
    ].filter((line) => line !== false);
    return lines.length === 0 ? [] : [h('section', { key: run.number }, h('h3', null, label(run)), h('ul', null, lines.map((line) => h('li', null, line))))];
  });
  return said;
}

export function checks(runs: readonly TrainingRun[]): Child {
  return [table('Checks', CHECKS, runs, { keyOf: ({ number }) => String(number) }), h('p', { class: 'soft' }, 'In standard deviations of what rounding makes of each. Losses of other bits are no fault: rounding grows.')];
}

const SAME = (again: boolean | null): string => (again === null ? '–' : again ? 'bitwise' : 'other');

const CHECKS: readonly Column<TrainingRun>[] = [
  { head: 'Target', cell: (run) => label(run), names: true },
  { head: 'Gradients, furthest', cell: ({ furthest, layers }) => (furthest !== null ? sigma(furthest) : layers.length > 0 ? '∞ σ' : '–'), figure: true },
  { head: 'Exact losses', cell: ({ checks: { exactSteps, exactFurthest } }) => (exactSteps === 0 ? '–' : `${count(exactSteps, 'step')}, ${exactFurthest === null ? '∞ σ' : sigma(exactFurthest)}`), figure: true },
  { head: 'Like native CPU', cell: ({ checks: { likeNative, firstOther } }) => (likeNative === null ? '–' : `${likeNative.toLowerCase()}${firstOther === null ? '' : `, other bits from step ${firstOther}`}`) },
  { head: 'Repeated', cell: (run) => SAME(run.checks.repeated) },
  { head: 'Resumed', cell: (run) => SAME(run.checks.resumed) },
];

export function gradients(runs: readonly TrainingRun[]): Child {
  const judged = runs.filter(({ layers }) => layers.length > 0);
  return judged.length > 0 && [
    h('h2', null, 'Gradients by layer'),
    judged.map((run) =>
      h(
        'details',
        { key: run.number },
        h('summary', null, `${label(run)}: ${count(run.layers.length + run.layersLeftOut, 'parameter')}, furthest ${run.furthest === null ? '∞ σ' : sigma(run.furthest)}`),
        table(`Gradients of ${label(run)}`, LAYERS, run.layers, { keyOf: ({ name }) => name, most: 100 }),
        run.layersLeftOut > 0 && h('p', { class: 'soft' }, `${count(run.layersLeftOut, 'parameter')} more: the history has all.`),
      ),
    ),
  ];
}

const LAYERS: readonly Column<TrainingLayer>[] = [
  { head: 'Parameter', cell: ({ name }) => h('code', null, name), names: true },
  { head: 'Elements', cell: ({ elements }) => whole(elements), figure: true },
  { head: 'Furthest', cell: ({ furthest }) => (furthest === null ? '∞ σ' : sigma(furthest)), figure: true },
  { head: 'Of its length', cell: ({ relative }) => (relative === null ? '–' : relative < 0.01 ? scientific(relative) : significant(relative)), figure: true },
  { head: 'Beyond rounding', cell: ({ beyond }) => whole(beyond), figure: true },
  { head: 'Finite differences', cell: ({ difference }) => (difference === null ? '–' : scientific(difference)), figure: true },
];

export function label({ number, words, seed }: TrainingRun): string {
  return `[${number}] ${words}, seed ${seed}`;
}
