import { mixDown } from '../pipelines/audio';
import { resample } from '../pipelines/resample';
import { joinedSamples } from './join';
import { MediaUnavailable, pcm, type Returned, type Sound, StepTimes, supports } from './returned';
import { within } from './within';

const LIMIT_MS = 10_000;
const BLOCK = 960;
const BITRATE = 96_000;
const FULL_RATE = 48_000;

interface Encoded {
  readonly chunks: readonly EncodedAudioChunk[];
  readonly config: AudioDecoderConfig;
}

/** A sound through WebCodecs' encoder and decoder of one codec. */
export async function codeSound(sound: Sound, codec: string, repeats: number): Promise<Returned> {
  if (typeof AudioEncoder === 'undefined' || typeof AudioDecoder === 'undefined') {
    throw new MediaUnavailable('there is no WebCodecs AudioEncoder and AudioDecoder');
  }
  const config = await supported(codec, sound.sampleRate);
  const sent = config.sampleRate === sound.sampleRate ? sound.samples : resample(sound.samples, sound.sampleRate, config.sampleRate).slice();
  const times = new StepTimes();
  let bytes = 0;
  let back: Sound = sound;
  for (let i = 0; i < repeats; i++) {
    const encoded = await encode(sent, config, times);
    bytes = encoded.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    back = await decode(encoded, times);
  }
  const samples = back.sampleRate === sound.sampleRate ? back.samples : resample(back.samples, back.sampleRate, sound.sampleRate);
  const facts = { codec: config.codec, container: 'none', bytes, codedRate: config.sampleRate, decodedRate: back.sampleRate };
  return { timesMs: times.ms, tensors: [pcm(samples)], facts };
}

/** At the sound's own rate, else at the rate that every codec has. */
async function supported(codec: string, sampleRate: number): Promise<AudioEncoderConfig> {
  for (const rate of [sampleRate, FULL_RATE]) {
    const config: AudioEncoderConfig = { codec, sampleRate: rate, numberOfChannels: 1, bitrate: BITRATE };
    const encodes = await supports(AudioEncoder.isConfigSupported(config));
    if (encodes && (await supports(AudioDecoder.isConfigSupported({ codec, sampleRate: rate, numberOfChannels: 1 })))) {
      return config;
    }
  }
  throw new MediaUnavailable(`isConfigSupported says no to ${codec} at ${sampleRate} and ${FULL_RATE} Hz`);
}

async function encode(samples: Float32Array<ArrayBuffer>, config: AudioEncoderConfig, times: StepTimes): Promise<Encoded> {
  const chunks: EncodedAudioChunk[] = [];
  let description: AudioDecoderConfig | undefined;
  let first = 0;
  const start = performance.now();
  let failed: unknown;
  const encoder = new AudioEncoder({
    output: (chunk, metadata) => {
      first ||= performance.now() - start;
      description ??= metadata?.decoderConfig;
      chunks.push(chunk);
    },
    error: (error) => (failed = error),
  });
  encoder.configure(config);
  for (let at = 0; at < samples.length; at += BLOCK) {
    const data = samples.slice(at, at + BLOCK);
    const block = new AudioData({
      format: 'f32-planar',
      sampleRate: config.sampleRate,
      numberOfFrames: data.length,
      numberOfChannels: 1,
      timestamp: Math.round((at * 1e6) / config.sampleRate),
      data,
    });
    encoder.encode(block);
    block.close();
  }
  await flushed(encoder, 'the encoder', () => failed);
  times.add('encode', performance.now() - start);
  times.add('firstFrame', first);
  return { chunks, config: description ?? { codec: config.codec, sampleRate: config.sampleRate, numberOfChannels: 1 } };
}

async function decode({ chunks, config }: Encoded, times: StepTimes): Promise<Sound> {
  const blocks: Float32Array[] = [];
  let sampleRate = config.sampleRate;
  let failed: unknown;
  const start = performance.now();
  const decoder = new AudioDecoder({
    output: (data) => {
      sampleRate = data.sampleRate;
      blocks.push(mixDown(Array.from({ length: data.numberOfChannels }, (_, planeIndex) => plane(data, planeIndex))));
      data.close();
    },
    error: (error) => (failed = error),
  });
  decoder.configure(config);
  chunks.forEach((chunk) => decoder.decode(chunk));
  await flushed(decoder, 'the decoder', () => failed);
  times.add('decode', performance.now() - start);
  return { samples: joinedSamples(blocks), sampleRate };
}

function plane(data: AudioData, planeIndex: number): Float32Array {
  const samples = new Float32Array(data.numberOfFrames);
  data.copyTo(samples, { planeIndex, format: 'f32-planar' });
  return samples;
}

/** All that was put in has come out. */
export async function flushed(codec: { flush(): Promise<void>; close(): void; state: string }, what: string, failed: () => unknown): Promise<void> {
  try {
    await within(LIMIT_MS, what, codec.flush());
  } catch (error) {
    throw failed() ?? error;
  } finally {
    if (codec.state !== 'closed') {
      codec.close();
    }
  }
}
