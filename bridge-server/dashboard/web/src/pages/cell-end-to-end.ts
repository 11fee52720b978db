import type { CellDetail } from '../api/types';
import { h, type Child } from '../dom/h';
import { figure } from '../widgets/figure';
import { facts } from '../widgets/table';
import { millis, range } from '../words/format';

type EndToEnd = NonNullable<CellDetail['endToEnd']>;

/** Steps in their order; where one is not told apart, what is said instead of a time. */
const STEPS = [
  ['decode', 'Decode the file', '–'],
  ['features', 'Features', '–'],
  ['upload', 'Upload', 'in inference'],
  ['inference', 'Inference', '–'],
  ['download', 'Download', 'in inference'],
  ['postProcessing', 'Post-processing', '–'],
] as const;

/** The user's clock: from the file's bytes to the model's outputs, step by step. Nothing where the cell has no such times. */
export function endToEndPart(label: string, times: EndToEnd | null | undefined): Child {
  return (
    times != null && [
      h('h3', null, 'User’s clock'),
      figure('From a file’s bytes to the model’s outputs, step after step: medians', { kind: 'steps', rows: [{ label, ...known(times) }] }),
      facts([
        ...(times.answer == null ? [] : [['The outputs say', times.answer] as const]),
        ['From file to outputs', times.totalMs.median === null ? times.totalMs.reasons['median'] : millis(times.totalMs.median)],
        ['95 % interval', times.totalMs.ci95 === null ? times.totalMs.reasons['ci95'] : range(times.totalMs.ci95 as [number, number], millis)],
        ...STEPS.map(([key, name, untold]) => [name, words(times.stepMedianMs[key], untold)] as const),
        ['Inference’s share of all iterations', times.inferenceShare === null ? times.reasons['inferenceShare'] : share(times.inferenceShare)],
        ['Iterations', String(times.totalMs.n)],
      ]),
    ]
  );
}

/** What the chart draws; a step whose median the clock could not see is no bar. */
function known(times: EndToEnd): Partial<Record<(typeof STEPS)[number][0] | 'total', number>> {
  const medians = STEPS.flatMap(([key]) => {
    const median = times.stepMedianMs[key];
    return typeof median === 'number' ? [[key, median] as const] : [];
  });
  return { ...(times.totalMs.median === null ? {} : { total: times.totalMs.median }), ...Object.fromEntries(medians) };
}

function words(median: number | null | undefined, untold: string): string {
  return median === undefined ? untold : median === null ? 'below the clock’s step' : millis(median);
}

/** A part of a whole; none is rounded to nothing. */
function share(part: number): string {
  return part > 0 && part < 0.005 ? '<1 %' : `${Math.round(part * 100)} %`;
}
