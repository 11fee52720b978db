// Two or more machines or targets side by side, on the models that at least two of them have.
import { isAbort } from '../api/client';
import { Newest } from '../api/newest';
import type { Matrix, MatrixCell, MatrixColumn } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { fill, h, type Child } from '../dom/h';
import { againstNative } from '../state/native';
import { check } from '../widgets/choice';
import { dropFigures, figure } from '../widgets/figure';
import { matrixTable, titleOf } from '../widgets/matrix-table';
import { loading, nothingYet, problemBox } from '../widgets/states';
import { short } from '../words/format';

const FEWEST = 2;

/** Rows that tell how full a column is; the columns are the same on each page. */
const ROWS = 50;

export function hardwarePage(context: Context, query: URLSearchParams): View {
  const choice = h('div', { class: 'card padded' }, loading('the targets'));
  const result = h('div', { 'aria-live': 'polite' });
  const asked = new AbortController();
  const sides = new Newest();
  let chosen = query.getAll('column');
  const compare = async (): Promise<void> => {
    dropFigures(result);
    const signal = sides.next();
    if (chosen.length < FEWEST) {
      fill(result, h('p', { class: 'soft' }, 'Choose two or more.'));
      return;
    }
    try {
      fill(result, sideBySide(await context.api.get<Matrix>('/hardware', { column: chosen, size: 100 }, signal)));
    } catch (error) {
      if (!isAbort(error)) {
        fill(result, problemBox(error, () => void compare()));
      }
    }
  };
  const toggle = (id: string): void => {
    const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
    const changed = new URLSearchParams(next.map((column) => ['column', column]));
    context.navigation.go(hrefOf({ page: 'hardware' }, changed), true);
  };
  const load = async (): Promise<void> => {
    try {
      const matrix = await context.api.get<Matrix>('/matrix', { model: query.getAll('model'), size: ROWS }, asked.signal);
      const columns = matrix.columns.filter((column) => matrix.cells.some((cell) => matrix.columns[cell.column] === column && cell.began));
      if (columns.length < FEWEST) {
        fill(choice, nothingYet('There are no two targets to compare yet', 'Run on several browsers, or bring in the history of another machine.'));
        return;
      }
      if (chosen.length === 0) {
        // The fullest columns are those that have most to show.
        const cells = (column: MatrixColumn): number => matrix.cells.filter((cell) => matrix.columns[cell.column] === column && cell.medianMs !== null).length;
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
    chosen = changed.getAll('column');
    void compare();
  };
  return { title: 'Hardware side by side', element: h('div', null, choice, result), update, dispose: () => (asked.abort(), sides.end()) };
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
  const charts = matrix.rows.slice(0, 12).flatMap((row, r) => {
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
  return [matrixTable(matrix, { cell: cellLink, gap: (row, column) => hrefOf({ page: 'start' }, { model: row.model, chain: column.chain.join('→'), where: column.group }) }).element, h('h2', null, 'How many times as long'), charts.length === 0 ? h('p', { class: 'soft' }, `No model has times on two of ${matrix.columns.map(titleOf).join(', ')}.`) : charts];
}

function several(matrix: Matrix): boolean {
  return new Set(matrix.columns.map((column) => column.machine)).size > 1;
}
