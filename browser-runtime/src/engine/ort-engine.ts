import type { Env, InferenceSession, Tensor, TensorFactory } from 'onnxruntime-web';
import { POWER_PREFERENCE } from '../evidence/adapter';
import { BackendUnavailable } from '../job/errors';
import type { DType, EngineInfo, Facts, Settings } from '../protocol/generated';
import { type BrowserAbilities, type Bundle, bundleFor, type EnginePackage } from './bundles';
import { DeviceTensors } from './device-tensors';
import { toElements } from './dtypes';
import type { Engine, EngineSession, EngineTensor, EngineTensors, OpenRequest, ReadBack } from './engine';
import { type FreeDimensions, freeDimensions } from './free-dimensions';
import { SMALLEST_MODEL } from './smallest-model';
import { sessionOptions } from './session-options';

/** What a bundle exports, as far as it is used here; older versions lack some of `env`, of a tensor and of a session. */
interface Ort {
  readonly env: Pick<Env, 'wasm'> & Partial<Pick<Env, 'webgpu' | 'versions'>>;
  readonly InferenceSession: { create(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession> };
  readonly Tensor: (new (type: string, data: unknown, dims: readonly number[]) => Tensor) & Partial<Pick<TensorFactory, 'fromGpuBuffer' | 'fromMLTensor'>>;
}

/** ONNX Runtime Web, of the version that is served. Loads only the build that a backend needs; builds live side by side, each with its own WebAssembly instance. */
export class OrtEngine implements Engine {
  readonly info: EngineInfo;
  readonly #package: EnginePackage;
  readonly #abilities: BrowserAbilities;
  readonly #base: string;
  readonly #instantiates: boolean;
  readonly #loaded = new Map<Bundle['name'], { ort: Ort; threads: number }>();
  #current: Ort | null = null;
  #dimensions: FreeDimensions = {};

  /**
   * @param served what there is in the folder
   * @param base the absolute URL of the folder with the bundles, ending in a slash
   * @param instantiates whether whoever loads it has seen to the WebAssembly, so that there is nothing to fetch
   */
  constructor(served: EnginePackage, abilities: BrowserAbilities, base: string, instantiates = false) {
    this.info = { name: 'onnxruntime-web', version: served.version };
    this.#package = served;
    this.#abilities = abilities;
    this.#base = base;
    this.#instantiates = instantiates;
  }

