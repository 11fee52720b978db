import { tagAt } from './bytes';
import { InputError } from './input-error';
import { readJpeg } from './jpeg-segments';
import { isPng, readPng } from './png-chunks';

/** A picture's file without what decoders treat differently, and how the picture is to be turned (EXIF's 1 to 8). */
export interface PictureFile {
  readonly orientation: number;
  readonly plain: Uint8Array<ArrayBuffer>;
}

const MOST_SIDE = 16384;
const MOST_PIXELS = 50_000_000;

/** PIPELINES.md, "Pictures": a PNG or JPEG that every decoder reads alike. Throws an InputError for any other. */
export async function pictureFile(file: Uint8Array<ArrayBuffer>): Promise<PictureFile> {
  if (isPng(file)) {
    return readPng(file);
  }
  if (tagAt(file, 0, 3) === '\u00ff\u00d8\u00ff') {
    return readJpeg(file);
  }
  throw new InputError('UnknownImageFormat', 'the image is not supported: no PNG or JPEG; convert it to PNG');
}

export function damaged(why: string): InputError {
  return new InputError('DamagedImage', `the image is damaged: ${why}; make it again`);
}

export function transparent(): InputError {
  return new InputError('TransparentImage', 'the image has transparent pixels; flatten it on a background first');
}

export function unsupported(what: string, instead: string): InputError {
  return new InputError('UnsupportedImage', `the image ${what}; ${instead}`);
}

export function requireSize(width: number, height: number): void {
  if (width < 1 || height < 1) {
    throw damaged('it has no pixel');
  }
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS) {
    throw new InputError(
      'ImageTooLarge',
      `the image says that it has ${width} x ${height} pixels; it may have ${MOST_PIXELS / 1_000_000} million and ${MOST_SIDE} on a side`,
    );
  }
}
