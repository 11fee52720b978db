// Two or more machines or targets side by side, on the models that at least two of them have.
import { Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import type { Api, Query } from '../api/client';
import type { Matrix, MatrixColumn } from '../api/types';
import { shown, useAnswer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { Context, PageProps } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { casesOf } from '../state/cases';
import { againstNative } from '../state/native';
import { check } from '../widgets/choice';
import { figure } from '../widgets/figure';
import { MatrixTable, titleOf, type Links } from '../widgets/matrix-table';
import { operatorCases } from '../widgets/operator-cases';
import { pager } from '../widgets/pager';
import { nothingYet } from '../widgets/states';
import { short } from '../words/format';

const FEWEST = 2;

/** As many rows as the server gives at a time: all of them tell which columns there are, and how full. */
const MOST = 500;

/** Rows in the table at a time. */
const SHOWN = 100;

/** More charts than these say no more than the table. */
const CHARTS = 12;

export function HardwarePage({ context, query }: PageProps): Markup {
  const { api, navigation } = context;
  const cases = casesOf(query, 'model');
  const go = (changed: URLSearchParams): void => navigation.go(hrefOf({ page: 'hardware' }, changed), true);
  const all = (changed: URLSearchParams): string => hrefOf({ page: 'hardware' }, changed);
  // Other cases may have other columns.
  const targets = useAnswer((signal) => tally(context, { model: query.getAll('model'), cases }, signal), [cases]);
  const touched = useRef(false);
  const columns = targets.value?.columns.filter((column) => targets.value?.began.has(column.id));
  const chosen = columns === undefined ? [] : chosenOf(query.getAll('column'), columns, targets.value?.timed, touched.current);
  const toggle = (id: string): void => go(withColumns(query, chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]));
  const leftOut = targets.value?.totals.leftOut ?? 0;
  touched.current ||= query.has('column');
  const few = columns === undefined || columns.length < FEWEST;
  return h(
    'div',
    null,
    h(
      'div',
      { class: 'card padded' },
      shown(targets, 'the targets', () =>
        few
          ? [operatorCases(leftOut, query, all), nothingYet('There are no two targets to compare yet', 'Run on several browsers, or bring in the history of another machine.')]
          : chooser(columns, chosen, toggle),
      ),
    ),
    h(
      'div',
      { 'aria-live': 'polite' },
      few ? null : chosen.length < FEWEST ? h('p', { class: 'soft' }, 'Choose two or more.') : h(SideBySide, { api, query, chosen, cases, go, above: operatorCases(leftOut, withColumns(query, chosen), all) }),
    ),
  );
}

/**
 * What was left out takes its columns along, and nobody could untick one that is not shown; at first, the fullest columns.
 *
 * @param touched whether somebody chose already, and may have unticked the last
 */
function chosenOf(asked: readonly string[], columns: readonly MatrixColumn[], timed: ReadonlyMap<string, number> | undefined, touched: boolean): readonly string[] {
  const chosen = asked.filter((id) => columns.some((column) => column.id === id));
  const cells = (column: MatrixColumn): number => timed?.get(column.id) ?? 0;
  return chosen.length > 0 || (touched && asked.length === 0) ? chosen : [...columns].sort((a, b) => cells(b) - cells(a)).slice(0, 3).map((column) => column.id);
}

interface SideBySideProps {
  readonly api: Api;
  readonly query: URLSearchParams;
  readonly chosen: readonly string[];
  readonly cases: 'models' | undefined;
  readonly go: (query: URLSearchParams) => void;
  readonly above: Child;
}

function SideBySide({ api, query, chosen, cases, go, above }: SideBySideProps): Markup {
  const page = Math.max(1, Number(query.get('page')) || 1);
  const answer = useAnswer((signal) => api.get<Matrix>('/hardware', { column: chosen, cases, page, size: SHOWN }, signal), [chosen.join('\n'), cases, page]);
  const turn = (number: number): void => {
    const changed = withColumns(query, chosen);
    changed.set('page', String(number));
    go(changed);
  };
  return h(Fragment, null, shown(answer, 'the cells', (matrix) => [above, pager(matrix.page, 'row', turn), sideBySide(matrix)]));
}

const LINKS: Links = {
  cell: (cell) => hrefOf({ page: 'matrix' }, { cell: cell.id }),
  gap: (row, column) => hrefOf({ page: 'start' }, { model: row.model, chain: column.chain.join('→'), where: column.group }),
};

/** The same page with other columns, from its beginning. */
function withColumns(query: URLSearchParams, columns: readonly string[]): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.delete('column');
  changed.delete('page');
  columns.forEach((column) => changed.append('column', column));
  return changed;
}

