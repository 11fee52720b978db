// The matrix over the whole history: filters beside it, a cell's evidence in a panel over it.
import { Fragment } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Matrix, Predictions } from '../api/types';
import { shown, useAnswer, useEvents, useNewest, type Answer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { announce } from '../dom/announce';
import { h, type Child, type Markup } from '../dom/h';
import { changesHistory } from '../live/types';
import { casesOf } from '../state/cases';
import { daysOf, fromQuery, isNarrowed, only, SIZES, toggled, toQuery, widened, type Filters } from '../state/filters';
import { expectedOf, gapsOf, placeOf, predictionsWanted, withPredictions, type Expected, type Gaps } from '../state/predictions';
import { check, select } from '../widgets/choice';
import { chip, chosenChips, facetList, verdictLabel, type FacetWords } from '../widgets/facets';
import { MatrixTable, type Links } from '../widgets/matrix-table';
import { operatorCases } from '../widgets/operator-cases';
import { pager } from '../widgets/pager';
import { empty, nothingYet, problemBox } from '../widgets/states';
import { count, dateTime, short } from '../words/format';
import { CellPanel } from './cell';
import { expectationOf, settledFor } from './expectation';
import { GapPanel } from './gap';
import { legend } from './matrix-legend';

export const FACETS: readonly FacetWords[] = [
  { name: 'verdict', title: 'Verdict', label: verdictLabel },
  { name: 'family', title: 'Family' },
  { name: 'model', title: 'Model' },
  { name: 'browser', title: 'Browser' },
  { name: 'backend', title: 'Backend' },
  { name: 'engine', title: 'Engine' },
  { name: 'machine', title: 'Machine', label: short },
  { name: 'suite', title: 'Suite' },
];
/** In milliseconds. */
const AGAIN = 5_000;
const NAMES = FACETS.map((facet) => facet.name);

export function MatrixPage({ context, query }: PageProps): Markup {
  const { api, live, navigation } = context;
  const bare = withoutPanel(query);
  const predicting = predictionsWanted(query);
  const asked = withPredictions(bare, false).toString();
  const filters = fromQuery(query, NAMES);
  const since = sinceOf(query);
  const verdicts = filters.chosen['verdict'];
  // Filters may leave out runs, and with them cells, of a row that is shown.
  const someRuns = filters.chosen['suite'] !== undefined || since !== '';
  const wanted = { ...filters.chosen, cases: casesOf(query, 'suite'), q: filters.text, page: filters.page, size: filters.size, sort: filters.sort, since };
  const answer = useAnswer(async (signal) => ({ asked, matrix: await api.get<Matrix>('/matrix', wanted, signal) }), [asked]);
  const predictions = useAnswer(async (signal) => (predicting ? told(asked, await api.get<Predictions>('/predictions', wanted, signal)) : undefined), [predicting, asked]);
  const gaps = predicting ? predictions.value?.gaps : undefined;
  // What waits for a measurement is told after it, and no event says when fits may be made again.
  const pending = predicting && predictions.value?.expected.pending === true;
  useEffect(() => {
    if (pending) {
      const later = setInterval(predictions.again, AGAIN);
      return () => clearInterval(later);
    }
    return undefined;
  }, [pending]);
  useEvents(live, changesHistory, () => {
    answer.again();
    predictions.again();
  });
  const matrix = answer.value?.matrix;
  useEffect(() => matrix && announce(`${count(matrix.page.total, 'row')} in the matrix`), [matrix]);

  const to = (changed: URLSearchParams): string => hrefOf({ page: 'matrix' }, changed);
  const go = (changed: Filters, replace = false): void => navigation.go(to(toQuery(changed, NAMES, bare)), replace);
  const toggle = (facet: string, value: string): void => go(changedBy(filters, facet, value));
  const clear = (): void => navigation.go(to(ever(toQuery(widened(filters), NAMES, bare))));
  const measured = (days: string): void => {
    const changed = ever(withoutPanel(query));
    changed.delete('page');
    if (days !== '') {
      changed.set('days', days);
    }
    navigation.go(to(changed));
  };
  const links = useMemo((): Links => {
    const panel = (name: 'cell' | 'gap', key: string): string => {
      const opened = withoutPanel(query);
      opened.set(name, key);
      return to(opened);
    };
    return {
      cell: (cell) => panel('cell', cell.id),
      gap: (row, column) => panel('gap', `${row.key}\n${column.id}`),
      someRuns,
      gaps,
      ...(verdicts === undefined ? {} : { sought: (cell) => verdicts.includes(cell.verdict) }),
    };
  }, [bare.toString(), gaps]);
  const content = (found: Matrix): Child =>
    found.rows.length === 0
      ? isNarrowed(filters) || since !== '' ? nothingLeft(clear) : found.totals.leftOut > 0 ? operatorsOnly() : noRuns()
      : [
          // The same again, since the history changed, is the same grid: nobody's place is lost.
          h(MatrixTable, { key: answer.value?.asked, matrix: found, links, seek: verdicts && Math.max(0, found.cells.find((cell) => verdicts.includes(cell.verdict))?.column ?? 0) }),
          legend(someRuns, predicting),
        ];

  const open = useMemo(() => matchMedia('(min-width: 900px)').matches, []);
  const closed = (): void => navigation.leave(to(bare));
  const [cell, gap] = [query.get('cell'), query.get('gap')];
  return h(
    Fragment,
    null,
    h(
      'div',
      { class: 'matrix-page' },
      h(
        'div',
        { class: 'side' },
        h(Search, { text: filters.text, typed: (text) => go({ ...filters, text, page: 1 }, true) }),
        h('details', { class: 'facet-box', open }, h('summary', null, 'Filters'), h('div', { class: 'facets' }, matrix !== undefined && [times(query, measured), facetList(FACETS, { ...matrix.facets }, filters, toggle)])),
      ),
      h(
        'div',
        { class: 'matrix-content' },
        h('div', { class: 'matrix-top' }, matrix !== undefined && [
          h('div', { class: 'bar' }, pager(matrix.page, 'row', (page) => go({ ...filters, page }), matrix.columns.length === 0 ? '' : `, ${count(matrix.columns.length, 'column')}`), h('div', { class: 'bar' }, predictionSwitch(predicting, () => navigation.go(to(withPredictions(bare, !predicting)))), sizes(matrix, filters, (size) => go({ ...filters, size, page: 1 })))),
          predicting && expectation(asked, predictions),
          since !== '' && h('div', { class: 'chips' }, timeChip(query, since, measured)),
          chosenChips(FACETS, filters, toggle, clear),
          operatorCases(matrix.totals.leftOut, bare, to),
        ]),
        h('div', { class: 'matrix-main', 'aria-busy': answer.busy ? 'true' : undefined }, shown(answer, 'the matrix', (value) => content(value.matrix))),
      ),
    ),
    cell !== null ? h(CellPanel, { key: cell, context, id: cell, closed }) : gap !== null && h(GapPanel, { key: gap, about: gap, expected: gaps?.get(placeOf(...halves(gap))), matrix, someRuns, closed }),
  );
}

/** Tells what is typed once somebody stops; what else changes the text waits while somebody types. */
function Search({ text, typed }: { text: string; typed: (text: string) => void }): Markup {
  const box = useRef<HTMLInputElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const told = useNewest(typed);
  useEffect(() => {
    if (box.current !== null && document.activeElement !== box.current) {
      box.current.value = text;
    }
  }, [text]);
  useEffect(() => () => clearTimeout(typing.current), []);
  const input = (): void => {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => told.current(box.current?.value.trim() ?? ''), 250);
  };
  return h('input', { type: 'search', placeholder: 'Model, case, browser…', 'aria-label': 'Search the matrix', ref: box, defaultValue: text, onInput: input });
}

