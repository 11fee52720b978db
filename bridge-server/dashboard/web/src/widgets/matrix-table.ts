// The matrix as a grid: a row for each model and its settings, a column for each target.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Matrix, MatrixCell, MatrixColumn, MatrixRow } from '../api/types';
import { h, type Child, type Markup } from '../dom/h';
import { memo } from '../dom/memo';
import { useCursor } from './grid';
import { full, gap, head, nearestOf, rowHead, type Links } from './matrix-cells';
import { CELL, holds, useSight } from './matrix-sight';

export { titleOf, type Links } from './matrix-cells';

/** More cells than this are drawn only as far as they are in sight: all of them would take a second, and the page's memory. */
const MANY = 1200;

interface MatrixProps {
  readonly matrix: Matrix;
  /** The same object for as long as they lead to the same. */
  readonly links: Links;
  /** A column to be scrolled to at first. */
  readonly seek?: number | undefined;
}

/** A grid of all cells, or of those in sight where there are many. */
export function MatrixTable({ matrix, links, seek }: MatrixProps): Markup {
  const { rows, columns, cells } = matrix;
  const inPart = rows.length * columns.length > MANY;
  const byPlace = useMemo(() => new Map(cells.map((cell) => [cell.row * columns.length + cell.column, cell])), [matrix]);
  const box = useRef<HTMLDivElement>(null);
  const sight = useSight(box, matrix, inPart);
  const cursor = useCursor(box, [rows.length, columns.length], inPart ? sight.scrollTo : undefined);
  useLayoutEffect(() => (seek === undefined ? undefined : sight.scrollTo([0, seek])), []);

  const { down, across } = sight;
  // The tab key stops at the cell that had the focus last, or else at the first that is drawn.
  const [stopRow, stopColumn] = holds(sight, cursor.at) ? cursor.at : [down.from, across.from];
  return h(
    'div',
    { class: 'matrix-box card', tabindex: inPart ? -1 : undefined, ref: box, onScroll: sight.look, onKeyDown: cursor.pressed, onFocusIn: cursor.focused },
    h(
      'table',
      {
        class: inPart ? 'matrix in-part' : 'matrix',
        style: inPart ? { width: `calc(var(--names) + ${columns.length * CELL.width}px)` } : undefined,
        role: 'grid',
        'aria-label': 'Matrix of models and targets',
        'aria-rowcount': rows.length + 2,
        'aria-colcount': columns.length + 1,
      },
      inPart && h('colgroup', null, h('col', { class: 'names' }), columns.map(() => h('col', null))),
      h(Heads, { columns }),
      h(
        'tbody',
        null,
        above(down.from, columns.length, 'above'),
        rows.slice(down.from, down.to).map((row, i) => h(Row, { key: row.key, row, number: down.from + i, from: across.from, to: across.to, columns, byPlace, links, stop: down.from + i === stopRow ? stopColumn : undefined })),
        above(rows.length - down.to, columns.length, 'below'),
      ),
    ),
  );
}

interface RowProps {
  readonly row: MatrixRow;
  readonly number: number;
  readonly from: number;
  readonly to: number;
  readonly columns: readonly MatrixColumn[];
  readonly byPlace: ReadonlyMap<number, MatrixCell>;
  readonly links: Links;
  readonly stop: number | undefined;
}

const Heads = memo(({ columns }: { columns: readonly MatrixColumn[] }): Markup => head(columns, new Set(columns.map((column) => column.machine)).size > 1));

const Row = memo(({ row, number, from, to, columns, byPlace, links, stop }: RowProps): Markup => {
  const nearest = nearestOf(columns.flatMap((column, c) => {
    const cell = byPlace.get(number * columns.length + c);
    return cell === undefined ? [] : [[column, cell] as const];
  }));
  const line = columns.slice(from, to).map((column, i) => {
    const c = from + i;
    const cell = byPlace.get(number * columns.length + c);
    const at = { column: c + 2, tabindex: c === stop ? 0 : -1 } as const;
    return cell === undefined ? gap(row, column, links, at) : full(row, column, cell, links, at, cell === nearest);
  });
  return h('tr', { 'aria-rowindex': number + 3 }, rowHead(row), aside(from), line, aside(columns.length - to));
});

/** Room beside the cells of a row that are drawn. */
function aside(columns: number): Child {
  return columns > 0 && h('td', { class: 'out-of-sight', role: 'presentation', colspan: columns });
}

/** Room above and below the rows that are drawn. */
function above(rows: number, columns: number, key: string): Child {
  return rows > 0 && h('tr', { key, role: 'presentation', 'aria-hidden': 'true' }, h('td', { class: 'out-of-sight', colspan: columns + 1, style: { height: `${rows * CELL.height}px` } }));
}
