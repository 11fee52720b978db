import type { Facts } from '../protocol/generated';
import { CodecError, sniffCodec } from './codec';
import { InputError } from './input-error';
import { resample } from './resample';
import { plainWav, wav, wavFile } from './wav';

/** Factors that bring a decoder's positive and negative samples to the scale `x / 2^(bits - 1)`. */
interface Scale {
  readonly positive: number;
  readonly negative: number;
}

const PROBE_SAMPLES = 256;

/** A sound as the browser decoded it: one array for each channel. */
export interface DecodedAudio {
  readonly channels: readonly Float32Array[];
  /** Which codec it was, and what came out. */
  readonly facts: Facts;
}

/** Decodes an audio file with the browser's own decoder. A WAV is resampled here, any other by the browser. Throws a CodecError for what it cannot. */
export async function decodeAudio(file: Uint8Array<ArrayBuffer>, sampleRate: number): Promise<DecodedAudio> {
  const codec = sniffCodec(file);
  const sound = codec === 'wav' ? await decodeWav(file, sampleRate) : await decode(file, sampleRate);
  return { channels: sound, facts: { codec, channels: sound.length, samples: sound[0]?.length ?? 0, decodedRate: sampleRate } };
}

async function decodeWav(file: Uint8Array<ArrayBuffer>, target: number): Promise<Float32Array[]> {
  const format = wavFile(file);
  if (format === null) {
    throw new CodecError('this is no WAV file; convert it to 16-bit PCM WAV');
  }
  const { bits, sampleRate: rate } = format;
  const channels = await decode(plainWav(file, format), rate);
  if (format.integer && bits <= 16) {
    const scale = await decoderScale(bits, rate);
    channels.forEach((channel) => rescale(channel, scale));
  }
  if (channels.some((channel) => channel.some((sample) => !Number.isFinite(sample)))) {
    throw new InputError('DamagedAudio', 'the sound has samples that are no numbers; make it again');
  }
  return rate === target ? channels : channels.map((channel) => resample(channel, rate, target));
}

/**
 * Chromium's decoder divides positive 16-bit samples by 32767 and negative ones by 32768, a distortion that moves quiet
 * log-mel values by up to 0.01. Others divide all by 32768, as does the native side: a known file tells which one this is.
 */
async function decoderScale(bits: number, sampleRate: number): Promise<Scale> {
  const key = `${bits}/${sampleRate}`;
  const known = scales.get(key) ?? probedScale(bits, sampleRate);
  scales.set(key, known);
  return known.catch((error: unknown) => {
    scales.delete(key);
    throw error;
  });
}

/** A decoder stays what it is for as long as the page lives. */
const scales = new Map<string, Promise<Scale>>();

async function probedScale(bits: number, sampleRate: number): Promise<Scale> {
  const half = PROBE_SAMPLES / 2;
  const data =
    bits === 8
      ? Uint8Array.from({ length: PROBE_SAMPLES }, (_, i) => (i < half ? 192 : 64))
      : new Uint8Array(Int16Array.from({ length: PROBE_SAMPLES }, (_, i) => (i < half ? 16384 : -16384)).buffer);
  const [decoded] = await decode(wav(data, { integer: true, bits, channels: 1, sampleRate }), sampleRate);
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
  if (file.length === 0) {
    // WebKit would never answer.
    throw new CodecError('this is an empty file, no sound; give one as 16-bit PCM WAV');
  }
  const context = new OfflineAudioContext(1, 1, sampleRate);
  // decodeAudioData takes the buffer away from its owner.
  const audio = await context.decodeAudioData(file.slice().buffer).catch((error: unknown) => {
    const codec = sniffCodec(file);
    throw new CodecError(
      `this browser does not decode this file (${codec}, ${file.length} bytes): ${String(error)}; convert it to 16-bit PCM WAV`,
    );
  });
  return Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel));
}
