// Two or more machines or targets side by side, on the models that at least two of them have.
import { isAbort, type Query } from '../api/client';
import { Newest } from '../api/newest';
import type { Matrix, MatrixCell, MatrixColumn } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { fill, h, type Child } from '../dom/h';
import { casesOf } from '../state/cases';
import { againstNative } from '../state/native';
import { check } from '../widgets/choice';
import { dropFigures, figure } from '../widgets/figure';
import { matrixTable, titleOf } from '../widgets/matrix-table';
import { operatorCases } from '../widgets/operator-cases';
import { pager } from '../widgets/pager';
import { loading, nothingYet, problemBox } from '../widgets/states';
import { short } from '../words/format';

const FEWEST = 2;

/** As many rows as the server gives at a time: all of them tell which columns there are, and how full. */
const MOST = 500;

/** Rows in the table at a time. */
const SHOWN = 100;

/** More charts than these say no more than the table. */
const CHARTS = 12;

export function hardwarePage(context: Context, query: URLSearchParams): View {
  const choice = h('div', { class: 'card padded' }, loading('the targets'));
  const result = h('div', { 'aria-live': 'polite' });
  const loads = new Newest();
  const sides = new Newest();
  let current = query;
  let chosen = query.getAll('column');
  let leftOut = 0;
  const go = (changed: URLSearchParams): void => context.navigation.go(hrefOf({ page: 'hardware' }, changed), true);
  const cases = (): 'models' | undefined => casesOf(current, 'model');
  const compare = async (): Promise<void> => {
    dropFigures(result);
    const signal = sides.next();
    if (chosen.length < FEWEST) {
      fill(result, h('p', { class: 'soft' }, 'Choose two or more.'));
      return;
    }
    try {
      const matrix = await context.api.get<Matrix>('/hardware', { column: chosen, cases: cases(), page: Math.max(1, Number(current.get('page')) || 1), size: SHOWN }, signal);
      const turn = (number: number): void => {
        const changed = withColumns(current, chosen);
        changed.set('page', String(number));
        go(changed);
      };
      fill(result, operatorCases(leftOut, withColumns(current, chosen), (all) => hrefOf({ page: 'hardware' }, all)), pager(matrix.page, 'row', turn), sideBySide(matrix));
    } catch (error) {
      if (!isAbort(error)) {
        fill(result, problemBox(error, () => void compare()));
      }
    }
  };
  const toggle = (id: string): void => {
    const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
    go(withColumns(current, next));
  };
  const load = async (): Promise<void> => {
    const signal = loads.next();
    try {
      const { columns: all, began, timed, totals } = await tally(context, { model: current.getAll('model'), cases: cases() }, signal);
      leftOut = totals.leftOut;
      const columns = all.filter((column) => began.has(column.id));
      if (columns.length < FEWEST) {
        sides.end();
        dropFigures(result);
        fill(result);
        fill(choice, operatorCases(leftOut, current, (changed) => hrefOf({ page: 'hardware' }, changed)), nothingYet('There are no two targets to compare yet', 'Run on several browsers, or bring in the history of another machine.'));
        return;
      }
      // What was left out takes its columns along, and nobody could untick one that is not shown.
      chosen = chosen.filter((id) => columns.some((column) => column.id === id));
      if (chosen.length === 0) {
        // The fullest columns are those that have most to show.
        const cells = (column: MatrixColumn): number => timed.get(column.id) ?? 0;
        chosen = [...columns].sort((a, b) => cells(b) - cells(a)).slice(0, 3).map((column) => column.id);
      }
      fill(choice, chooser(columns, () => chosen, toggle));
      await compare();
    } catch (error) {
      if (!isAbort(error)) {
        fill(choice, problemBox(error, () => void load()));
      }
    }
  };
  void load();
  const update = (changed: URLSearchParams): void => {
    const others = changed.get('cases') !== current.get('cases');
    current = changed;
    chosen = changed.getAll('column');
    // Other cases may have other columns.
    void (others ? load() : compare());
  };
  return { title: 'Hardware side by side', element: h('div', null, choice, result), update, dispose: () => (loads.end(), sides.end()) };
}

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

function chooser(columns: readonly MatrixColumn[], chosen: () => readonly string[], toggle: (id: string) => void): Child {
  const machines = [...new Set(columns.map((column) => column.machine))];
  return machines.map((machine) =>
    h(
      'fieldset',
      null,
      h('legend', null, `Machine ${short(machine)}`),
      h('div', { class: 'columns' }, columns.filter((column) => column.machine === machine).map((column) => check(`${column.label} in ${column.group}`, chosen().includes(column.id), () => toggle(column.id), undefined, column.id))),
    ),
  );
}

function sideBySide(matrix: Matrix): Child {
  if (matrix.rows.length === 0) {
    return h('p', null, 'No model was run on two of these.');
  }
  const cellLink = (cell: MatrixCell): string => hrefOf({ page: 'matrix' }, { cell: cell.id });
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
  return [matrixTable(matrix, { cell: cellLink, gap: (row, column) => hrefOf({ page: 'start' }, { model: row.model, chain: column.chain.join('→'), where: column.group }) }).element, h('h2', null, 'How many times as long'), matrix.rows.length > CHARTS && h('p', { class: 'soft' }, `Charts of the first ${CHARTS} of these ${matrix.rows.length} rows; the table has all.`), charts.length === 0 ? h('p', { class: 'soft' }, `No model has times on two of ${matrix.columns.map(titleOf).join(', ')}.`) : charts];
}

function several(matrix: Matrix): boolean {
  return new Set(matrix.columns.map((column) => column.machine)).size > 1;
}
