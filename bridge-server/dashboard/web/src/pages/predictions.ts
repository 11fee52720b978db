// What predictions are made from, and how far they are off: a validation that was stored, with its baselines, and noise floors.
import type { PredictionFacts, PredictionLayer, PredictionResult, PredictionTarget } from '../api/types';
import { shown, useAnswer, useEvents } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { changesHistory } from '../live/types';
import { withPredictions } from '../state/predictions';
import { withCode } from '../widgets/states';
import { facts, table, type Column } from '../widgets/table';
import { count, dateTime, millis, percent, range, short } from '../words/format';

type Data = PredictionFacts['data'];

export function PredictionsPage({ context: { api, live } }: PageProps): Markup {
  const answer = useAnswer((signal) => api.get<PredictionFacts>('/predictions/validation', {}, signal));
  useEvents(live, changesHistory, answer.again);
  return h('div', null, shown(answer, 'what predictions rest on', predictionFacts));
}

export function predictionFacts({ data, targets, layers, later, held: kept, stored }: PredictionFacts): Child {
  const schemes = [...new Set(stored.results.map((result) => result.leftOut))];
  return [
    h('p', null, 'A prediction is no measurement: it has an interval and no verdict, and enters no score, baseline or order. ', h('a', { href: hrefOf({ page: 'matrix' }, withPredictions(new URLSearchParams(), true)) }, 'Show predictions in the matrix'), '.'),
    h('h2', null, 'What they are made from'),
    dataOf(data),
    h('p', { class: 'soft' }, 'What the product brings, and this history: models whose kernels are known, and their times where outputs were right.'),
    h('h2', null, 'Targets and their noise'),
    table('Targets with their noise', TARGETS, targets, { keyOf: (target) => `${target.machine} ${target.target} ${target.threads}` }),
    h('p', { class: 'soft' }, withCode('Noise is what sessions leave between them when the machine’s drift is taken out: no prediction can be nearer. A new target is told by way of others; `bascule collect` measures more.')),
    h('h2', null, 'Which layers answer'),
    layers.length === 0
      ? h('p', { class: 'soft' }, 'Nothing tells: too few architectures were measured.')
      : [
          h('p', { class: 'soft' }, 'A layer answers on a machine only where it lowers the error on architectures that no fit saw, beyond the noise of that estimate; else what is simpler does, and a minimum that does not pay is no figure. Where there are too few of those to tell, levels answer all the same, and no minimum is told.'),
          table('Layers by machine', LAYERS, layers, { keyOf: ({ machine, figure, layer, level }) => `${machine} ${figure} ${layer} ${level}` }),
        ],
    h('h2', null, 'Do they still hold?'),
    later === null ? h('p', { class: 'soft' }, 'Nothing tells: it takes two sessions on one target, of which one foretells the other.') : foretold(later),
    h('h2', null, 'How earlier predictions came true'),
    cameTrue(kept),
    h('h2', null, 'How far off'),
    h('p', null, `As validation said on ${dateTime(stored.createdAt)} (Bascule ${stored.tool}) of the data that the product brings: ${words(stored.data)}${stored.machines.length === 0 ? '' : `, measured on ${stored.machines.join('; ')}`}. Each row predicts what its fit never saw; errors are shares of the measured time. Baselines are what anybody would try first.`),
    h('p', { class: 'soft' }, withCode('This history is not in it: `bascule predict --validate --html FILE` validates both, in some minutes, while no server holds the history.')),
    alarms(stored.results.filter(({ answers }) => answers), 'the models or targets are unlike those known'),
    schemes.map((scheme) => [h('h3', null, capital(scheme)), table(capital(scheme), RESULTS, stored.results.filter((result) => result.leftOut === scheme), { keyOf: (result) => result.method, marked: (result) => result.answers })]),
  ];
}

function dataOf(data: Data): Markup {
  return facts([
    ['Models', `${count(data.models, 'model')} of ${count(data.architectures, 'architecture')}`],
    ['Targets', data.targets],
    ['Times', `${count(data.observations, 'time')} in ${count(data.sessions, 'session')}`],
    ['Measured', data.from === null || data.to === null ? 'nothing' : `${dateTime(data.from)} to ${dateTime(data.to)}`],
  ]);
}

function words(data: Data): string {
  const dates = data.from === null || data.to === null ? '' : `, ${dateTime(data.from)} to ${dateTime(data.to)}`;
  return `${count(data.observations, 'time')} of ${count(data.models, 'model')} of ${count(data.architectures, 'architecture')} on ${count(data.targets, 'target')} in ${count(data.sessions, 'session')}${dates}`;
}

