import type { EngineTensor, EngineTensors } from '../engine/engine';
import type { DType } from '../protocol/generated';
import type { TensorFrame } from '../protocol/messages';

export type MakeTensor = (dtype: DType, dims: readonly number[], bytes: Uint8Array<ArrayBuffer>) => EngineTensor;

/**
 * The feeds of each iteration. Iteration i uses step i mod K; an input with a tensor for step 0 alone keeps it at every
 * step; a carried input takes the previous step's output, and its own tensor again when the steps start over.
 */
export class Steps {
  readonly count: number;
  readonly #feeds: readonly EngineTensors[];
  readonly #carry: ReadonlyMap<string, string>;
  #iteration = 0;
  #carried: Record<string, EngineTensor> = {};

  constructor(inputs: readonly TensorFrame[], count: number, carry: Readonly<Record<string, string>>, make: MakeTensor) {
    this.count = count;
    this.#carry = new Map(Object.entries(carry));
    const feeds: Record<string, EngineTensor>[] = Array.from({ length: count }, () => ({}));
    for (const { header, payload } of inputs) {
      const feed = feeds[header.step];
      if (feed === undefined) {
        throw new RangeError(`input ${header.name} is for step ${header.step}, but there are ${count} steps`);
      }
      feed[header.name] = make(header.dtype, header.dims, payload);
    }
    this.#feeds = feeds.map((feed) => ({ ...feeds[0], ...feed }));
  }

  /** Number of the iteration to come; 0 is the first inference. */
  get iteration(): number {
    return this.#iteration;
  }

  get step(): number {
    return this.#iteration % this.count;
  }

  feeds(): EngineTensors {
    return { ...this.#feeds[this.step], ...this.#carried };
  }

  /** Frees every feed; no iteration comes after it. */
  release(): void {
    const feeds = new Set(this.#feeds.flatMap((feed) => Object.values(feed)));
    for (const tensor of [...feeds, ...Object.values(this.#carried)]) {
      tensor.dispose();
    }
  }

  /** Takes the outputs of the iteration just run, keeps what the next one is fed, frees the rest. */
  advance(outputs: EngineTensors): void {
    const spent = Object.values(this.#carried);
    this.#carried = {};
    this.#iteration++;
    if (this.step !== 0) {
      for (const [input, output] of this.#carry) {
        const tensor = outputs[output];
        if (tensor === undefined) {
          throw new RangeError(`carry takes ${output}, which is no output`);
        }
        this.#carried[input] = tensor;
      }
    }
    const kept = new Set(Object.values(this.#carried));
    for (const tensor of [...spent, ...Object.values(outputs)]) {
      if (!kept.has(tensor)) {
        tensor.dispose();
      }
    }
  }
}

/** Shapes by input name, of the inputs that have the same shape at every step. */
export function fixedDims(inputs: readonly TensorFrame[]): ReadonlyMap<string, readonly number[]> {
  const dims = new Map<string, readonly number[]>();
  const changing = new Set<string>();
  for (const { header } of inputs) {
    const known = dims.get(header.name);
    if (known !== undefined && known.join() !== header.dims.join()) {
      changing.add(header.name);
    }
    dims.set(header.name, header.dims);
  }
  return new Map([...dims].filter(([name]) => !changing.has(name)));
}
