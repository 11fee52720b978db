import type { DType, EngineInfo, Facts, Settings } from '../protocol/generated';

/** A tensor as an engine gives it: `data` is a typed array in the machine's (little-endian) order, or strings. */
export interface EngineTensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: ArrayBufferView | readonly string[];
  /** Where its data is; the CPU's memory where it does not say. */
  readonly location?: string;
  dispose(): void;
}

export type EngineTensors = Readonly<Record<string, EngineTensor>>;

export interface OpenRequest {
  readonly model: Uint8Array<ArrayBuffer>;
  readonly backend: string;
  readonly settings: Settings;
  /** Shapes of the inputs to come, by name; an input whose shape changes from step to step is not in it. */
  readonly inputDims: ReadonlyMap<string, readonly number[]>;
  /**
   * How much the engine's log tells of where it places nodes: `verbose` each one, `info` what WebNN takes. More than `quiet`
   * disturbs timing, so never in a timed session.
   */
  readonly log: 'quiet' | 'info' | 'verbose';
  /** Outputs that the engine is to leave where they are made, and where that is; all others come to the CPU. */
  readonly left?: ReadonlyMap<string, 'gpu-buffer' | 'ml-tensor'>;
}

/** An opened model. One call of `run` at a time. */
export interface EngineSession {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /**
   * Resolves when the data of every wanted output is on the CPU.
   *
   * @param carried further outputs, which are given as they are, wherever their data is
   */
  run(feeds: EngineTensors, outputs: readonly string[], carried?: readonly string[]): Promise<EngineTensors>;
  /** A tensor of the same data to feed in that one's stead, in the GPU buffers where carried outputs are left; the tensor itself where that is elsewhere. */
  place(tensor: EngineTensor): EngineTensor;
  /**
   * Brings the data of a tensor that `run` gave to the CPU.
   *
   * @returns the data, and the tensor to go on with in that one's stead: it is where that one was
   */
  readBack(tensor: EngineTensor): Promise<ReadBack>;
  release(): Promise<void>;
}

export interface ReadBack {
  readonly data: EngineTensor['data'];
  readonly left: EngineTensor;
}

/** A library that executes a model in this page. */
export interface Engine {
  readonly info: EngineInfo;
  /** The name of the build that serves this backend in this browser, the one wanted or the best; null where none does. */
  build(backend: string, wanted?: string): string | null;
  /** Loads and starts what the backend needs, once per page; milliseconds it took, 0 when it was there. */
  load(backend: string, settings: Settings): Promise<number>;
  open(request: OpenRequest): Promise<EngineSession>;
  /** What the loaded build says of itself, for the evidence. */
  facts(): Facts;
  /** Turns wire bytes into the engine's tensor. Throws an UnsupportedTypeError for a type that it cannot hold. */
  tensor(dtype: DType, dims: readonly number[], bytes: Uint8Array<ArrayBuffer>): EngineTensor;
}