/** Over all rows: the columns, which of them began anything, and how many times each has. */
async function tally(context: Context, query: Query, signal: AbortSignal) {
  const began = new Set<string>();
  const timed = new Map<string, number>();
  for (let number = 1; ; number++) {
    const { columns, cells, totals, page } = await context.api.get<Matrix>('/matrix', { ...query, page: number, size: MOST }, signal);
    for (const cell of cells) {
      const id = columns[cell.column]?.id ?? '';
      if (cell.began) {
        began.add(id);
      }
      if (cell.medianMs !== null) {
        timed.set(id, (timed.get(id) ?? 0) + 1);
      }
    }
    if (number >= page.pages) {
      return { columns, began, timed, totals };
    }
  }
}

function chooser(columns: readonly MatrixColumn[], chosen: readonly string[], toggle: (id: string) => void): Child {
  const machines = [...new Set(columns.map((column) => column.machine))];
  return machines.map((machine) =>
    h(
      'fieldset',
      null,
      h('legend', null, `Machine ${short(machine)}`),
      h('div', { class: 'columns' }, columns.filter((column) => column.machine === machine).map((column) => check(`${column.label} in ${column.group}`, chosen.includes(column.id), () => toggle(column.id), { value: column.id }))),
    ),
  );
}

function sideBySide(matrix: Matrix): Child {
  if (matrix.rows.length === 0) {
    return h('p', null, 'No model was run on two of these.');
  }
  // Charts write what stands behind a comma on a second line.
  const names = matrix.columns.map((column) => `${column.label}, ${column.group}${several(matrix) ? ` on ${short(column.machine)}` : ''}`);
  const charts = matrix.rows.slice(0, CHARTS).flatMap((row, r) => {
    const inTurn = againstNative(matrix, r, names);
    if (inTurn !== undefined) {
      return [figure(`${row.label}: times as long as ${inTurn.base}, as in the table: measured in turn, with 95 % intervals. ● at most as long, ◆ longer`, inTurn)];
    }
    const timed = matrix.cells.flatMap((cell) => (cell.row === r && cell.medianMs !== null && cell.medianMs > 0 ? [{ name: names[cell.column] ?? '', cell, median: cell.medianMs }] : []));
    const base = timed[0];
    if (base === undefined || timed.length < FEWEST) {
      return [];
    }
    // Ends of one side alone: what of the base is not sure is said in words, since two intervals make none of the ratio.
    const rows = timed.slice(1).map(({ name, median }) => ({ label: name, ratio: median / base.median }));
    return [figure(`${row.label}: times as long as ${base.name} (of the medians above, which were not measured in turn: so it is not the table’s speed; Compare gives intervals). ● faster, ◆ slower`, { kind: 'ratios', base: base.name, rows })];
  });
  return [h(MatrixTable, { matrix, links: LINKS }), h('h2', null, 'How many times as long'), matrix.rows.length > CHARTS && h('p', { class: 'soft' }, `Charts of the first ${CHARTS} of these ${matrix.rows.length} rows; the table has all.`), charts.length === 0 ? h('p', { class: 'soft' }, `No model has times on two of ${matrix.columns.map(titleOf).join(', ')}.`) : charts];
}

function several(matrix: Matrix): boolean {
  return new Set(matrix.columns.map((column) => column.machine)).size > 1;
}
