import { toElements } from '../src/engine/dtypes';
import type { Engine, EngineSession, EngineTensor, EngineTensors, OpenRequest } from '../src/engine/engine';
import type { DType, Facts } from '../src/protocol/generated';

export function tensor(type: DType, dims: readonly number[], data: ArrayBufferView | string[]): FakeTensor {
  return new FakeTensor(type, dims, data);
}

export class FakeTensor implements EngineTensor {
  disposed = false;
  constructor(
    readonly type: string,
    readonly dims: readonly number[],
    readonly data: ArrayBufferView | string[],
  ) {}
  dispose(): void {
    this.disposed = true;
  }
}

export type Model = (feeds: EngineTensors, call: number) => EngineTensors | Promise<EngineTensors>;

/** An engine whose model is a function, and that can be told to fail. */
export class FakeEngine implements Engine {
  readonly info = { name: 'fake', version: '0' };
  readonly opened: OpenRequest[] = [];
  released = 0;
  openFails: Error | null = null;
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  build(): string {
    return 'fake.build';
  }

  load(): Promise<number> {
    return Promise.resolve(7);
  }

  facts(): Facts {
    return {};
  }

  tensor(dtype: DType, dims: readonly number[], bytes: Uint8Array<ArrayBuffer>): EngineTensor {
    return tensor(dtype, dims, toElements(dtype, bytes));
  }

  open(request: OpenRequest): Promise<EngineSession> {
    this.opened.push(request);
    if (this.openFails !== null) {
      return Promise.reject(this.openFails);
    }
    let calls = 0;
    return Promise.resolve({
      inputs: ['x'],
      outputs: ['y'],
      run: async (feeds: EngineTensors) => this.#model(feeds, calls++),
      place: (given: EngineTensor) => given,
      readBack: async (given: EngineTensor) => ({ data: given.data, left: given }),
      release: () => {
        this.released++;
        return Promise.resolve();
      },
    });
  }
}
