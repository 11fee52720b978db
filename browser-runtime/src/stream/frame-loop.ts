import type { CutFrame } from './cut-frame';

/** Where cut frames come from. */
export interface FrameSource {
  /** The next frame cut, dropped ones too, in order; rejects where the sound stands still. */
  next(): Promise<CutFrame>;
  /** Tells the cutter that an admitted frame waits no longer. */
  taken(): void;
}

export interface FrameClock {
  /** Milliseconds. */
  now(): number;
  /** When a frame left the audio thread, in this clock. */
  leftAt(frame: CutFrame): number;
}

/** What came of the frames, every sample kept. */
export interface Tally {
  readonly pcm: readonly Float32Array[];
  readonly dropped: number;
  /** Numbers of the frames processed, in order, and their times in milliseconds. */
  readonly processed: readonly number[];
  readonly latencyMs: readonly number[];
  readonly inferenceMs: readonly number[];
}

/**
 * Takes frames until all are there, running each admitted one through the model, which is told the frame before it, too. Latency is counted from the frame's
 * leaving the audio thread to its outputs on the CPU; inference from the call to the same moment.
 */
export async function runFrames(
  frames: number,
  source: FrameSource,
  model: (samples: Float32Array, before: Float32Array | null) => Promise<void>,
  clock: FrameClock,
  stopped: () => boolean,
): Promise<Tally> {
  const pcm: Float32Array[] = [];
  const processed: number[] = [];
  const latencyMs: number[] = [];
  const inferenceMs: number[] = [];
  while (pcm.length < frames && !stopped()) {
    const frame = await source.next();
    const before = pcm.at(-1) ?? null;
    pcm.push(frame.samples);
    if (frame.admitted) {
      source.taken();
      const start = clock.now();
      await model(frame.samples, before);
      const end = clock.now();
      processed.push(frame.index);
      inferenceMs.push(end - start);
      // The audio thread's clock is coarse: a frame can seem to have left after it came.
      latencyMs.push(Math.max(end - clock.leftAt(frame), end - start));
    }
  }
  return { pcm, dropped: pcm.length - processed.length, processed, latencyMs, inferenceMs };
}

/** As many samples as wanted, the sound starting over where it is shorter. */
export function repeated(sound: Float32Array, length: number): Float32Array<ArrayBuffer> {
  if (sound.length === 0) {
    throw new RangeError('the audio file holds no sound');
  }
  const samples = new Float32Array(length);
  for (let at = 0; at < length; at += sound.length) {
    samples.set(sound.subarray(0, Math.min(sound.length, length - at)), at);
  }
  return samples;
}