/** What earlier sessions foretold of later ones. */
function foretold({ from, methods }: NonNullable<PredictionFacts['later']>): Child {
  return [
    h('p', null, `What sessions before ${dateTime(from)} foretold of those from then on, of all these data, worked out now.`),
    alarms(methods, 'the machine is not what it was, and `bascule collect` measures anew'),
    table('Later sessions foretold by earlier ones', FORETOLD, methods, { keyOf: ({ method }) => method }),
  ];
}

type Kept = PredictionFacts['held'];
type KeptRow = Kept['rows'][number];
type Beside = Kept['newest'][number];

/** What commands and the matrix predicted, against what was measured afterwards. */
function cameTrue({ made, measured, failed, replaced, open, rows, newest }: Kept): Child {
  if (made === 0) {
    return h('p', { class: 'soft' }, withCode('No prediction is in this history yet: `bascule predict MODEL`, `select` and `recommend` keep theirs in it, and so does the matrix when it shows some.'));
  }
  return [
    h('p', null, `${count(made, 'prediction')}: ${measured} measured since, ${failed} ended badly instead, ${replaced} replaced before that, ${open} open. Of each the first session after it counts; what is measured is chosen by whoever measures.`),
    rows.length > 0 && [
      alarms(rows.flatMap((row) => row.coverage.map((coverage) => ({ method: row.name, coverage }))), 'the machine is not what it was, or the models are unlike those known: `bascule collect` measures anew'),
      table('Earlier predictions against later measurements', KEPT, rows, { keyOf: ({ group, name }) => `${group} ${name}` }),
    ],
    newest.length > 0 && [h('h3', null, 'Beside the truth'), newest.length < measured && h('p', { class: 'soft' }, `The newest ${newest.length} of ${measured}.`), table('Predictions beside what was measured after them', BESIDE, newest, { keyOf: ({ at, model, machine, target, threads, figure, interval }) => `${at} ${model} ${machine} ${target} ${threads} ${figure} ${interval?.level ?? ''}` })],
  ];
}

type Told = Pick<PredictionResult, 'method' | 'coverage'> & { readonly leftOut?: string };

/** Where intervals hold less often than they claim. */
function alarms(told: readonly Told[], meaning: string): Markup {
  const made = told.filter(({ coverage }) => coverage !== null);
  const ringing = made.filter(({ coverage }) => coverage?.alarm === true);
  const untold = made.filter(({ coverage }) => coverage?.alarm == null);
  const name = ({ method, leftOut }: Told): string => (leftOut === undefined ? method : `${method}, ${leftOut}`);
  return h(
    'ul',
    { class: 'sentences', 'aria-label': 'Alarms' },
    ringing.map((result) => h('li', { class: 'bad' }, h('strong', null, 'Alarm: '), withCode(`${name(result)}: intervals of ${percent(result.coverage?.level ?? 0, 0)} held ${held(result)}: ${meaning}.`))),
    ringing.length === 0 && (made.length === 0 ? h('li', { class: 'fair' }, 'No interval was made, so that none can fail to hold.') : h('li', { class: 'good' }, 'No alarm: nowhere do intervals hold less often than they claim, beyond what chance explains.')),
    untold.map((result) => h('li', { class: 'fair' }, `${name(result)}: ${held(result)} held; the file does not tell of how many, so that there are no limits.`)),
  );
}

function held({ coverage }: Told): string {
  if (coverage === null) {
    return 'none was made';
  }
  const [low, high] = coverage.ci95 ?? [];
  return `${percent(coverage.share)}${low === undefined || high === undefined ? '' : ` (${percent(low)} to ${percent(high)})`}`;
}

const RESULTS: readonly Column<PredictionResult>[] = [
  { head: 'Method', cell: ({ method, baseline, answers }) => [method, baseline && h('span', { class: 'chip none' }, 'baseline'), answers && h('span', { class: 'chip good' }, 'answers')].flatMap((part) => (part === false ? [] : [part, ' '])), names: true },
  { head: 'Rests on', cell: ({ level }) => LEVELS[level] ?? level },
  { head: 'Times', cell: ({ times }) => times, figure: true },
  { head: 'Median error', cell: ({ median }) => percent(median), figure: true },
  { head: 'Mean error', cell: ({ mean }) => percent(mean), figure: true },
  { head: '90 % intervals held', cell: (result) => [held(result), result.coverage?.alarm === true && ' ⚠ too few'], figure: true },
  { head: 'Their half-width', cell: ({ coverage }) => (coverage?.medianHalfWidth == null ? 'unknown' : `±${percent(coverage.medianHalfWidth)}`), figure: true },
];