  build(backend: string, wanted?: string): string | null {
    return bundleFor(this.#package, backend, this.#abilities, wanted)?.name ?? null;
  }

  async load(backend: string, settings: Settings): Promise<number> {
    const bundle = bundleFor(this.#package, backend, this.#abilities, settings.build);
    if (bundle === null) {
      throw new BackendUnavailable(
        settings.build === undefined
          ? `onnxruntime-web ${this.info.version} has no backend named ${backend}`
          : `the ${backend} backend is not available in a build of onnxruntime-web ${this.info.version} called ${settings.build}`,
      );
    }
    if (backend === 'webnn' && !this.#abilities.eval) {
      // Without this check it traps with a bare "unreachable".
      throw new Error("the page's policy forbids eval, which onnxruntime-web's WebNN provider needs");
    }
    const known = this.#loaded.get(bundle.name);
    if (known !== undefined) {
      if (known.threads !== settings.threads) {
        throw new Error(`${bundle.name} already runs with ${known.threads} threads in this page; ${settings.threads} need a new page`);
      }
      this.#current = known.ort;
      return 0;
    }
    const start = performance.now();
    const ort = exported(await import(/* @vite-ignore */ this.#base + bundle.file));
    ort.env.wasm.wasmPaths = this.#base;
    ort.env.wasm.numThreads = settings.threads;
    // The older kernels ask for the adapter as they are told; the newer ones ask so by themselves.
    if (ort.env.webgpu !== undefined) {
      ort.env.webgpu.powerPreference = POWER_PREFERENCE;
    }
    if (this.#instantiates) {
      ort.env.wasm.wasmBinary = new ArrayBuffer(8);
    }
    // Opening any model starts the runtime; doing it here keeps that cost out of the model's own creation time.
    const session = await ort.InferenceSession.create(SMALLEST_MODEL, { executionProviders: ['wasm'] });
    await released(session);
    this.#loaded.set(bundle.name, { ort, threads: settings.threads });
    this.#current = ort;
    return performance.now() - start;
  }

  async open(request: OpenRequest): Promise<EngineSession> {
    // WebNN builds graphs of fixed shapes only: a free dimension would send its nodes to the CPU.
    this.#dimensions = request.backend === 'webnn' ? freeDimensions(request.model, request.inputDims) : {};
    const session = await this.#ort().InferenceSession.create(request.model, sessionOptions(request, this.#dimensions));
    return new OrtSession(session, this.#ort().Tensor, await this.#onDevice(request));
  }

  /** Where feeds go that are to lie beside what a session leaves in GPU buffers; null where it leaves none, or the build does not tell its device. */
  async #onDevice({ left }: OpenRequest): Promise<DeviceTensors | null> {
    const { env, Tensor } = this.#ort();
    const inBuffers = [...(left?.values() ?? [])].includes('gpu-buffer');
    const device = inBuffers ? await env.webgpu?.device : undefined;
    return device === undefined || Tensor.fromGpuBuffer === undefined ? null : new DeviceTensors(device, Tensor.fromGpuBuffer);
  }

  tensor(dtype: DType, dims: readonly number[], bytes: Uint8Array<ArrayBuffer>): EngineTensor {
    const { Tensor } = this.#ort();
    const elements = toElements(dtype, bytes);
    try {
      return disposable(new Tensor(dtype, elements, dims));
    } catch (error) {
      const halves = dtype === 'float16' ? asHalves(elements) : null;
      if (halves === null) {
        throw error;
      }
      return disposable(new Tensor(dtype, halves, dims));
    }
  }

  facts(): Facts {
    const { env } = this.#ort();
    // The runtime lowers the number where threads are not to be had.
    const fixed = Object.entries(this.#dimensions).map(([name, size]) => `${name}=${size}`);
    return {
      engineVersion: env.versions?.web ?? null,
      threads: env.wasm.numThreads ?? null,
      fixedDimensions: fixed.length === 0 ? null : fixed.join(' '),
    };
  }

  #ort(): Ort {
    if (this.#current === null) {
      throw new Error('the engine is used before it is loaded');
    }
    return this.#current;
  }
}

class OrtSession implements EngineSession {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly #session: InferenceSession;
  readonly #tensors: Ort['Tensor'];
  readonly #onDevice: DeviceTensors | null;

  constructor(session: InferenceSession, tensors: Ort['Tensor'], onDevice: DeviceTensors | null) {
    this.#session = session;
    this.#tensors = tensors;
    this.#onDevice = onDevice;
    this.inputs = session.inputNames;
    this.outputs = session.outputNames;
  }

  async run(feeds: EngineTensors, outputs: readonly string[], carried: readonly string[] = []): Promise<EngineTensors> {
    const results = await this.#session.run(feeds as Record<string, Tensor>, [...outputs, ...carried]);
    for (const name of carried) {
      disposable(results[name] as Tensor);
    }
    for (const name of outputs) {
      const tensor = results[name] as Tensor;
      if ((tensor.location ?? 'cpu') !== 'cpu') {
        await tensor.getData();
      }
      disposable(tensor);
    }
    return results as unknown as EngineTensors;
  }

  place(tensor: EngineTensor): EngineTensor {
    return this.#onDevice?.place(tensor) ?? tensor;
  }

  async readBack(given: EngineTensor): Promise<ReadBack> {
    const tensor = given as unknown as Tensor;
    const left = this.#again(tensor);
    // From here on the tensor itself is on the CPU, and would be copied to the device when it is fed.
    return { data: (await tensor.getData?.()) ?? given.data, left: left ?? given };
  }

  /** Another tensor of the same memory on a device; null where it is on the CPU. */
  #again(tensor: Tensor): EngineTensor | null {
    const { type: dataType, dims, location } = tensor;
    const dispose = (): void => tensor.dispose();
    if (location === 'gpu-buffer') {
      return (this.#tensors.fromGpuBuffer?.(tensor.gpuBuffer, { dataType: dataType as Tensor.GpuBufferDataTypes, dims, dispose }) ??
        null) as EngineTensor | null;
    }
    if (location === 'ml-tensor') {
      return (this.#tensors.fromMLTensor?.(tensor.mlTensor, { dataType: dataType as Tensor.MLTensorDataTypes, dims, dispose }) ??
        null) as EngineTensor | null;
    }
    return null;
  }

  release(): Promise<void> {
    return released(this.#session);
  }
}

/** A module's exports; a script of the versions before 1.17 leaves them to the global object. */
function exported(module: unknown): Ort {
  return ((module as Partial<Ort>).InferenceSession === undefined ? (globalThis as { ort?: unknown }).ort : module) as Ort;
}

/** Older versions hold a session for as long as the page lives. */
async function released(session: Partial<Pick<InferenceSession, 'release'>>): Promise<void> {
  await session.release?.();
}

/** The same bits in the array that older versions insist on where the browser has it. */
function asHalves(elements: ArrayBufferView | readonly string[]): ArrayBufferView | null {
  const Halves = (globalThis as { Float16Array?: new (buffer: ArrayBufferLike, offset: number, length: number) => ArrayBufferView })
    .Float16Array;
  return Halves === undefined || !ArrayBuffer.isView(elements)
    ? null
    : new Halves(elements.buffer, elements.byteOffset, elements.byteLength / 2);
}

/** Older tensors are memory of the page alone, with nothing to dispose of. */
function disposable(tensor: Tensor): EngineTensor {
  const made = tensor as Omit<EngineTensor, 'dispose'> & { dispose?: () => void };
  made.dispose ??= () => undefined;
  return made as EngineTensor;
}
