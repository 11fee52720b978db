import { joined, tagAt, viewOf } from './bytes';
import { exifOrientation } from './exif';
import { damaged, type PictureFile, requireSize, unsupported } from './picture-file';

const APP0 = 0xe0;
const EXIF = 0xe1;
const ADOBE = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const SCAN = 0xda;
const END = 0xd9;

/** Keeps the segments that pixels are made of. */
export function readJpeg(file: Uint8Array): PictureFile {
  const view = viewOf(file);
  const kept = [file.subarray(0, 2)];
  let orientation = 1;
  let framed = false;
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end > file.length || end < at + 4) {
      break;
    }
    if (marker === SCAN && framed) {
      kept.push(file.subarray(at, endAfter(file, end)));
      return { orientation, plain: joined(kept) };
    }
    if (isFrame(marker)) {
      requireFrame(view, at, end, marker);
      framed = true;
    }
    if (marker === EXIF && tagAt(file, at + 4, 6) === 'Exif\0\0') {
      orientation = exifOrientation(file.subarray(at + 10, end));
    }
    if (isKept(marker)) {
      kept.push(file.subarray(at, end));
    }
    at = end;
  }
  throw damaged('it ends too early');
}

/** Start of frame 0 to 15; C4, C8 and CC are other things. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function isKept(marker: number): boolean {
  const application = marker >= APP0 && marker <= APP15;
  return marker !== COMMENT && (!application || marker === APP0 || marker === ADOBE);
}

function requireFrame(view: DataView, at: number, end: number, marker: number): void {
  if (end < at + 10) {
    throw damaged('its header is too short');
  }
  const components = view.getUint8(at + 9);
  if (components === 4) {
    throw unsupported('is a CMYK JPEG', 'convert it to RGB');
  }
  if (marker > 0xc2 || view.getUint8(at + 4) !== 8 || (components !== 1 && components !== 3)) {
    throw unsupported('is a JPEG of a rare kind', 'convert it to a baseline JPEG or PNG');
  }
  requireSize(view.getUint16(at + 7), view.getUint16(at + 5));
}

/** After the marker of its end, which coded pixels cannot look like: a file that was cut off has none. */
function endAfter(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    if (file[at + 1] === END) {
      return at + 2;
    }
  }
  throw damaged('it ends too early');
}
