import type { Pipeline, Shaping } from '../protocol/generated';
import { InputError } from './input-error';
import type { Plane } from './pillow';
import { place, requirePlace } from './placement';
import { resize } from './resampling';

/** 8-bit RGBA pixels, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** What becomes of a picture, without its name. */
export type Normalization = Omit<Extract<Pipeline, { kind: 'vision' }>, 'kind'>;

/** Where nothing is said of it. */
const PLAIN: Shaping = {
  resampling: 'bilinear',
  antialias: false,
  fit: { kind: 'stretch' },
  scale: 1 / 255,
  channels: 'rgb',
  layout: 'nchw',
};

/** The tensor's shape; throws an InputError for settings that do not fit together. */
export function dimsOf(pipeline: Normalization): number[] {
  const { width, height, mean, std, shaping } = pipeline;
  const { channels, layout } = shaping ?? PLAIN;
  const count = countOf(channels);
  if (mean.length !== count || std.length !== count) {
    throw new InputError('BadNormalisation', `mean and std have one value for each of ${count} channels`);
  }
  requirePlace(pipeline);
  return layout === 'nchw' ? [1, count, height, width] : [1, height, width, count];
}

/** Resizes, then `(v * scale - mean) / std` (PIPELINES.md, "Vision"). */
export function normalize(image: Pixels, pipeline: Normalization): Float32Array<ArrayBuffer> {
  const { width, height, mean, std } = pipeline;
  const shaping = pipeline.shaping ?? PLAIN;
  const count = countOf(shaping.channels);
  const placed = place(pipeline, image.width, image.height);
  const values = new Float32Array(count * height * width).fill(placed.padding);
  for (let channel = 0; channel < count; channel++) {
    const plane = resize(planeOf(image, shaping.channels, channel), placed.width, placed.height, shaping);
    for (let y = 0; y < placed.rows; y++) {
      for (let x = 0; x < placed.columns; x++) {
        const value = plane[(y + placed.top) * placed.width + x + placed.left] as number;
        const at = shaping.layout === 'nchw' ? (channel * height + y) * width + x : (y * width + x) * count + channel;
        values[at] = (value * shaping.scale - (mean[channel] as number)) / (std[channel] as number);
      }
    }
  }
  return values;
}

function countOf(channels: Shaping['channels']): number {
  return channels === 'gray' ? 1 : 3;
}

function planeOf({ width, height, data }: Pixels, channels: Shaping['channels'], channel: number): Plane {
  const plane = new Uint8ClampedArray(width * height);
  const offset = channels === 'bgr' ? 2 - channel : channel;
  for (let i = 0; i < plane.length; i++) {
    plane[i] = channels === 'gray' ? gray(data, 4 * i) : (data[4 * i + offset] as number);
  }
  return { width, height, data: plane };
}

/** ITU-R 601's luma, in the whole numbers that Pillow has. */
function gray(data: Uint8ClampedArray, at: number): number {
  return ((data[at] as number) * 19595 + (data[at + 1] as number) * 38470 + (data[at + 2] as number) * 7471 + 0x8000) >> 16;
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
