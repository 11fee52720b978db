/** 8-bit RGBA pixels, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export interface Normalization {
  readonly width: number;
  readonly height: number;
  readonly mean: readonly number[];
  readonly std: readonly number[];
}

interface Taps {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly fraction: Float64Array;
}

/** Bilinear resize with half-pixel centers, then `(v / 255 - mean) / std`, as planes R, G, B (PIPELINES.md, "Vision"). */
export function normalize(image: Pixels, { width, height, mean, std }: Normalization): Float32Array<ArrayBuffer> {
  const columns = taps(image.width, width);
  const rows = taps(image.height, height);
  const planes = new Float32Array(3 * height * width);
  for (let channel = 0; channel < 3; channel++) {
    const pixel = (x: number, y: number): number => image.data[4 * (y * image.width + x) + channel] as number;
    for (let y = 0; y < height; y++) {
      const [y0, y1, fy] = tap(rows, y);
      for (let x = 0; x < width; x++) {
        const [x0, x1, fx] = tap(columns, x);
        const value =
          (1 - fy) * ((1 - fx) * pixel(x0, y0) + fx * pixel(x1, y0)) + fy * ((1 - fx) * pixel(x0, y1) + fx * pixel(x1, y1));
        planes[(channel * height + y) * width + x] = (value / 255 - (mean[channel] as number)) / (std[channel] as number);
      }
    }
  }
  return planes;
}

/** True where no pixel lets anything through. */
export function isOpaque({ data }: Pixels): boolean {
  for (let alpha = 3; alpha < data.length; alpha += 4) {
    if (data[alpha] !== 255) {
      return false;
    }
  }
  return true;
}

/** For each target position the two source positions that it lies between, and where between. */
function taps(source: number, target: number): Taps {
  const low = new Int32Array(target);
  const high = new Int32Array(target);
  const fraction = new Float64Array(target);
  for (let i = 0; i < target; i++) {
    const position = Math.min(Math.max(((i + 0.5) * source) / target - 0.5, 0), source - 1);
    const floor = Math.floor(position);
    low[i] = floor;
    high[i] = Math.min(floor + 1, source - 1);
    fraction[i] = position - floor;
  }
  return { low, high, fraction };
}

function tap({ low, high, fraction }: Taps, i: number): [number, number, number] {
  return [low[i] as number, high[i] as number, fraction[i] as number];
}
