import type { Pipeline } from '../protocol/generated';
import { decodeAudio } from './audio-decoder';
import { logMel } from './log-mel';
import { HOP, MelFilters } from './mel';
import type { OpenPipeline, PreparedTensor } from './pipeline';

type AudioPipeline = Extract<Pipeline, { kind: 'audio' }>;

/** PIPELINES.md, "Audio": a sound file as PCM samples or as Whisper's log-mel frames. */
export function openAudio(file: Uint8Array<ArrayBuffer>, pipeline: AudioPipeline): OpenPipeline {
  const { sampleRate, mels, features } = pipeline;
  const filters = features === 'logmel' ? new MelFilters(sampleRate, mels) : null;
  return {
    async run() {
      const start = performance.now();
      const { channels, facts } = await decodeAudio(file, sampleRate);
      const decoded = performance.now();
      const tensor = audioTensor(channels, pipeline, filters);
      return { tensors: [tensor], facts, decodeMs: decoded - start, featuresMs: performance.now() - decoded };
    },
  };
}

/** @param filters of log-mel features; null where the samples themselves are wanted */
function audioTensor(channels: readonly Float32Array[], { features, frames, mels }: AudioPipeline, filters: MelFilters | null): PreparedTensor {
  const samples = fit(mixDown(channels), frames * HOP);
  if (filters !== null) {
    return { name: 'input_features', dtype: 'float32', dims: [1, mels, frames], data: logMel(samples, filters) };
  }
  if (features === 'normalized-pcm') {
    const data = standardized(samples, Math.min(channels[0]?.length ?? 0, samples.length));
    return { name: 'input_values', dtype: 'float32', dims: [1, data.length], data };
  }
  return { name: 'pcm', dtype: 'float32', dims: [1, samples.length], data: samples };
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
export function fit(samples: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const fitted = new Float32Array(length);
  fitted.set(samples.subarray(0, length));
  return fitted;
}

/** Mean 0 and variance 1 over the first `count`, the sound itself; then silence. */
export function standardized(samples: Float32Array<ArrayBuffer>, count: number): Float32Array<ArrayBuffer> {
  let mean = 0;
  for (let i = 0; i < count; i++) {
    mean += samples[i] as number;
  }
  mean /= count;
  let variance = 0;
  for (let i = 0; i < count; i++) {
    variance += ((samples[i] as number) - mean) ** 2;
  }
  const deviation = Math.sqrt(variance / count + 1e-7);
  return samples.map((sample, i) => (i < count ? (sample - mean) / deviation : 0));
}
