import { opaque } from './join';
import { MediaUnavailable, type ReturnedTensor } from './returned';

/** A picture on a canvas, to be sent on its way. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly canvas: HTMLCanvasElement;
}

/** A PNG file of opaque pixels, on a canvas. */
export async function pictureOf(file: Uint8Array<ArrayBuffer>): Promise<Picture> {
  const bitmap = await createImageBitmap(new Blob([file], { type: 'image/png' }), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const { width, height } = bitmap;
  const canvas = blank(width, height);
  context2d(canvas).drawImage(bitmap, 0, 0);
  bitmap.close();
  return { width, height, canvas };
}

/** What a frame, a video or a bitmap shows, as a 2D canvas reads it. */
export function drawn(source: CanvasImageSource, width: number, height: number, name = 'pixels'): ReturnedTensor {
  const context = context2d(blank(width, height));
  context.drawImage(source, 0, 0, width, height);
  return { name, dtype: 'uint8', dims: [height, width, 3], data: opaque(context.getImageData(0, 0, width, height).data) };
}

/** A frame of the picture; what carries it is the browser's choice. */
export function frameOf({ canvas }: Picture, timestamp = 0): VideoFrame {
  if (typeof VideoFrame === 'undefined') {
    throw new MediaUnavailable('there is no WebCodecs VideoFrame');
  }
  return new VideoFrame(canvas, { timestamp, alpha: 'discard' });
}

function blank(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height });
}

function context2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) {
    throw new Error('the browser gave no 2d canvas context');
  }
  return context;
}
