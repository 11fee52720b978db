/** One channel of a picture, row by row. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

const ONE = 2 ** 22;
const A = -0.5;

/**
 * Pillow's resize of 8-bit pictures, bit by bit: a triangle or a cubic as wide as a target pixel, first across, then down, each
 * rounded to 8 bits; weights in whole numbers of 2^-22.
 */
export function resizePillow(plane: Plane, width: number, height: number, bicubic: boolean): Uint8ClampedArray {
  const across = pass(plane, width, bicubic);
  const down = pass(turned({ width, height: plane.height, data: across }), height, bicubic);
  return turned({ width: height, height: width, data: down }).data;
}

function pass({ width, height, data }: Plane, target: number, bicubic: boolean): Uint8ClampedArray {
  const scale = width / target;
  const widened = Math.max(scale, 1);
  const support = (bicubic ? 2 : 1) * widened;
  const out = new Uint8ClampedArray(target * height);
  for (let x = 0; x < target; x++) {
    const center = (x + 0.5) * scale;
    const from = Math.max(0, Math.trunc(center - support + 0.5));
    const to = Math.min(width, Math.trunc(center + support + 0.5));
    const weights = weightsOf(from, to, center, widened, bicubic);
    for (let y = 0; y < height; y++) {
      let sum = ONE / 2;
      for (let i = from; i < to; i++) {
        sum += (data[y * width + i] as number) * (weights[i - from] as number);
      }
      out[y * target + x] = Math.floor(sum / ONE);
    }
  }
  return out;
}

function weightsOf(from: number, to: number, center: number, widened: number, bicubic: boolean): number[] {
  const parts = Array.from({ length: to - from }, (_, i) => {
    const distance = (i + from - center + 0.5) * (1 / widened);
    return bicubic ? cubic(distance) : Math.max(0, 1 - Math.abs(distance));
  });
  const all = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((raw) => {
    const part = all === 0 ? raw : raw / all;
    return Math.trunc((part < 0 ? -0.5 : 0.5) + part * ONE);
  });
}

function turned({ width, height, data }: Plane): { width: number; height: number; data: Uint8ClampedArray } {
  const out = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      out[x * height + y] = data[y * width + x] as number;
    }
  }
  return { width: height, height: width, data: out };
}

/** Keys's cubic. */
export function cubic(distance: number): number {
  const x = Math.abs(distance);
  if (x < 1) {
    return ((A + 2) * x - (A + 3)) * x * x + 1;
  }
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * A : 0;
}
