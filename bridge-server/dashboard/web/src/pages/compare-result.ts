import type { ComparisonCase, ComparisonDocument, ComparisonGroup } from '../api/types';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { figure } from '../widgets/figure';
import { empty } from '../widgets/states';
import { table } from '../widgets/table';
import { verdictChip } from '../widgets/verdict';
import { count, millis, significant } from '../words/format';
import { shared } from '../words/notes';
import { quoted, storeOption } from '../words/shell';

/** More rows make no better plot; the table has all. */
const PLOTTED = 40;

const FINDINGS: Readonly<Record<ComparisonGroup['finding'], readonly [sign: string, tone: string]>> = {
  faster: ['▲', 'good'],
  slower: ['▼', 'bad'],
  equivalent: ['=', 'none'],
  'no-difference-shown': ['~', 'none'],
  noisy: ['≈', 'fair'],
  'too-few-samples': ['…', 'fair'],
  'not-compared': ['–', 'none'],
  'other-inputs': ['–', 'fair'],
  'other-plan': ['–', 'fair'],
};

const KIND_WORDS: Readonly<Record<ComparisonDocument['kind'], string>> = {
  'same-places': 'The same targets on the same machine: a difference is one of software, or of the machine’s state.',
  'other-targets': 'Different targets: a difference is no regression.',
  'other-machines': 'Different machines: verdicts count, and a difference of speed is one of machines.',
};

/**
 * @param store the history's file, where a command line has to name it
 * @param leftOut how many operator cases the history has that are not compared here
 */
export function comparison(document: ComparisonDocument, store: string | null | undefined, leftOut = 0): Child {
  if (document.cases.length === 0 && document.verdictChanges.length === 0) {
    return [empty('The two sides have no case in common', h('p', null, 'Cases are held against each other where model, settings and whatever else is not compared agree.')), only(document)];
  }
  return [
    h('p', { class: 'soft' }, KIND_WORDS[document.kind]),
    changes(document),
    groupPlot(document),
    h('ul', { class: 'sentences', 'aria-label': 'What is shown' }, document.groups.map((group) => sentence(group, document.kind))),
    plot(document),
    caseTable(document),
    differences(document),
    only(document),
    h('h2', null, leftOut === 0 ? 'The same from the command line' : 'From the command line, operator cases included'),
    commandLine(`bascule compare ${quoted(document.baseline.name)} ${quoted(document.candidate.name)}${storeOption(store)}`),
  ];
}

/** Only of the same targets is a difference good or bad. */
function toneOf(found: ComparisonGroup['finding'], kind: ComparisonDocument['kind']): string {
  return kind === 'same-places' ? FINDINGS[found][1] : 'none';
}

/** What each place comes to, at a glance. */
function groupPlot(document: ComparisonDocument): Child {
  const rows = document.groups.flatMap(({ group, estimate }) => (estimate === null ? [] : [{ label: twoLines(group), ratio: estimate.ratio, ends: estimate.ci95 }]));
  return rows.length > 1 && figure(`Geometric means: how many times as long as ${document.baseline.name}, with 95 % intervals`, { kind: 'ratios', base: document.baseline.name, rows });
}

/** The backend, and below it where: charts write what stands behind a comma on a second line. */
function twoLines(group: string): string {
  return group.replace(/ against .*$/, '').replace(' in ', ', ');
}

function sentence(group: ComparisonGroup, kind: ComparisonDocument['kind']): Markup {
  const [sign] = FINDINGS[group.finding];
  const tone = toneOf(group.finding, kind);
  return h('li', { class: tone }, h('span', { 'aria-hidden': 'true' }, `${sign} `), group.sentence, group.estimate !== null && h('span', { class: 'soft below' }, `ratio ${significant(group.estimate.ratio)} (95 %: ${significant(group.estimate.ci95[0])} – ${significant(group.estimate.ci95[1])}); ${group.estimate.how}`));
}

function changes({ verdictChanges }: ComparisonDocument): Child {
  return verdictChanges.length > 0 && [
    h('h2', null, 'Verdicts that changed'),
    table('Verdicts that changed', [
      { head: 'Case', cell: (change: ComparisonDocument['verdictChanges'][number]) => [change.case, h('span', { class: 'soft below' }, change.target)], names: true },
      { head: 'Before', cell: (change) => verdictChip(change.before) },
      { head: 'After', cell: (change) => verdictChip(change.after) },
      { head: 'Regression', cell: (change) => change.regression && h('span', { class: 'chip bad' }, '▼ regression') },
      { head: 'Why', cell: (change) => change.why ?? '' },
    ], verdictChanges),
  ];
}

