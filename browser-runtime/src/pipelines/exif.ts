import { tagAt, viewOf } from './bytes';

const TAG = 274;
const SHORT = 3;

/** How a camera was held, 1 to 8, of the TIFF structure in EXIF data; 1, upright, where it is not said or cannot be read. */
export function exifOrientation(exif: Uint8Array): number {
  const order = tagAt(exif, 0, 2);
  if (exif.length < 8 || (order !== 'II' && order !== 'MM')) {
    return 1;
  }
  const little = order === 'II';
  const view = viewOf(exif);
  const directory = view.getUint32(4, little);
  if (directory + 2 > exif.length) {
    return 1;
  }
  const entries = view.getUint16(directory, little);
  for (let i = 0; i < entries && directory + 2 + 12 * (i + 1) <= exif.length; i++) {
    const at = directory + 2 + 12 * i;
    if (view.getUint16(at, little) === TAG && view.getUint16(at + 2, little) === SHORT) {
      const value = view.getUint16(at + 8, little);
      return value >= 1 && value <= 8 ? value : 1;
    }
  }
  return 1;
}