const LAYERS: readonly Column<PredictionLayer>[] = [
  { head: 'Method', cell: ({ method, used }) => [method, ' ', h('span', { class: `chip ${used ? 'good' : 'none'}` }, used ? 'used' : 'left out')], names: true },
  { head: 'Machine', cell: ({ machine }) => h('code', { class: 'whole', title: machine }, short(machine)) },
  { head: 'Of the', cell: ({ figure }) => figure },
  { head: 'Rests on', cell: ({ level }) => LEVELS[level] ?? level },
  { head: 'Layer', cell: ({ layer }) => layer },
  { head: 'Why', cell: ({ why }) => capital(why.replace(/^(used|left out): /, '')) },
];

const FORETOLD: readonly Column<NonNullable<PredictionFacts['later']>['methods'][number]>[] = [
  { head: 'Method', cell: ({ method }) => method, names: true },
  { head: 'Rests on', cell: ({ level }) => LEVELS[level] ?? level },
  { head: 'Times', cell: ({ times }) => times, figure: true },
  { head: 'Median error', cell: ({ median }) => percent(median), figure: true },
  { head: 'Mean error', cell: ({ mean }) => percent(mean), figure: true },
  { head: '90 % intervals held', cell: (row) => [held(row), row.coverage?.alarm === true && ' ⚠ too few'], figure: true },
];

const KEPT: readonly Column<KeptRow>[] = [
  { head: 'Of', cell: ({ name }) => name, names: true },
  { head: 'By', cell: ({ group }) => group },
  { head: 'Times', cell: ({ times }) => times, figure: true },
  { head: 'Median error', cell: ({ median }) => percent(median), figure: true },
  { head: 'Intervals held', cell: ({ name, coverage }) => (coverage.length === 0 ? 'none was made' : coverage.map((one) => `${percent(one.level, 0)}: ${held({ method: name, coverage: one })}${one.alarm === true ? ' ⚠ too few' : ''}`).join('; ')), figure: true },
];

const BESIDE: readonly Column<Beside>[] = [
  { head: 'Model', cell: ({ model }) => model, names: true },
  { head: 'Target', cell: ({ target, threads, machine }) => h('code', { title: machine }, `${target}, ${count(threads, 'thread')}`) },
  { head: 'Predicted', cell: ({ ms, figure }) => `≈ ${millis(ms)}${figure === 'median' ? '' : `, ${figure}`}`, figure: true },
  { head: 'Interval', cell: ({ interval }) => (interval === null ? 'none' : `${range([interval.lowMs, interval.highMs], millis)}, ${percent(interval.level, 0)}`), figure: true },
  { head: 'Measured after it', cell: ({ measuredMs }) => millis(measuredMs), figure: true },
  { head: 'Interval holds it', cell: ({ within }) => (within === null ? 'no interval' : h('span', { class: `chip ${within ? 'good' : 'bad'}` }, within ? 'yes' : 'no')) },
  { head: 'Rests on', cell: ({ level }) => LEVELS[level] ?? level },
  { head: 'Told', cell: ({ at, maker }) => `${dateTime(at)} by ${maker}` },
];

const LEVELS: Readonly<Record<string, string>> = { L0: 'L0: the graph', L1: 'L1: native CPU too', L2: 'L2: a target too' };

const STANDINGS: Readonly<Record<PredictionTarget['standing'], readonly [word: string, tone: string]>> = {
  KNOWN: ['known', 'good'],
  NEW: ['new', 'fair'],
  TOO_FEW: ['too few models', 'none'],
};

const TARGETS: readonly Column<PredictionTarget>[] = [
  { head: 'Target', cell: ({ label, target }) => h('span', { title: target }, label), names: true },
  { head: 'Machine', cell: ({ machine, words: said }) => [h('code', { title: machine }, short(machine)), said !== null && h('span', { class: 'soft below' }, said)] },
  { head: 'Models', cell: ({ models }) => models, figure: true },
  { head: 'Sessions', cell: ({ sessions }) => sessions, figure: true },
  { head: 'Noise', cell: ({ noise }) => (noise === null ? 'no model twice' : percent(noise)), figure: true },
  { head: 'Standing', cell: ({ standing }) => h('span', { class: `chip ${STANDINGS[standing][1]}` }, STANDINGS[standing][0]) },
];

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
