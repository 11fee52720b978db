import { type CutFrame, type CutterOptions, PROCESSOR } from './cut-frame';
import { FrameCutter } from './frame-cutter';
import { Gate } from './gate';

/** The global scope of an AudioWorklet, of which TypeScript's library knows nothing. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new (options: { processorOptions: CutterOptions }) => AudioWorkletProcessor): void;

/** Runs on the audio thread: cuts what is played into frames and posts them; drops, and says so, where too many wait. */
class FrameProcessor extends AudioWorkletProcessor {
  readonly #cutter: FrameCutter;

  constructor({ processorOptions: { frameSamples, frames, queueFrames } }: { processorOptions: CutterOptions }) {
    super();
    const gate = new Gate(queueFrames === 0 ? Number.POSITIVE_INFINITY : queueFrames);
    this.port.onmessage = () => gate.taken();
    this.#cutter = new FrameCutter(frameSamples, frames, (index, samples) => {
      const frame: CutFrame = { index, samples, admitted: gate.offer(), leftAt: Date.now() };
      this.port.postMessage(frame, [samples.buffer]);
    });
  }

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    // A source that has not started has no channel.
    const channel = inputs[0]?.[0];
    if (channel !== undefined) {
      this.#cutter.push(channel);
    }
    return !this.#cutter.done;
  }
}

registerProcessor(PROCESSOR, FrameProcessor);