function plot(document: ComparisonDocument): Child {
  const rows = document.cases.flatMap(({ case: name, candidate, estimate }) => (estimate === null ? [] : [{ label: `${name}, ${candidate.target}`, ratio: estimate.ratio, ends: estimate.ci95 }]));
  return rows.length > 0 && [
    h('h2', null, 'Ratios with intervals'),
    figure(`How many times as long as ${document.baseline.name}, with 95 % intervals; left of the dashed line is faster${rows.length > PLOTTED ? `. The first ${PLOTTED} of ${rows.length}` : ''}`, { kind: 'ratios', base: document.baseline.name, rows: rows.slice(0, PLOTTED) }),
  ];
}

function caseTable(document: ComparisonDocument): Child {
  const common = shared(document.cases.map((one) => one.notes));
  return document.cases.length > 0 && [
    h('h2', null, count(document.cases.length, 'case')),
    common.map((note) => h('p', { class: 'soft' }, `Of all of them: ${note}.`)),
    table('Cases', [
      { head: 'Case', cell: (one: ComparisonCase) => [one.case, h('span', { class: 'soft below' }, one.candidate.target)], names: true },
      { head: 'Baseline', cell: (one) => [median(one.baseline), h('span', { class: 'soft below' }, one.baseline.target)], figure: true },
      { head: 'Candidate', cell: (one) => median(one.candidate), figure: true },
      { head: 'Ratio', cell: (one) => one.estimate === null ? '' : [`×${significant(one.estimate.ratio)}`, h('span', { class: 'soft below' }, `${significant(one.estimate.ci95[0])} – ${significant(one.estimate.ci95[1])}`)], figure: true },
      { head: 'What is shown', cell: (one) => [finding(one, document.kind), h('span', { class: 'soft below' }, one.why), notes(one.notes.filter((note) => !common.includes(note)))] },
      { head: 'p (Holm)', cell: (one) => (one.adjustedP === null ? '' : one.adjustedP < 0.001 ? '< 0.001' : one.adjustedP.toFixed(3)), figure: true },
      { head: 'Effect', cell: (one) => (one.effect === null ? '' : [one.effect.magnitude, h('span', { class: 'soft below whole' }, `Cliff’s δ ${one.effect.cliffsDelta.toFixed(2)}`)]) },
    ], document.cases, { most: PLOTTED }),
  ];
}

function notes(list: readonly string[]): Child {
  return list.length > 0 && h('details', { class: 'raw' }, h('summary', null, count(list.length, 'note')), h('ul', null, list.map((note) => h('li', null, note))));
}

function finding(one: ComparisonCase, kind: ComparisonDocument['kind']): Markup {
  const [sign] = FINDINGS[one.finding];
  return h('span', { class: `chip ${one.regression ? 'bad' : toneOf(one.finding, kind)}` }, `${sign} ${one.sentence}`);
}

function median(side: ComparisonCase['baseline']): string {
  return side.medianMs === null ? '–' : millis(side.medianMs);
}

function differences({ differences: list }: ComparisonDocument): Child {
  return list.length > 0 && h(
    'details',
    { class: 'raw' },
    h('summary', null, `What else the sides do not have in common (${list.length})`),
    table('What else differs', [
      { head: 'What', cell: (one: ComparisonDocument['differences'][number]) => one.what, names: true },
      { head: 'Baseline', cell: (one) => one.baseline.join(', ') || '(none)' },
      { head: 'Candidate', cell: (one) => one.candidate.join(', ') || '(none)' },
    ], list),
  );
}

function only({ onlyBaseline, onlyCandidate }: ComparisonDocument): Child {
  const list = (title: string, cases: readonly string[]): Child => cases.length > 0 && h('details', { class: 'raw' }, h('summary', null, `${title} (${cases.length})`), h('ul', { class: 'plain' }, cases.map((name) => h('li', null, name))));
  return [list('Only the baseline has', onlyBaseline), list('Only the candidate has', onlyCandidate)];
}
