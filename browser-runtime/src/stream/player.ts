import { Mailbox } from '../job/mailbox';
import type { Facts } from '../protocol/generated';
import { type CutFrame, type CutterOptions, PROCESSOR } from './cut-frame';
import type { FrameClock, FrameSource } from './frame-loop';
import { gracePeriod } from './grace-period';

/** The browser lets no sound be played, or has nothing to play it on. */
export class AudioUnavailableError extends Error {
  override readonly name = 'AudioUnavailableError';
}

const RESUME_PATIENCE_MS = 5000;
/** Longer than any device's buffer: a sound that says nothing for so long stands still. */
const STILL_MS = 5000;

/** A sound that plays through the frame cutter. */
export interface Player extends FrameSource {
  readonly clock: FrameClock;
  readonly facts: Facts;
  start(): void;
  close(): Promise<void>;
}

/** Makes a player in real time: an AudioContext at the sound's own rate, so that nothing resamples what the cutter sees. */
export async function realTimePlayer(sound: Float32Array<ArrayBuffer>, sampleRate: number, options: CutterOptions): Promise<Player> {
  const context = new AudioContext({ sampleRate, latencyHint: 'interactive' });
  try {
    await running(context);
    const { source, frames } = await graph(context, sound, options);
    const facts = { ...commonFacts(context), context: 'AudioContext', realTime: true, baseLatencyMs: (context.baseLatency ?? 0) * 1000 };
    return { ...frames, clock: frameClock(), facts, start: () => source.start(), close: () => context.close() };
  } catch (error) {
    await context.close().catch(() => undefined);
    throw error;
  }
}

/** Renders the sound as fast as the browser can: the same worklet and frames, but not real time. */
export async function offlinePlayer(sound: Float32Array<ArrayBuffer>, sampleRate: number, options: CutterOptions): Promise<Player> {
  const context = new OfflineAudioContext(1, sound.length, sampleRate);
  const { source, frames } = await graph(context, sound, { ...options, queueFrames: 0 });
  const start = (): void => {
    source.start();
    void context.startRendering();
  };
  return { ...frames, clock: frameClock(), facts: { ...commonFacts(context), context: 'OfflineAudioContext', realTime: false }, start, close: () => Promise.resolve() };
}

function commonFacts(context: BaseAudioContext): Facts {
  return { sampleRate: context.sampleRate, stampStepMs: 1 };
}

async function running(context: AudioContext): Promise<void> {
  const waiting = gracePeriod(RESUME_PATIENCE_MS);
  await Promise.race([context.resume(), waiting.over]).finally(waiting.end);
  if ((context.state as string) !== 'running') {
    throw new AudioUnavailableError(
      `the AudioContext stays ${context.state}: the browser lets no sound play before somebody touched the page, or has no audio device; ` +
        'start Chromium with --autoplay-policy=no-user-gesture-required, Firefox with media.autoplay.default=0',
    );
  }
}

async function graph(context: BaseAudioContext, sound: Float32Array<ArrayBuffer>, options: CutterOptions) {
  // Only a secure context has worklets.
  if ((context.audioWorklet as AudioWorklet | undefined) === undefined) {
    throw new AudioUnavailableError('there is no AudioWorklet: it needs a secure context; open the page over https or on localhost');
  }
  await context.audioWorklet.addModule(new URL('audio-worklet.js', document.baseURI).href);
  const node = new AudioWorkletNode(context, PROCESSOR, { numberOfInputs: 1, numberOfOutputs: 1, processorOptions: options });
  const buffer = context.createBuffer(1, sound.length, context.sampleRate);
  buffer.copyToChannel(sound, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  // The node puts out silence, but is only driven where it leads somewhere.
  source.connect(node).connect(context.destination);
  return { source, frames: frameSource(node) };
}

function frameSource(node: AudioWorkletNode): FrameSource {
  const mailbox = new Mailbox<CutFrame | Error>();
  node.port.onmessage = ({ data }: MessageEvent<CutFrame>) => mailbox.put(data);
  node.onprocessorerror = () => mailbox.put(new Error('the audio worklet failed'));
  return {
    async next() {
      const waiting = gracePeriod(STILL_MS);
      const still = waiting.over.then(() => new AudioUnavailableError(`the sound stands still: no frame for ${STILL_MS} ms`));
      const frame = await Promise.race([mailbox.take(), still]).finally(waiting.end);
      if (frame instanceof Error) {
        throw frame;
      }
      return frame;
    },
    taken: () => node.port.postMessage(null),
  };
}

/** The audio thread has only `Date.now()`; this lays it over the page's fine clock, as exactly as its 1 ms steps allow. */
function frameClock(): FrameClock {
  const before = Date.now();
  let tick = before;
  while (tick === before) {
    tick = Date.now();
  }
  const offset = tick - performance.now();
  return { now: () => performance.now(), leftAt: (frame) => frame.leftAt - offset };
}
