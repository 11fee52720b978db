import type { Normalization } from './image';
import { InputError } from './input-error';

/** Which size a picture takes, and which part of it is seen where in the tensor. */
export interface Placement {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  /** What the tensor has where the picture is not. */
  readonly padding: number;
}

/** Throws where the edge is shorter than what is cut out. */
export function requirePlace({ width, height, shaping }: Normalization): void {
  if (shaping?.fit.kind === 'shortest-edge' && shaping.fit.edge < Math.max(width, height)) {
    throw new InputError('BadSize', `nothing of ${width} x ${height} can be cut out where the shorter side has ${shaping.fit.edge}`);
  }
}

/** Of a picture of w x h. */
export function place({ width, height, shaping }: Normalization, w: number, h: number): Placement {
  const fit = shaping?.fit;
  if (fit?.kind === 'shortest-edge') {
    const wide = w <= h ? fit.edge : Math.floor((fit.edge * w) / h);
    const high = w <= h ? Math.floor((fit.edge * h) / w) : fit.edge;
    const middle = (size: number, seen: number): number => Math.floor((size - seen) / 2);
    return {
      width: wide,
      height: high,
      left: middle(wide, width),
      top: middle(high, height),
      columns: width,
      rows: height,
      padding: 0,
    };
  }
  if (fit?.kind === 'pad') {
    const full = w * height <= h * width;
    const wide = full ? Math.ceil((height * w) / h) : width;
    const high = full ? height : Math.ceil((width * h) / w);
    return { width: wide, height: high, left: 0, top: 0, columns: wide, rows: high, padding: fit.value };
  }
  return { width, height, left: 0, top: 0, columns: width, rows: height, padding: 0 };
}
