/** How a sound file is coded, by its content: a name or a type that came with it may be wrong. */
export type Codec = 'wav' | 'flac' | 'opus' | 'vorbis' | 'mp3' | 'aac' | 'webm' | 'unknown';

/** The browser has no decoder for the file. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
}

/** The first Ogg page and its codec's header lie within this. */
const OGG_HEAD = 64;

export function sniffCodec(file: Uint8Array): Codec {
  const tag = (at: number, length: number): string => String.fromCharCode(...file.subarray(at, at + length));
  if (tag(0, 4) === 'RIFF' && tag(8, 4) === 'WAVE') {
    return 'wav';
  }
  if (tag(0, 4) === 'fLaC') {
    return 'flac';
  }
  if (tag(0, 4) === 'OggS') {
    const head = tag(0, OGG_HEAD);
    return head.includes('OpusHead') ? 'opus' : head.includes('vorbis') ? 'vorbis' : head.includes('FLAC') ? 'flac' : 'unknown';
  }
  if (tag(4, 4) === 'ftyp') {
    return 'aac';
  }
  if (file[0] === 0x1a && file[1] === 0x45 && file[2] === 0xdf && file[3] === 0xa3) {
    return 'webm';
  }
  return tag(0, 3) === 'ID3' ? 'mp3' : mpegFrame(file);
}

/** An MPEG audio frame starts with eleven ones; the layer bits tell MP3 (layer III) from AAC in ADTS (no layer). */
function mpegFrame(file: Uint8Array): Codec {
  const second = file[1] ?? 0;
  if (file[0] !== 0xff || (second & 0xe0) !== 0xe0) {
    return 'unknown';
  }
  const layer = (second >> 1) & 3;
  return layer === 1 ? 'mp3' : layer === 0 && (second & 0xf0) === 0xf0 ? 'aac' : 'unknown';
}
