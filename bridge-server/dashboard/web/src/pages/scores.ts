// Scores by model family and target, with their intervals and what they rest on.
import type { ScoresDocument } from '../api/types';
import { shown, useAnswer, useEvents } from '../app/hooks';
import type { PageProps } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { nothingYet } from '../widgets/states';
import { table, type Column } from '../widgets/table';
import { moves } from '../state/ranking';
import { count, significant } from '../words/format';
import { changesHistory } from '../live/types';

type Target = ScoresDocument['targets'][number];
type Family = Target['families'][number];
type Score = NonNullable<Family['score']>;
type Rating = Score['rating'];
type Turn = NonNullable<ScoresDocument['sensitivity']>['turning'][number];

const RATINGS: Readonly<Record<Rating, readonly [word: string, tone: string]>> = {
  high: ['High', 'good'],
  medium: ['Medium', 'fair'],
  low: ['Low', 'none'],
  none: ['✗', 'bad'],
};

export function ScoresPage({ context: { api, live } }: PageProps): Markup {
  const scores = useAnswer((signal) => api.get<ScoresDocument>('/scores', {}, signal));
  useEvents(live, changesHistory, scores.again);
  return h('div', null, shown(scores, 'the scores', (found) => (found.targets.length === 0 ? none() : content(found))));
}

function none(): Markup {
  return nothingYet('Nothing is scored yet', 'A score needs right and timed cells: nothing that was not measured adds to it.');
}

function content(scores: ScoresDocument): Child {
  const families = [...new Set(scores.targets.flatMap((target) => target.families.map((family) => family.family)))].sort();
  const columns: Column<Target>[] = [
    { head: 'Place', cell: (target) => target.rank ?? '–', figure: true },
    { head: 'Target', cell: (target) => target.label, names: true },
    { head: 'All families', cell: (target) => (target.score === null ? '' : [scoreOf(target.score), h('span', { class: 'soft below' }, count(target.models, 'model'))]) },
    ...families.map((family): Column<Target> => ({ head: family, cell: (target) => familyOf(target.families.find((one) => one.family === family)) })),
    { head: 'Score with other weights', cell: (target) => (target.weights === null ? '' : `${significant(target.weights.lowest)} – ${significant(target.weights.highest)}`), figure: true },
    { head: 'Score without one model', cell: (target) => (target.withoutOne === null ? '' : `${significant(target.withoutOne.lowest)} – ${significant(target.withoutOne.highest)}`), figure: true },
  ];
  return [
    h('p', { class: 'soft' }, `0 to 100, against ${scores.baseline}. High from ${scores.thresholds.high}, Medium from ${scores.thresholds.medium}, Low above 0, ✗ where nothing that was tried is right. An empty place, like a target without a row, was tried by nobody or had nothing there to run on: the matrix tells which. Fallback chains have no score of their own here; their cells in the matrix have.`),
    table('Scores by target and model family', columns, scores.targets),
    order(scores),
    sensitivity(scores),
    h('details', { class: 'raw' }, h('summary', null, 'How a score comes about'), h('p', null, h('code', null, scores.formula)), h('ul', null, [...scores.rules, ...scores.notes].map((words) => h('li', null, words)))),
    scores.example.length > 0 && h('details', { class: 'raw' }, h('summary', null, 'A worked example'), h('ul', null, scores.example.map((line) => h('li', null, line)))),
  ];
}

function scoreOf(score: Score): Child {
  const [word, tone] = RATINGS[score.rating];
  const [low, high] = score.interval;
  return [
    h('span', { class: `chip ${tone}` }, word, score.orElse !== null && ` or ${RATINGS[score.orElse][0]}`, unproven(score)),
    ` ${significant(score.value)}`,
    low < high && h('span', { class: 'soft below' }, `${significant(low)} – ${significant(high)}`, score.assumption !== null && `; ${score.assumption}`),
  ];
}

function unproven({ unprovenCells, rightCells }: Score): string {
  return unprovenCells === 0 ? '' : unprovenCells === rightCells ? ', unproven' : `, ${unprovenCells} of ${rightCells} unproven`;
}

/** Means over different models stand in no order. */
function order({ order: found }: ScoresDocument): Child {
  return [
    found.targets.length > 0 && h('p', { class: 'soft' }, `Place: the order on the ${found.models.length} ${found.models.length === 1 ? 'model' : 'models'} that all of these measured (${found.models.join(', ')}), by the scores on these alone.`),
    found.unordered.length > 0 && h('ul', { class: 'soft' }, found.unordered.map((other) => h('li', null, `${other.label} has no place: ${other.why}.`))),
  ];
}

function familyOf(family: Family | undefined): Child {
  if (family === undefined) {
    return null;
  }
  const unsupported = family.unsupported.length > 0 && h('span', { class: 'soft below', title: family.unsupported.join(', ') }, `${family.unsupported.length} unsupported`);
  const models = family.models.length > 0 && h('details', { class: 'below' }, h('summary', null, count(family.models.length, 'model')), family.models.map((model) => h('div', null, `${model.model}: ${significant(model.score.value)}`)));
  return [family.score === null ? h('span', { class: 'chip none' }, '∅ unsupported') : scoreOf(family.score), models, unsupported];
}

function sensitivity({ sensitivity: found, sensitivityWhy }: ScoresDocument): Child {
  return found === null ? h('p', { class: 'soft' }, `Whether the order holds cannot be said: ${sensitivityWhy ?? ''}.`) : [
    h('h2', null, 'Does the order hold?'),
    h('p', null, found.stable ? `Yes: on the ${count(found.models.length, 'model')} that all targets measured, none of ${count(found.variations, 'variation')} of weights and models changes it.` : `Not in every case: ${found.turning.length} of ${count(found.variations, 'variation')} of weights and models change it.`),
    h('ol', null, found.ranking.map((target) => h('li', null, target))),
    found.turning.length > 0 && table('What changes the order', [
      { head: 'Variation', cell: (turn: Turn) => turn.what, names: true },
      { head: 'What moves', cell: (turn) => moves(found.ranking, turn.ranking).map((move) => h('div', null, `${move.name}: ${move.from} → ${move.to}`)) },
    ], found.turning),
  ];
}
