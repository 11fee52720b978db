import { joined, tagAt, viewOf } from './bytes';
import { InputError } from './input-error';

/** How a WAV file holds its samples. */
export interface WavFormat {
  readonly integer: boolean;
  readonly bits: number;
  readonly channels: number;
  readonly sampleRate: number;
}

/** Where its samples lie. */
interface WavFile extends WavFormat {
  /** Samples of each channel. */
  readonly frames: number;
  readonly dataAt: number;
}

const HEADER_BYTES = 44;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const LEAST_RATE = 8000;
const MOST_RATE = 96000;
const MOST_CHANNELS = 8;
const CONVERT = '; convert it to 16-bit PCM WAV';

/** PIPELINES.md, "WAV". Null for anything that is no RIFF/WAVE file; throws an InputError for one that not every side reads alike. */
export function wavFile(file: Uint8Array): WavFile | null {
  if (tagAt(file, 0) !== 'RIFF' || tagAt(file, 8) !== 'WAVE') {
    return null;
  }
  const view = viewOf(file);
  let format: number | null = null;
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    if (tagAt(file, at) === 'fmt ' && size >= 16 && at + 8 + size <= file.length) {
      format = at + 8;
    }
    if (tagAt(file, at) === 'data' && format !== null) {
      return described(view, format, at + 8, Math.min(size, file.length - at - 8));
    }
    at += 8 + size + (size % 2);
  }
  throw new InputError('DamagedAudio', `the WAV file has no ${format === null ? 'fmt' : 'data'} chunk${CONVERT}`);
}

function described(view: DataView, at: number, dataAt: number, dataBytes: number): WavFile {
  const code = view.getUint16(at, true);
  const coding = code === EXTENSIBLE && view.getInt32(at - 4, true) >= 40 ? view.getUint16(at + 24, true) : code;
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  if (coding === PCM ? ![8, 16, 24, 32].includes(bits) : coding !== FLOAT || bits !== 32) {
    throw new InputError('UnknownAudioFormat', `the WAV file is coded as ${coding} with ${bits} bits${CONVERT}`);
  }
  if (channels < 1 || channels > MOST_CHANNELS) {
    throw new InputError('UnknownAudioFormat', `the WAV file has ${channels} channels; give it 1 to ${MOST_CHANNELS}`);
  }
  if (sampleRate < LEAST_RATE || sampleRate > MOST_RATE) {
    throw new InputError(
      'UnknownAudioFormat',
      `the WAV file has ${sampleRate} samples a second; give it ${LEAST_RATE} to ${MOST_RATE}`,
    );
  }
  const frames = Math.floor(dataBytes / (channels * (bits / 8)));
  if (frames === 0) {
    throw new InputError('EmptyAudio', 'the sound has no sample; give one that is not empty');
  }
  return { integer: coding === PCM, bits, channels, sampleRate, frames, dataAt };
}

/** The same sound with nothing in its file but a plain header and the samples, which decoders cannot read in different ways. */
export function plainWav(file: Uint8Array, { integer, bits, channels, sampleRate, frames, dataAt }: WavFile): Uint8Array<ArrayBuffer> {
  const data = file.subarray(dataAt, dataAt + frames * channels * (bits / 8));
  return wav(data, { integer, bits, channels, sampleRate });
}

/** A mono 16-bit WAV file of these samples. */
export function wav16(samples: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(samples.byteLength);
  const view = viewOf(data);
  samples.forEach((sample, i) => view.setInt16(2 * i, sample, true));
  return wav(data, { integer: true, bits: 16, channels: 1, sampleRate });
}

/** A WAV file of samples as they lie in one. */
export function wav(data: Uint8Array, { integer, bits, channels, sampleRate }: WavFormat): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_BYTES);
  const view = viewOf(header);
  const tag = (at: number, text: string): void => header.set(new TextEncoder().encode(text), at);
  const frame = channels * (bits / 8);
  tag(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES + data.length - 8, true);
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, integer ? PCM : FLOAT, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frame, true);
  view.setUint16(32, frame, true);
  view.setUint16(34, bits, true);
  tag(36, 'data');
  view.setUint32(40, data.length, true);
  // Chunks have an even length.
  return joined(data.length % 2 === 0 ? [header, data] : [header, data, new Uint8Array(1)]);
}
