// Moves the focus over a table's cells by the keyboard, as the ARIA pattern of a grid has it: one cell is a tab stop.

/** A place in a grid, both from 0. */
export type Place = readonly [row: number, column: number];

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

/** The place that a key leads to from another, within a grid of so many rows and columns; undefined for other keys. */
export function moved(key: string, control: boolean, at: Place, size: Place): Place | undefined {
  const within = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
  const step = STEPS[key];
  if (step !== undefined) {
    return [within(at[0] + step[0], size[0]), within(at[1] + step[1], size[1])];
  }
  if (key === 'Home') {
    return [control ? 0 : at[0], 0];
  }
  return key === 'End' ? [control ? size[0] - 1 : at[0], size[1] - 1] : undefined;
}

/** Cells as the keyboard knows them; of a long grid only some are drawn. */
export interface Cells {
  readonly size: Place;
  /** Where an element of the grid stands; undefined for one that is no cell. */
  readonly placeOf: (element: Element) => Place | undefined;
  /** What takes the focus at a place, brought into sight. */
  readonly reveal: (place: Place) => HTMLElement | undefined;
  /** What takes the focus at a place, where it is drawn. */
  readonly drawn: (place: Place) => HTMLElement | undefined;
}

/** The keyboard's place in a grid, which outlasts its cells. */
export class Cursor {
  private place: Place = [0, 0];
  private stop: HTMLElement | undefined;

  constructor(grid: HTMLElement, private readonly cells: Cells) {
    grid.addEventListener('focusin', (event) => {
      const place = cells.placeOf(event.target as Element);
      if (place !== undefined) {
        this.place = place;
        this.mark();
      }
    });
    grid.addEventListener('keydown', (event) => {
      const to = moved(event.key, event.ctrlKey || event.metaKey, this.place, cells.size);
      if (to !== undefined) {
        event.preventDefault();
        cells.reveal(to)?.focus({ preventScroll: true });
      }
    });
  }

  /** Makes one of the cells that are drawn the tab stop: the one with the cursor, or else another. */
  mark(another?: Place): void {
    this.stop?.setAttribute('tabindex', '-1');
    this.stop = this.cells.drawn(this.place) ?? (another && this.cells.drawn(another));
    this.stop?.setAttribute('tabindex', '0');
  }
}
