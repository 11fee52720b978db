/** How a WAV file holds its samples. */
export interface WavFormat {
  readonly integer: boolean;
  readonly bits: number;
  readonly channels: number;
  readonly sampleRate: number;
}

const HEADER_BYTES = 44;
const PCM = 1;

/** Reads the `fmt ` chunk; null for anything that is no RIFF/WAVE file. */
export function wavFormat(file: Uint8Array): WavFormat | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tag = (at: number): string => String.fromCharCode(...file.subarray(at, at + 4));
  if (file.length < HEADER_BYTES || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') {
    return null;
  }
  for (let at = 12; at + 24 <= file.length; at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) % 2)) {
    if (tag(at) === 'fmt ') {
      return {
        integer: view.getUint16(at + 8, true) === PCM,
        channels: view.getUint16(at + 10, true),
        sampleRate: view.getUint32(at + 12, true),
        bits: view.getUint16(at + 22, true),
      };
    }
  }
  return null;
}

/** A mono 16-bit WAV file of these samples. */
export function wav16(samples: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + samples.byteLength);
  const view = new DataView(file.buffer);
  const tag = (at: number, text: string): void => file.set(new TextEncoder().encode(text), at);
  tag(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  tag(36, 'data');
  view.setUint32(40, samples.byteLength, true);
  samples.forEach((sample, i) => view.setInt16(HEADER_BYTES + 2 * i, sample, true));
  return file;
}
