import type { Facts } from '../protocol/generated';
import { CodecError, sniffCodec } from './codec';
import { wav16, wavFormat } from './wav';

/** Factors that bring a decoder's positive and negative samples to the scale `x / 32768`. */
interface Scale {
  readonly positive: number;
  readonly negative: number;
}

const PROBE_SAMPLES = 256;
const HALF_SCALE = 16384;

/** A sound as the browser decoded it: one array for each channel. */
export interface DecodedAudio {
  readonly channels: readonly Float32Array[];
  /** Which codec it was, and what came out. */
  readonly facts: Facts;
}

/** Decodes an audio file with the browser's own decoder, which resamples to `sampleRate`. Throws a CodecError for what it cannot. */
export async function decodeAudio(file: Uint8Array<ArrayBuffer>, sampleRate: number): Promise<DecodedAudio> {
  const codec = sniffCodec(file);
  const channels = await decode(file, sampleRate).catch((error: unknown) => {
    throw new CodecError(`this browser does not decode this file (${codec}, ${file.length} bytes): ${String(error)}`);
  });
  const format = wavFormat(file);
  if (format?.integer === true && format.bits === 16) {
    const scale = await decoderScale(sampleRate);
    channels.forEach((channel) => rescale(channel, scale));
  }
  return { channels, facts: { codec, channels: channels.length, samples: channels[0]?.length ?? 0, decodedRate: sampleRate } };
}

/**
 * Chromium's decoder divides positive 16-bit samples by 32767 and negative ones by 32768, a distortion that moves quiet
 * log-mel values by up to 0.01. Others divide all by 32768, as does the native side: a known file tells which one this is.
 */
async function decoderScale(sampleRate: number): Promise<Scale> {
  const known = scales.get(sampleRate) ?? probedScale(sampleRate);
  scales.set(sampleRate, known);
  return known.catch((error: unknown) => {
    scales.delete(sampleRate);
    throw error;
  });
}

/** A decoder stays what it is for as long as the page lives. */
const scales = new Map<number, Promise<Scale>>();

async function probedScale(sampleRate: number): Promise<Scale> {
  const samples = Int16Array.from({ length: PROBE_SAMPLES }, (_, i) => (i < PROBE_SAMPLES / 2 ? HALF_SCALE : -HALF_SCALE));
  const [decoded] = await decode(wav16(samples, sampleRate), sampleRate);
  return {
    positive: 0.5 / (decoded?.[PROBE_SAMPLES / 4] ?? 0.5),
    negative: -0.5 / (decoded?.[(PROBE_SAMPLES * 3) / 4] ?? -0.5),
  };
}

function rescale(samples: Float32Array, { positive, negative }: Scale): void {
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] as number;
    samples[i] = sample * (sample > 0 ? positive : negative);
  }
}

async function decode(file: Uint8Array<ArrayBuffer>, sampleRate: number): Promise<Float32Array[]> {
  const context = new OfflineAudioContext(1, 1, sampleRate);
  // decodeAudioData takes the buffer away from its owner.
  const audio = await context.decodeAudioData(file.slice().buffer);
  return Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel));
}
