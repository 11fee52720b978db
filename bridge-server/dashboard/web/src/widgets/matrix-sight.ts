// Which cells of the matrix are drawn: all, or where there are many, those in sight and some beyond.
import { useLayoutEffect, useState } from 'preact/hooks';
import { useNewest } from '../app/hooks';
import type { Matrix } from '../api/types';
import { cellAt, placeOf, type Box, type Place } from './grid';
import { covers, nearest, partInSight, type Part } from './window';

/** Sizes of a grid that is drawn in part, in CSS pixels; matrix.css has them as well. */
export const CELL = { width: 150, height: 80 } as const;

/** So many cells beyond the edge stand ready. */
const BEYOND = 4;

interface Sight {
  readonly down: Part;
  readonly across: Part;
}

export interface Sights extends Sight {
  /** Draws what came in sight. */
  readonly look: () => void;
  /** Scrolls to a cell, no farther than it takes. */
  readonly scrollTo: (place: Place) => void;
}

export function useSight(box: Box, matrix: Matrix, inPart: boolean): Sights {
  const [rows, columns] = [matrix.rows.length, matrix.columns.length];
  const inSight = (beyond: number): Sight => {
    const { top, left, wide, high } = measured(box.current);
    return { down: partInSight(top, high, CELL.height, rows, beyond), across: partInSight(left, wide, CELL.width, columns, beyond) };
  };
  const [sight, setSight] = useState(() => inSight(BEYOND));
  const drawn = inPart ? within(sight, rows, columns) : { down: { from: 0, to: rows }, across: { from: 0, to: columns } };
  const look = useNewest((): void => {
    if (!inPart) {
      return;
    }
    const table = box.current?.querySelector('table');
    table?.style.setProperty('--first-row', `${table.tHead?.rows[0]?.cells[1]?.offsetHeight ?? 33}px`);
    const seen = inSight(1);
    if (covers(drawn.down, seen.down) && covers(drawn.across, seen.across)) {
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
    const cell = cellAt(box, [r, c])?.parentElement;
    const [x, width] = inPart || cell == null ? [c * CELL.width, CELL.width] : [cell.offsetLeft - names, cell.offsetWidth];
    box.current?.scrollTo(nearest(left, wide, x, width), inPart ? nearest(top, high, r * CELL.height, CELL.height) : top);
    look.current();
  };
  return { ...drawn, look: () => look.current(), scrollTo };
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

export function holds({ down, across }: Sight, [r, c]: Place): boolean {
  return r >= down.from && r < down.to && c >= across.from && c < across.to;
}

/** Rows and columns may have become fewer. */
function within({ down, across }: Sight, rows: number, columns: number): Sight {
  const cut = ({ from, to }: Part, count: number): Part => ({ from: Math.min(from, count), to: Math.min(to, count) });
  return { down: cut(down, rows), across: cut(across, columns) };
}
