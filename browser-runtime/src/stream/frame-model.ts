import { toBytes, toDType } from '../engine/dtypes';
import type { EngineSession, EngineTensor, EngineTensors } from '../engine/engine';
import type { MakeTensor } from '../job/steps';
import type { DType, Stream } from '../protocol/generated';
import type { TensorFrame } from '../protocol/messages';

/** What of the sound the input holds. */
export type FrameShape = Pick<Stream, 'frameSamples' | 'contextSamples'>;

/** One output over all processed frames. */
export interface StackedOutput {
  readonly name: string;
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly bytes: Uint8Array;
}

/**
 * A model that is fed one frame after the other: one input takes the frame, carried inputs the last outputs, the rest keep
 * their tensors of step 0.
 */
export class FrameModel {
  readonly #session: EngineSession;
  readonly #outputs: readonly string[];
  readonly #carry: ReadonlyMap<string, string>;
  readonly #make: MakeTensor;
  readonly #input: TensorFrame['header'];
  readonly #constant: EngineTensors;
  readonly #context: number;
  readonly #kept = new Map<string, { dtype: DType; dims: readonly number[]; parts: Uint8Array[] }>();
  #carried: Record<string, EngineTensor> = {};

  constructor(
    session: EngineSession,
    outputs: readonly string[],
    inputs: readonly TensorFrame[],
    carry: Readonly<Record<string, string>>,
    make: MakeTensor,
    input: string,
    { frameSamples, contextSamples = 0 }: FrameShape,
  ) {
    this.#session = session;
    this.#outputs = outputs;
    this.#carry = new Map(Object.entries(carry));
    this.#make = make;
    const first = inputs.filter(({ header }) => header.step === 0);
    const header = first.find((frame) => frame.header.name === input)?.header;
    if (header === undefined) {
      throw new RangeError(`the model was opened without a tensor for the input ${input}`);
    }
    if (header.dtype !== 'float32' || header.dims.reduce((product, size) => product * size, 1) !== contextSamples + frameSamples) {
      throw new RangeError(`the input ${input} is ${header.dtype} [${header.dims.join()}], which no frame of ${frameSamples} samples after ${contextSamples} of context fits`);
    }
    if (contextSamples > frameSamples) {
      throw new RangeError(`a context of ${contextSamples} samples is longer than the frame before it`);
    }
    this.#context = contextSamples;
    this.#input = header;
    this.#constant = Object.fromEntries(first.map((frame) => [frame.header.name, make(frame.header.dtype, frame.header.dims, frame.payload)]));
  }

  /** @param before the frame before it, whose end is its context; silence before the first */
  async run(samples: Float32Array, before: Float32Array | null): Promise<void> {
    const input = new Float32Array(this.#context + samples.length);
    if (before !== null) {
      input.set(before.subarray(before.length - this.#context));
    }
    input.set(samples, this.#context);
    const frame = this.#make('float32', this.#input.dims, new Uint8Array(input.buffer));
    const feeds = { ...this.#constant, ...this.#carried, [this.#input.name]: frame };
    const results = await this.#session.run(feeds, this.#outputs);
    this.#keep(results);
    this.#advance(results);
    frame.dispose();
  }

  /** The outputs so far, processed frames as the first dimension. */
  stacked(): StackedOutput[] {
    return [...this.#kept].map(([name, { dtype, dims, parts }]) => ({ name, dtype, dims: [parts.length, ...dims], bytes: joined(parts) }));
  }

  dispose(): void {
    for (const tensor of [...Object.values(this.#constant), ...Object.values(this.#carried)]) {
      tensor.dispose();
    }
  }

  #keep(results: EngineTensors): void {
    for (const [name, tensor] of Object.entries(results)) {
      const kept = this.#kept.get(name) ?? { dtype: toDType(tensor.type), dims: [...tensor.dims], parts: [] };
      if (kept.dims.join() !== tensor.dims.join()) {
        throw new RangeError(`the output ${name} changes its shape from [${kept.dims.join()}] to [${tensor.dims.join()}]`);
      }
      kept.parts.push(toBytes(tensor.data).slice());
      this.#kept.set(name, kept);
    }
  }

  #advance(results: EngineTensors): void {
    const spent = Object.values(this.#carried);
    this.#carried = {};
    for (const [input, output] of this.#carry) {
      const tensor = results[output];
      if (tensor === undefined) {
        throw new RangeError(`carry takes ${output}, which is no wanted output`);
      }
      this.#carried[input] = tensor;
    }
    const kept = new Set(Object.values(this.#carried));
    for (const tensor of [...spent, ...Object.values(results)]) {
      if (!kept.has(tensor)) {
        tensor.dispose();
      }
    }
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
