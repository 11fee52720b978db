// Two commands' trainings held against each other, place by place and seed by seed.
import type { TrainingsCompared, TrainingsComparedPair, TrainingsComparedPlace } from '../api/types';
import { h, type Child } from '../dom/h';
import { table, type Column } from '../widgets/table';
import { verdictChip } from '../widgets/verdict';
import { count, percent, scientific, significant, times } from '../words/format';

type Row = { readonly place: string; readonly pair: TrainingsComparedPair };

export function against(compared: TrainingsCompared): Child {
  const rows = compared.places.flatMap(({ place, pairs }) => pairs.map((pair) => ({ place, pair })));
  return [
    h('h2', null, 'B against A'),
    compared.regressions.length > 0 && h('ul', { class: 'sentences', 'aria-label': 'Regressions' }, compared.regressions.map((worse) => h('li', { class: 'bad' }, h('span', { 'aria-hidden': 'true' }, '▼ '), worse))),
    h('ul', { class: 'sentences', 'aria-label': 'What is shown' }, compared.places.map((place) => [sentence(place.place, speed(place)), sentence(place.place, steps(place, compared.targetAccuracy)), place.accuracy !== null && sentence(place.place, accuracy(place))])),
    table('Pairs', PAIRS, rows, { keyOf: ({ place, pair }) => `${place} ${pair.seed}` }),
    h('ul', { class: 'soft' }, differences(compared).map((line) => h('li', null, line))),
  ];
}

function sentence(place: string, text: string): Child {
  return h('li', { class: 'none' }, `${place}: ${text}`);
}

export function speed({ speed: { finding, ratio, ci95, adjustedP, why } }: TrainingsComparedPlace): string {
  const said = finding.replaceAll('-', ' ');
  return ratio === null || ci95 === null ? `speed ${said}: ${why}` : `${said}: a step takes ${times(ratio)} (${significant(ci95[0] ?? ratio)} – ${significant(ci95[1] ?? ratio)}), p ${p(adjustedP)}; ${why}`;
}

const CONVERGENCE: Readonly<Record<string, string>> = {
  'as-the-reference': 'no difference shown',
  'too-slow': 'later',
  'too-fast': 'sooner, which is as suspicious',
  'too-few-seeds': 'too few seeds to tell: six are the fewest',
};

export function steps({ steps: { verdict, ratio, adjustedP, baselineReached, candidateReached, of, leftOut, why } }: TrainingsComparedPlace, target: number | null): string {
  const what = target === null ? 'steps to an accuracy' : `steps to an accuracy of ${percent(target, 0)}`;
  const left = leftOut === 0 ? '' : `; ${count(leftOut, 'seed')} left out`;
  return verdict === null ? `${what} are not compared: ${why ?? 'unknown'}${left}` : `${what}: ${shownAt(verdict, adjustedP)}${ratio === null ? '' : `, the median ${times(ratio)}`} (p ${p(adjustedP)}); A came there with ${baselineReached} of ${count(of ?? 0, 'seed')}, B with ${candidateReached}${left}`;
}

/** A difference is claimed where the correction leaves it. */
function shownAt(verdict: string, adjustedP: number | null): string {
  const claimed = adjustedP !== null && adjustedP <= 0.05;
  return CONVERGENCE[verdict.startsWith('too-') && verdict !== 'too-few-seeds' && !claimed ? 'as-the-reference' : verdict] ?? verdict;
}

export function accuracy({ accuracy: found }: TrainingsComparedPlace): string {
  return found === null ? '' : `accuracy ${points(found.difference, found.ci95)} points of a hundred, p ${p(found.adjustedP)}, ${count(found.seeds, 'seed')}: ${found.how}`;
}

function p(value: number | null): string {
  return value === null ? '–' : value < 0.0001 ? '<0.0001' : significant(value);
}

function points(difference: number, ends: readonly number[] | null): string {
  const [low, high] = ends ?? [];
  const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}`;
  return `${signed(difference)}${low === undefined || high === undefined ? '' : ` (${signed(low)} to ${signed(high)})`}`;
}

const PAIRS: readonly Column<Row>[] = [
  { head: 'On', cell: ({ place }) => place, names: true },
  { head: 'Seed', cell: ({ pair }) => pair.seed, figure: true },
  { head: 'A', cell: ({ pair }) => verdictChip(pair.baseline.verdict) },
  { head: 'B', cell: ({ pair }) => [verdictChip(pair.candidate.verdict), pair.why !== null && h('span', { class: 'soft below' }, pair.why)] },
  { head: 'Losses', cell: ({ pair }) => losses(pair) },
  { head: 'Accuracy, B − A', cell: ({ pair }) => (pair.accuracyDifference === null ? '–' : `${points(pair.accuracyDifference, pair.accuracyCi95)} after step ${pair.accuracyStep}`), figure: true },
  { head: 'Samples/s', cell: ({ pair }) => `${rate(pair.baseline.samplesPerSecond)} → ${rate(pair.candidate.samplesPerSecond)}`, figure: true },
];

function rate(value: number | null): string {
  return value === null ? '–' : significant(value);
}

export function losses({ losses: found }: TrainingsComparedPair): string {
  if (found === null) {
    return 'no step in common';
  }
  return found.firstOtherStep === null ? `${found.class} over ${count(found.steps, 'step')}` : `${found.class} (${found.furthest === null ? 'one is no number' : scientific(found.furthest)}), other bits from step ${found.firstOtherStep}`;
}

function differences({ sameMachine, differences: differing, onlyBaseline, onlyCandidate, options }: TrainingsCompared): readonly string[] {
  return [
    ...(sameMachine ? [] : ['Not one machine that is known: a difference of speed is no regression.']),
    ...differing.map(({ what, baseline, candidate }) => `A and B differ in ${what}: ${baseline.join(', ') || '(none)'} → ${candidate.join(', ') || '(none)'}`),
    ...onlyBaseline.map((one) => `Only A has ${one}`),
    ...onlyCandidate.map((one) => `Only B has ${one}`),
    `P is corrected by Holm over the places; a difference of speed is claimed below ${options.level}, of steps and accuracy at ${options.stepsLevel}. Losses that differ are no fault: rounding grows.`,
  ];
}
