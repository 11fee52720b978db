import type { Pipeline } from '../protocol/generated';
import { dimsOf, isOpaque, normalize, type Pixels } from './image';
import { damaged, pictureFile, transparent } from './picture-file';
import type { OpenPipeline } from './pipeline';
import { upright } from './upright';

type VisionPipeline = Extract<Pipeline, { kind: 'vision' }>;

/** PIPELINES.md, "Vision": a PNG or JPEG file as normalised planes. */
export function openVision(file: Uint8Array<ArrayBuffer>, pipeline: VisionPipeline): OpenPipeline {
  const dims = dimsOf(pipeline);
  return {
    async run() {
      const start = performance.now();
      const image = await decode(file);
      const decoded = performance.now();
      const data = normalize(image, pipeline);
      return {
        tensors: [{ name: 'pixel_values', dtype: 'float32', dims, data }],
        facts: {},
        decodeMs: decoded - start,
        featuresMs: performance.now() - decoded,
      };
    },
  };
}

async function decode(file: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  const { orientation, plain } = await pictureFile(file);
  const bitmap = await createImageBitmap(new Blob([plain]), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
    imageOrientation: 'none' as ImageOrientation,
  }).catch((error: unknown) => {
    throw damaged(String(error));
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) {
    throw new Error('the browser gave no 2d canvas context');
  }
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  if (!isOpaque(image)) {
    // A canvas multiplies by alpha and divides again: what was under a transparent pixel is lost.
    throw transparent();
  }
  return upright(image, orientation);
}
