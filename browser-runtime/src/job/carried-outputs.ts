import { toBytes } from '../engine/dtypes';
import type { EngineTensor, EngineTensors } from '../engine/engine';
import type { Facts } from '../protocol/generated';

/**
 * The outputs that feed the next step and that nobody reads. Notes where each was seen to be, iteration by iteration, and what
 * the iteration brought to the CPU: what an engine was asked for is no evidence.
 */
export class CarriedOutputs {
  readonly names: readonly string[];
  readonly #seen = new Map<string, number>();
  readonly #fed = new Map<string, number>();
  #iterations = 0;
  #readBack = 0;

  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** The outputs that an execution carries and does not want. */
  static of(carry: Readonly<Record<string, string>>, wanted: readonly string[]): CarriedOutputs {
    return new CarriedOutputs([...new Set(Object.values(carry))].filter((name) => !wanted.includes(name)));
  }

  /** Looks at what an iteration gave; the wanted outputs come out. */
  observe(outputs: EngineTensors): EngineTensors {
    if (this.names.length === 0) {
      return outputs;
    }
    this.#iterations++;
    const wanted: Record<string, EngineTensors[string]> = {};
    for (const [name, tensor] of Object.entries(outputs)) {
      const location = tensor.location ?? 'cpu';
      if (this.names.includes(name)) {
        count(this.#seen, location);
        this.#readBack += location.startsWith('cpu') ? toBytes(tensor.data).byteLength : 0;
      } else {
        wanted[name] = tensor;
        this.#readBack += toBytes(tensor.data).byteLength;
      }
    }
    return wanted;
  }

  /** A step is fed these in their stead: where they are when that is done. */
  fed(tensors: readonly Pick<EngineTensor, 'location'>[]): void {
    for (const { location = 'cpu' } of tensors) {
      count(this.#fed, location);
    }
  }

  /** One of them was brought to the CPU for its own sake; what is there anyway was counted when it came. */
  readBack({ location = 'cpu' }: Pick<EngineTensor, 'location'>, bytes: number): void {
    this.#readBack += location.startsWith('cpu') ? 0 : bytes;
  }

  /** For the evidence; nothing where nothing is carried. */
  facts(): Facts {
    return this.names.length === 0
      ? {}
      : {
          carriedOutputs: this.names.length,
          carriedSeen: told(this.#seen),
          ...(this.#fed.size === 0 ? {} : { carriedFed: told(this.#fed) }),
          carriedIterations: this.#iterations,
          readBackBytes: this.#readBack,
        };
  }
}

function count(times: Map<string, number>, location: string): void {
  times.set(location, (times.get(location) ?? 0) + 1);
}

function told(times: ReadonlyMap<string, number>): string {
  return [...times].map(([location, number]) => `${location}=${number}`).join(' ');
}
