import { damaged } from './picture-file';

/** How a PNG holds its pixels, as its header says. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colors: number;
  readonly interlaced: boolean;
}

/** Samples of a pixel by the type of its colors. */
const SAMPLES = [1, 0, 3, 1, 2, 0, 4];
/** First column and row of each of Adam7's passes, and the steps between them. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) {
    value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  }
  return value;
});

/** PNG's checksum of a chunk's type and content. Firefox and WebKit show what fails it. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) {
    sum = (CRC[(sum ^ (bytes[i] as number)) & 0xff] as number) ^ (sum >>> 8);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Firefox and WebKit make up the lines that are missing. */
export async function requirePixels(header: PngHeader, packed: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  const reader = new Blob([...packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done && length <= bytesOf(header); part = await reader.read()) {
      length += part.value.length;
    }
  } catch (error) {
    throw damaged(String(error));
  } finally {
    reader.cancel().catch(() => {});
  }
  if (length < bytesOf(header)) {
    throw damaged('it has not enough pixels');
  }
}

/** Bytes of all lines, each with one for its filter. */
export function bytesOf({ width, height, bits, colors, interlaced }: PngHeader): number {
  const lines = (w: number, h: number): number =>
    w === 0 || h === 0 ? 0 : h * (1 + Math.ceil((w * bits * (SAMPLES[colors] ?? 0)) / 8));
  if (!interlaced) {
    return lines(width, height);
  }
  const count = (size: number, start: number, step: number): number => Math.max(0, Math.ceil((size - start) / step));
  return ADAM7.reduce((sum, [x, y, dx, dy]) => sum + lines(count(width, x, dx), count(height, y, dy)), 0);
}
