import type { Shaping } from '../protocol/generated';
import { cubic, type Plane, resizePillow } from './pillow';

/** The source pixels that a target pixel is made of, and how much of each. */
interface Taps {
  readonly at: readonly number[];
  readonly weights: readonly number[];
}

/** The channel at another size: PIPELINES.md, "Vision", step 3. */
export function resize(plane: Plane, width: number, height: number, { resampling, antialias }: Shaping): ArrayLike<number> {
  if (antialias) {
    return resizePillow(plane, width, height, resampling === 'bicubic');
  }
  const columns = taps(resampling, plane.width, width);
  const rows = taps(resampling, plane.height, height);
  const out = new Float64Array(width * height);
  rows.forEach((row, y) => {
    columns.forEach((column, x) => {
      let sum = 0;
      for (let i = 0; i < row.at.length; i++) {
        sum += (row.weights[i] as number) * across(plane, (row.at[i] as number) * plane.width, column);
      }
      out[y * width + x] = sum;
    });
  });
  return out;
}

function across({ data }: Plane, row: number, { at, weights }: Taps): number {
  let sum = 0;
  for (let i = 0; i < at.length; i++) {
    sum += (weights[i] as number) * (data[row + (at[i] as number)] as number);
  }
  return sum;
}

function taps(resampling: Shaping['resampling'], source: number, target: number): Taps[] {
  const of = { nearest, bilinear, bicubic }[resampling];
  return Array.from({ length: target }, (_, i) => of(i, source, target));
}

function nearest(i: number, source: number, target: number): Taps {
  return { at: [Math.min(Math.floor(((i + 0.5) * source) / target), source - 1)], weights: [1] };
}

function bilinear(i: number, source: number, target: number): Taps {
  const center = Math.max(0, Math.min(((i + 0.5) * source) / target - 0.5, source - 1));
  const low = Math.floor(center);
  const part = center - low;
  return { at: [low, Math.min(low + 1, source - 1)], weights: [1 - part, part] };
}

function bicubic(i: number, source: number, target: number): Taps {
  const center = ((i + 0.5) * source) / target - 0.5;
  const near = [-1, 0, 1, 2].map((k) => Math.floor(center) + k);
  return {
    at: near.map((x) => Math.max(0, Math.min(x, source - 1))),
    weights: near.map((x) => cubic(center - x)),
  };
}
