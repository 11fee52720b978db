// Moves the focus over a table's cells by the keyboard, as the ARIA pattern of a grid has it: one cell is a tab stop.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

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

/** What scrolls, with the grid in it. */
export type Box = { readonly current: HTMLDivElement | null };

export interface Cursor {
  readonly at: Place;
  readonly pressed: (event: KeyboardEvent) => void;
  readonly focused: (event: Event) => void;
}

/**
 * The keyboard's place in a grid, which outlasts its cells.
 *
 * @param reveal has a cell drawn that may not be
 */
export function useCursor(box: Box, size: Place, reveal: ((place: Place) => void) | undefined): Cursor {
  const [at, setAt] = useState<Place>([0, 0]);
  // Where keys have led, until it is drawn: they may come faster than frames.
  const led = useRef<Place | undefined>(undefined);
  useLayoutEffect(() => {
    if (led.current !== undefined) {
      const cell = cellAt(box, led.current);
      led.current = undefined;
      if (reveal === undefined) {
        cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
      cell?.focus({ preventScroll: true });
    }
  });
  const pressed = (event: KeyboardEvent): void => {
    const to = moved(event.key, event.ctrlKey || event.metaKey, led.current ?? placeOf(document.activeElement) ?? at, size);
    if (to !== undefined) {
      event.preventDefault();
      led.current = to;
      setAt(to);
      reveal?.(to);
    }
  };
  const focused = ({ target }: Event): void => {
    const place = placeOf(target as Element);
    if (place !== undefined && place.join() !== at.join()) {
      setAt(place);
    }
  };
  return { at, pressed, focused };
}

/** What takes the focus at a place, where it is drawn. */
export function cellAt(box: Box, [r, c]: Place): HTMLElement | null {
  return box.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${r + 3}"] > td[aria-colindex="${c + 2}"] > a`) ?? null;
}

/** Where an element stands in the grid; undefined for one that is in no cell. */
export function placeOf(element: Element | null): Place | undefined {
  const cell = element?.closest('td[aria-colindex]');
  return cell == null ? undefined : [Number(cell.parentElement?.getAttribute('aria-rowindex')) - 3, Number(cell.getAttribute('aria-colindex')) - 2];
}
