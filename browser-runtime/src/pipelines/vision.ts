import type { Pipeline } from '../protocol/generated';
import { isOpaque, normalize } from './image';
import type { OpenPipeline } from './pipeline';

type VisionPipeline = Extract<Pipeline, { kind: 'vision' }>;

/** PIPELINES.md, "Vision": a PNG or JPEG file as normalised planes. */
export function openVision(file: Uint8Array<ArrayBuffer>, pipeline: VisionPipeline): OpenPipeline {
  const { width, height } = pipeline;
  return {
    async run() {
      const start = performance.now();
      const image = await decode(file);
      const decoded = performance.now();
      if (!isOpaque(image)) {
        // A canvas multiplies by alpha and divides again: what was under a transparent pixel is lost.
        throw new Error('the image has transparent pixels; flatten it on a background first');
      }
      const data = normalize(image, pipeline);
      return {
        tensors: [{ name: 'pixel_values', dtype: 'float32', dims: [1, 3, height, width], data }],
        facts: {},
        decodeMs: decoded - start,
        featuresMs: performance.now() - decoded,
      };
    },
  };
}

async function decode(file: Uint8Array<ArrayBuffer>): Promise<ImageData> {
  const bitmap = await createImageBitmap(new Blob([file]), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
    imageOrientation: 'none' as ImageOrientation,
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) {
    throw new Error('the browser gave no 2d canvas context');
  }
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
