import { toBytes } from '../engine/dtypes';
import { download } from '../job/download';
import { rawError } from '../job/errors';
import { mixDown } from '../pipelines/audio';
import { decodeAudio } from '../pipelines/audio-decoder';
import type { DType, Facts, Stream } from '../protocol/generated';
import type { MessageSink } from '../protocol/messages';
import { repeated, runFrames, type Tally } from './frame-loop';
import type { FrameModel } from './frame-model';
import { offlinePlayer, type Player, realTimePlayer } from './player';

/** Plays the sound that the host named through the model, and ships what came of it. */
export async function streamAudio(command: Stream, model: FrameModel, sink: MessageSink, stopped: () => boolean): Promise<void> {
  const { audio, sampleRate, frameSamples, seconds, queueFrames, speed, offline } = command;
  const frames = Math.floor((seconds * sampleRate) / frameSamples);
  if (frames === 0) {
    throw new RangeError(`${seconds} s of audio hold no frame of ${frameSamples} samples`);
  }
  const { bytes } = await download(audio.url, audio.sha256);
  const { channels, facts } = await decodeAudio(bytes, sampleRate);
  const sound = repeated(mixDown(channels), frames * frameSamples);
  const options = { frameSamples, frames, queueFrames };
  // The same samples at a higher rate come faster, and are the same samples still.
  const player = await (offline ? offlinePlayer : realTimePlayer)(sound, sampleRate * speed, options);
  try {
    player.start();
    const tally = await runFrames(frames, player, (samples, before) => model.run(samples, before), player.clock, stopped);
    if (!stopped()) {
      ship(command, tally, model, { ...facts, ...player.facts }, sink);
    }
  } finally {
    await close(player);
  }
}

/** The end of a stream that came to nothing; its session lives on. */
export function streamFailed({ job, stream }: Stream, thrown: unknown, sink: MessageSink): void {
  const error = rawError('stream', thrown);
  sink.send({ type: 'streamed', job, stream, frames: 0, processed: 0, dropped: 0, audioMs: 0, processingMs: 0, facts: {}, error });
}

function ship(command: Stream, tally: Tally, model: FrameModel, facts: Facts, sink: MessageSink): void {
  const { job, stream, frameSamples, sampleRate, speed } = command;
  const send = (name: string, dtype: DType, dims: readonly number[], data: ArrayBufferView): void =>
    sink.sendBinary({ type: 'tensor', job, role: 'stream', name, dtype, dims: [...dims], step: 0, iteration: 0 }, toBytes(data));
  const frames = tally.pcm.length;
  const processed = tally.processed.length;
  const pcm = new Float32Array(frames * frameSamples);
  tally.pcm.forEach((frame, i) => pcm.set(frame, i * frameSamples));
  send('latencyMs', 'float64', [processed], Float64Array.from(tally.latencyMs));
  send('inferenceMs', 'float64', [processed], Float64Array.from(tally.inferenceMs));
  send('frame', 'int32', [processed], Int32Array.from(tally.processed));
  send('pcm', 'float32', [frames, frameSamples], pcm);
  for (const { name, dtype, dims, bytes } of model.stacked()) {
    send(`output/${name}`, dtype, dims, bytes);
  }
  const audioMs = (frames * frameSamples * 1000) / (sampleRate * speed);
  const processingMs = tally.inferenceMs.reduce((sum, ms) => sum + ms, 0);
  sink.send({ type: 'streamed', job, stream, frames, processed, dropped: tally.dropped, audioMs, processingMs, facts, error: null });
}

async function close(player: Player): Promise<void> {
  await player.close().catch(() => undefined);
}
