import type { Pipeline } from '../protocol/generated';
import { decodeAudio } from './audio-decoder';
import { logMel } from './log-mel';
import { HOP, MelFilters } from './mel';
import type { Made } from './pipeline';

type AudioPipeline = Extract<Pipeline, { kind: 'audio' }>;

/** PIPELINES.md, "Audio": a sound file as PCM samples or as Whisper's log-mel frames. */
export async function prepareAudio(file: Uint8Array<ArrayBuffer>, pipeline: AudioPipeline): Promise<Made> {
  const { sampleRate, frames, mels, features } = pipeline;
  const { channels, facts } = await decodeAudio(file, sampleRate);
  const samples = fit(mixDown(channels), frames * HOP);
  if (features === 'pcm') {
    return { tensors: [{ name: 'pcm', dtype: 'float32', dims: [1, samples.length], data: samples }], facts };
  }
  const data = logMel(samples, new MelFilters(sampleRate, mels));
  return { tensors: [{ name: 'input_features', dtype: 'float32', dims: [1, mels, frames], data }], facts };
}

/** The mean over channels. */
export function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [first] = channels;
  if (first === undefined || channels.length === 1) {
    return first ?? new Float32Array(0);
  }
  return first.map((_, i) => channels.reduce((sum, channel) => sum + (channel[i] ?? 0), 0) / channels.length);
}

/** Cut, or padded on the right with silence. */
export function fit(samples: Float32Array, length: number): Float32Array {
  const fitted = new Float32Array(length);
  fitted.set(samples.subarray(0, length));
  return fitted;
}
