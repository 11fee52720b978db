// The matrix as a grid: a row for each model and its settings, a column for each target.
import type { Matrix } from '../api/types';
import { h } from '../dom/h';
import { Cursor, type Place } from './grid';
import { full, gap, head, rowHead, type Links } from './matrix-cells';
import { covers, partInSight, type Part } from './window';

export { titleOf, type Links } from './matrix-cells';

/** More cells than this are drawn only as far as they are in sight: all of them would take a second, and the page's memory. */
const MANY = 1200;

/** Sizes of a grid that is drawn in part, in CSS pixels; matrix.css has them as well. */
const CELL = { width: 150, height: 80 } as const;

/** So many cells beyond the edge stand ready. */
const BEYOND = 4;

export interface MatrixGrid {
  readonly element: HTMLElement;
  /** Scrolls sideways until a column is in sight; the grid has to be in the page. */
  readonly seek: (column: number) => void;
  /** Scrolls to where another grid of the same cells was. */
  readonly scrollTo: (left: number, top: number) => void;
}

/** A grid of all cells, or of those in sight where there are many. */
export function matrixTable(matrix: Matrix, links: Links): MatrixGrid {
  const { rows, columns, cells } = matrix;
  const inPart = rows.length * columns.length > MANY;
  const byPlace = new Map(cells.map((cell) => [cell.row * columns.length + cell.column, cell]));
  const body = h('tbody');
  const grid = h(
    'table',
    { class: inPart ? 'matrix in-part' : 'matrix', role: 'grid', 'aria-label': 'Matrix of models and targets', 'aria-rowcount': rows.length + 2, 'aria-colcount': columns.length + 1 },
    inPart && h('colgroup', null, h('col', { class: 'names' }), columns.map(() => h('col'))),
    head(columns, new Set(columns.map((column) => column.machine)).size > 1),
    body,
  );
  const box = h('div', { class: 'matrix-box card', tabindex: inPart ? -1 : undefined }, grid);
  if (inPart) {
    grid.style.width = `calc(var(--names) + ${columns.length * CELL.width}px)`;
  }
  let drawn: Map<string, HTMLElement> = new Map();
  let placed = new Map<Element, Place>();
  let across: Part = { from: 0, to: columns.length };
  let down: Part = { from: 0, to: rows.length };

  const nameWidth = (): number => grid.tHead?.rows[0]?.cells[0]?.offsetWidth ?? 0;

  const draw = (): void => {
    drawn = new Map();
    placed = new Map();
    const lines = rows.slice(down.from, down.to).map((row, i) => {
      const r = down.from + i;
      const line = columns.slice(across.from, across.to).map((column, j) => {
        const c = across.from + j;
        const cell = byPlace.get(r * columns.length + c);
        const made = cell === undefined ? gap(row, column, links) : full(row, column, cell, links);
        made.setAttribute('aria-colindex', String(c + 2));
        const stop = made.firstElementChild as HTMLElement;
        drawn.set(`${r}:${c}`, stop);
        placed.set(stop, [r, c]);
        return made;
      });
      return h('tr', { 'aria-rowindex': r + 3 }, rowHead(row), aside(across.from), line, aside(columns.length - across.to));
    });
    body.replaceChildren(...above(down.from, columns.length), ...lines, ...above(rows.length - down.to, columns.length));
    cursor.mark([down.from, across.from]);
  };

  const look = (): void => {
    const heads = grid.tHead?.offsetHeight ?? 0;
    grid.style.setProperty('--first-row', `${grid.tHead?.rows[0]?.cells[1]?.offsetHeight ?? 33}px`);
    // Not in the page yet, or hidden: as much as a window could show.
    const [wide, high] = [(box.clientWidth || innerWidth) - nameWidth(), (box.clientHeight || innerHeight) - heads];
    const part = (beyond: number): readonly [Part, Part] => [
      partInSight(box.scrollTop, high, CELL.height, rows.length, beyond),
      partInSight(box.scrollLeft, wide, CELL.width, columns.length, beyond),
    ];
    const [rowsSeen, columnsSeen] = part(1);
    if (covers(down, rowsSeen) && covers(across, columnsSeen) && drawn.size > 0) {
      return;
    }
    [down, across] = part(BEYOND);
    const focused = placed.get(document.activeElement as Element);
    draw();
    if (focused !== undefined) {
      // Scrolled out of sight, a cell's focus is the box's until a key leads back to it.
      (drawn.get(focused.join(':')) ?? box).focus({ preventScroll: true });
    }
  };

  const reveal = ([r, c]: Place): HTMLElement | undefined => {
    if (inPart) {
      const heads = grid.tHead?.offsetHeight ?? 0;
      box.scrollLeft = nearest(box.scrollLeft, box.clientWidth - nameWidth(), c * CELL.width, CELL.width);
      box.scrollTop = nearest(box.scrollTop, box.clientHeight - heads, r * CELL.height, CELL.height);
      look();
    } else {
      drawn.get(`${r}:${c}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    return drawn.get(`${r}:${c}`);
  };

  const cursor = new Cursor(box, { size: [rows.length, columns.length], placeOf: (element) => placed.get(element), reveal, drawn: ([r, c]) => drawn.get(`${r}:${c}`) });
  const scrolled = (): void => (inPart ? look() : undefined);
  if (inPart) {
    down = across = { from: 0, to: 0 };
    look();
    box.addEventListener('scroll', look, { passive: true });
    new ResizeObserver(look).observe(box);
  } else {
    draw();
  }
  return {
    element: box,
    seek: (column) => {
      const cell = drawn.get(`0:${column}`)?.parentElement;
      const [at, width] = inPart || cell == null ? [column * CELL.width, CELL.width] : [cell.offsetLeft - nameWidth(), cell.offsetWidth];
      box.scrollLeft = nearest(box.scrollLeft, box.clientWidth - nameWidth(), at, width);
      scrolled();
    },
    scrollTo: (left, top) => {
      box.scrollTo(left, top);
      scrolled();
    },
  };
}

/** How far to scroll so that an entry is in sight, no farther than it takes. */
export function nearest(scrolled: number, room: number, at: number, size: number): number {
  return at < scrolled ? at : at + size > scrolled + room ? at + size - room : scrolled;
}

/** Room beside the cells of a row that are drawn. */
function aside(columns: number): HTMLElement | null {
  return columns === 0 ? null : h('td', { class: 'out-of-sight', role: 'presentation', colspan: columns });
}

/** Room above and below the rows that are drawn. */
function above(rows: number, columns: number): HTMLElement[] {
  if (rows === 0) {
    return [];
  }
  const room = h('td', { class: 'out-of-sight', colspan: columns + 1 });
  room.style.height = `${rows * CELL.height}px`;
  return [h('tr', { role: 'presentation', 'aria-hidden': true }, room)];
}
