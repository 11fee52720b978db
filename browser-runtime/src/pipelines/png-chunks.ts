import { joined, tagAt, viewOf } from './bytes';
import { exifOrientation } from './exif';
import { damaged, type PictureFile, requireSize, transparent } from './picture-file';
import { crc32, type PngHeader, requirePixels } from './png-pixels';

const SIGNATURE = '\u0089PNG\r\n\u001a\n';
/** The chunks that pixels are made of. */
const PIXELS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const GRAY = 0;
const RGB = 2;

export function isPng(file: Uint8Array): boolean {
  return tagAt(file, 0, 8) === SIGNATURE;
}

/** Keeps the chunks that pixels are made of, and checks that they are whole. */
export async function readPng(file: Uint8Array<ArrayBuffer>): Promise<PictureFile> {
  const view = viewOf(file);
  const kept = [file.subarray(0, 8)];
  const packed: Uint8Array<ArrayBuffer>[] = [];
  let orientation = 1;
  let header: PngHeader | null = null;
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + view.getUint32(at);
    const type = tagAt(file, at + 4);
    if (end > file.length || (header === null) !== (type === 'IHDR' && end === at + 25)) {
      break;
    }
    if (PIXELS.has(type)) {
      if (crc32(file.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) {
        throw damaged('a checksum is wrong');
      }
      kept.push(file.subarray(at, end));
    }
    switch (type) {
      case 'IHDR':
        header = headerAt(view, at + 8);
        break;
      case 'IDAT':
        packed.push(file.subarray(at + 8, end - 4));
        break;
      case 'tRNS':
        requireOpaque(header);
        break;
      case 'eXIf':
        orientation = exifOrientation(file.subarray(at + 8, end - 4));
    }
    if (type === 'IEND' && header !== null) {
      await requirePixels(header, packed);
      return { orientation, plain: joined(kept) };
    }
    at = end;
  }
  throw damaged('it ends too early');
}

function headerAt(view: DataView, at: number): PngHeader {
  const width = view.getUint32(at);
  const height = view.getUint32(at + 4);
  requireSize(width, height);
  return { width, height, bits: view.getUint8(at + 8), colors: view.getUint8(at + 9), interlaced: view.getUint8(at + 12) === 1 };
}

/** A color that means transparent is obeyed by some decoders and not by others. */
function requireOpaque(header: PngHeader | null): void {
  if (header?.colors === GRAY || header?.colors === RGB) {
    throw transparent();
  }
}
