import type { MlContext, MlDescriptor, MlGraph, MlGraphBuilder, MlOperand, MlTensor, WebNn } from '../src/webnn/ml';

/** An operand as the fake builder makes it: it remembers how. */
export interface FakeOperand extends MlOperand {
  readonly made: string;
}

class FakeTensor implements MlTensor {
  bytes = new Uint8Array();
  destroyed = false;
  constructor(readonly descriptor: MlDescriptor & { readable?: boolean; writable?: boolean }) {}
  destroy(): void {
    this.destroyed = true;
  }
}

/** A WebNN that writes down each call; its graphs copy the first input's bytes to every output. */
export class FakeWebNn implements WebNn {
  readonly calls: { name: string; parameters: unknown[] }[] = [];
  readonly contexts: string[] = [];
  readonly tensors: FakeTensor[] = [];
  limits: Record<string, unknown> = {};
  devices: string[] | undefined = ['cpu'];
  limitsAsked = 0;
  /** What building says, where it is to fail. */
  refuses: string | null = null;
  mostTensors = Number.POSITIVE_INFINITY;
  graphsDestroyed = 0;
  lose: (reason: { message: string }) => void = () => undefined;

  async createContext({ deviceType }: { deviceType: string }): Promise<MlContext> {
    this.contexts.push(deviceType);
    return {
      lost: new Promise((resolve) => {
        this.lose = resolve;
      }),
      opSupportLimits: () => {
        this.limitsAsked++;
        return this.limits;
      },
      createTensor: async (descriptor) => {
        if (this.tensors.length >= this.mostTensors) {
          throw new Error('no room for a tensor');
        }
        const tensor = new FakeTensor(descriptor);
        this.tensors.push(tensor);
        return tensor;
      },
      writeTensor: (tensor, data) => {
        (tensor as FakeTensor).bytes = new Uint8Array(data as Uint8Array<ArrayBuffer>);
      },
      readTensor: async (tensor) => (tensor as FakeTensor).bytes.slice().buffer,
      dispatch: (_graph, inputs, outputs) => {
        const [first] = Object.values(inputs);
        for (const output of Object.values(outputs)) {
          (output as FakeTensor).bytes = (first as FakeTensor | undefined)?.bytes ?? new Uint8Array(1);
        }
      },
    };
  }

  createBuilder(): MlGraphBuilder {
    const record = (name: string, parameters: unknown[]): FakeOperand => {
      this.calls.push({ name, parameters });
      const first = parameters.flat().find((value): value is MlOperand => typeof value === 'object' && value !== null && 'dataType' in value);
      return { dataType: first?.dataType ?? 'float32', shape: first?.shape ?? [], made: name };
    };
    const builder: MlGraphBuilder & Record<string, unknown> = {
      input: (name, descriptor) => ({ ...record('input', [name, descriptor]), ...descriptor }),
      constant: (descriptor, data) => ({ ...record('constant', [descriptor, data]), ...descriptor }),
      build: async (outputs): Promise<MlGraph> => {
        record('build', [outputs]);
        if (this.refuses !== null) {
          throw new Error(this.refuses);
        }
        return { ...(this.devices === undefined ? {} : { devices: this.devices }), destroy: () => void this.graphsDestroyed++ };
      },
    };
    for (const name of ['add', 'relu', 'concat', 'clamp', 'conv2d', 'dequantizeLinear']) {
      builder[name] = (...parameters: unknown[]) => record(name, parameters);
    }
    builder['split'] = (...parameters: unknown[]) => [record('split', parameters), record('split', parameters)];
    return builder;
  }
}