/** Days count from now on, whenever the link was made; a moment stays what it is. */
function sinceOf(query: URLSearchParams): string {
  const days = daysOf(query);
  return days === undefined ? (query.get('since') ?? '') : new Date(Date.now() - days * 86_400_000).toISOString();
}

function sizes(matrix: Matrix, filters: Filters, go: (size: number) => void): Child {
  return matrix.page.total > SIZES[0] && select('Rows', SIZES.map((size) => ({ value: String(size), label: String(size) })), String(filters.size), (size) => go(Number(size)));
}

function predictionSwitch(on: boolean, changed: () => void): Markup {
  return check('Show predictions', on, changed, { title: 'What blanks are expected to take: hatched, never measured, without verdict or score' });
}

interface Told {
  /** The query that it answers. */
  readonly asked: string;
  readonly gaps: Gaps;
  readonly expected: Expected;
}

function told(asked: string, predictions: Predictions): Told {
  return { asked, gaps: gapsOf(predictions), expected: expectedOf(predictions) };
}

/** That predictions are on their way, or how many there are and why there are no more. */
function expectation(asked: string, { value, error, busy, again }: Answer<Told | undefined>): Child {
  return error !== undefined ? problemBox(error, again) : expectationOf(settledFor(asked, value, busy));
}

/** The row and the column of a blank. */
function halves(gap: string): readonly [row: string, column: string] {
  const [row = '', column = ''] = gap.split('\n');
  return [row, column];
}

function times(query: URLSearchParams, measured: (days: string) => void): Markup {
  const days = [
    ['', 'ever'],
    ['1', 'last day'],
    ['7', 'last 7 days'],
    ['30', 'last 30 days'],
  ] as const;
  return select('Measured', days.map(([value, label]) => ({ value, label })), query.get('days') ?? '', measured);
}

/** Says that older runs are left out, also where the filters are folded up. */
function timeChip(query: URLSearchParams, since: string, measured: (days: string) => void): Markup {
  const days = daysOf(query);
  const label = days === undefined ? `since ${dateTime(since)}` : days === 1 ? 'last day' : `last ${days} days`;
  return chip('Measured', label, () => measured(''));
}

function withoutPanel(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('cell');
  rest.delete('gap');
  return rest;
}

/** Without a limit of time. */
function ever(query: URLSearchParams): URLSearchParams {
  query.delete('days');
  query.delete('since');
  return query;
}

/** A run is of one suite: the server takes one. */
function changedBy(filters: Filters, facet: string, value: string): Filters {
  return facet === 'suite' ? only(filters, facet, filters.chosen[facet]?.includes(value) === true ? '' : value) : toggled(filters, facet, value);
}

function nothingLeft(clear: () => void): Markup {
  return empty('No cell passes all of these filters', h('button', { type: 'button', onClick: clear }, 'Clear all filters'));
}

function operatorsOnly(): Markup {
  return empty('No model yet', h('p', null, 'The history has operator cases of conformance runs only.'));
}

function noRuns(): Markup {
  return nothingYet('No runs yet', 'The matrix fills with whatever is run.');
}
