// The matrix as a grid: a row for each model and its settings, a column for each target.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useNewest } from '../app/hooks';
import type { Matrix, MatrixCell, MatrixColumn, MatrixRow } from '../api/types';
import { h, type Child, type Markup } from '../dom/h';
import { moved, type Place } from './grid';
import { full, gap, head, rowHead, type Links } from './matrix-cells';
import { covers, partInSight, type Part } from './window';

export { titleOf, type Links } from './matrix-cells';

/** More cells than this are drawn only as far as they are in sight: all of them would take a second, and the page's memory. */
const MANY = 1200;

/** Sizes of a grid that is drawn in part, in CSS pixels; matrix.css has them as well. */
const CELL = { width: 150, height: 80 } as const;

/** So many cells beyond the edge stand ready. */
const BEYOND = 4;

/** The rows and columns that are drawn. */
interface Sight {
  readonly down: Part;
  readonly across: Part;
}

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
  const heads = useMemo(() => head(columns, new Set(columns.map((column) => column.machine)).size > 1), [matrix]);
  const box = useRef<HTMLDivElement>(null);
  const inSight = (beyond: number): Sight => {
    const { top, left, wide, high } = measured(box.current);
    return { down: partInSight(top, high, CELL.height, rows.length, beyond), across: partInSight(left, wide, CELL.width, columns.length, beyond) };
  };
  const [sight, setSight] = useState(() => inSight(BEYOND));
  const { down, across } = inPart ? within(sight, rows.length, columns.length) : { down: { from: 0, to: rows.length }, across: { from: 0, to: columns.length } };
  const look = useNewest((): void => {
    if (!inPart) {
      return;
    }
    const table = box.current?.querySelector('table');
    table?.style.setProperty('--first-row', `${table.tHead?.rows[0]?.cells[1]?.offsetHeight ?? 33}px`);
    const seen = inSight(1);
    if (covers(down, seen.down) && covers(across, seen.across)) {
      return;
    }
    const next = inSight(BEYOND);
    const focused = placeOf(document.activeElement);
    if (focused !== undefined && !holds(next, focused)) {
      // Scrolled out of sight, a cell's focus is the box's until a key leads back to it.
      box.current?.focus({ preventScroll: true });
    }
    setSight(next);
  });
  useLayoutEffect(() => look.current(), [matrix]);
  useLayoutEffect(() => {
    const resizes = new ResizeObserver(() => look.current());
    resizes.observe(box.current as HTMLDivElement);
    return () => resizes.disconnect();
  }, []);

  const scrollTo = ([r, c]: Place): void => {
    const { top, left, wide, high, names } = measured(box.current);
    const cell = cellAt(box.current, [r, c])?.parentElement;
    const [x, width] = inPart || cell == null ? [c * CELL.width, CELL.width] : [cell.offsetLeft - names, cell.offsetWidth];
    box.current?.scrollTo(nearest(left, wide, x, width), inPart ? nearest(top, high, r * CELL.height, CELL.height) : top);
    look.current();
  };
  useLayoutEffect(() => (seek === undefined ? undefined : scrollTo([0, seek])), []);

  // The tab key stops at the cell that had the focus last, or else at the first that is drawn.
  const [at, setAt] = useState<Place>([0, 0]);
  // Where keys have led, until it is drawn: they may come faster than frames.
  const led = useRef<Place | undefined>(undefined);
  const pressed = (event: KeyboardEvent): void => {
    const from = led.current ?? placeOf(document.activeElement) ?? at;
    const to = moved(event.key, event.ctrlKey || event.metaKey, from, [rows.length, columns.length]);
    if (to !== undefined) {
      event.preventDefault();
      led.current = to;
      setAt(to);
      if (inPart) {
        scrollTo(to);
      }
    }
  };
  useLayoutEffect(() => {
    if (led.current !== undefined) {
      const cell = cellAt(box.current, led.current);
      led.current = undefined;
      if (!inPart) {
        cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
      cell?.focus({ preventScroll: true });
    }
  });
  const focused = ({ target }: Event): void => {
    const place = placeOf(target as Element);
    if (place !== undefined && place.join() !== at.join()) {
      setAt(place);
    }
  };

  const [stopRow, stopColumn] = holds({ down, across }, at) ? at : [down.from, across.from];
  return h(
    'div',
    { class: 'matrix-box card', tabindex: inPart ? -1 : undefined, ref: box, onScroll: () => look.current(), onKeyDown: pressed, onFocusIn: focused },
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
      heads,
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

/** A row is made anew only when something of it changed: the focus moves over thousands of cells. */
function Row({ row, number, from, to, columns, byPlace, links, stop }: RowProps): Markup {
  return useMemo(() => {
    const line = columns.slice(from, to).map((column, i) => {
      const c = from + i;
      const cell = byPlace.get(number * columns.length + c);
      const at = { column: c + 2, tabindex: c === stop ? 0 : -1 } as const;
      return cell === undefined ? gap(row, column, links, at) : full(row, column, cell, links, at);
    });
    return h('tr', { 'aria-rowindex': number + 3 }, rowHead(row), aside(from), line, aside(columns.length - to));
  }, [number, from, to, byPlace, links, stop]);
}

/** How far a grid's box is scrolled, and its room for cells; as much as a window could show where it is not in the page yet. */
function measured(box: HTMLDivElement | null): { readonly top: number; readonly left: number; readonly wide: number; readonly high: number; readonly names: number } {
  const heads = box?.querySelector('thead');
  const names = heads?.rows[0]?.cells[0]?.offsetWidth ?? 0;
  return {
    top: box?.scrollTop ?? 0,
    left: box?.scrollLeft ?? 0,
    wide: (box?.clientWidth || innerWidth) - names,
    high: (box?.clientHeight || innerHeight) - (heads?.offsetHeight ?? 0),
    names,
  };
}

function cellAt(box: HTMLElement | null, [r, c]: Place): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`tr[aria-rowindex="${r + 3}"] > td[aria-colindex="${c + 2}"] > a`) ?? null;
}

/** Where an element stands in the grid; undefined for one that is in no cell. */
function placeOf(element: Element | null): Place | undefined {
  const cell = element?.closest('td[aria-colindex]');
  return cell == null ? undefined : [Number(cell.parentElement?.getAttribute('aria-rowindex')) - 3, Number(cell.getAttribute('aria-colindex')) - 2];
}

function holds({ down, across }: Sight, [r, c]: Place): boolean {
  return r >= down.from && r < down.to && c >= across.from && c < across.to;
}

/** Rows and columns may have become fewer. */
function within({ down, across }: Sight, rows: number, columns: number): Sight {
  const cut = ({ from, to }: Part, count: number): Part => ({ from: Math.min(from, count), to: Math.min(to, count) });
  return { down: cut(down, rows), across: cut(across, columns) };
}

/** How far to scroll so that an entry is in sight, no farther than it takes. */
export function nearest(scrolled: number, room: number, at: number, size: number): number {
  return at < scrolled ? at : at + size > scrolled + room ? at + size - room : scrolled;
}

/** Room beside the cells of a row that are drawn. */
function aside(columns: number): Child {
  return columns > 0 && h('td', { class: 'out-of-sight', role: 'presentation', colspan: columns });
}

/** Room above and below the rows that are drawn. */
function above(rows: number, columns: number, key: string): Child {
  return rows > 0 && h('tr', { key, role: 'presentation', 'aria-hidden': 'true' }, h('td', { class: 'out-of-sight', colspan: columns + 1, style: { height: `${rows * CELL.height}px` } }));
}
