// Moves over a table's cells by the keyboard, as the ARIA pattern of a grid has it. Pure.

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
