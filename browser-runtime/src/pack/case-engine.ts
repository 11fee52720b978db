import { toBytes, toDType, UnsupportedTypeError } from '../engine/dtypes';
import type { Engine, EngineSession, EngineTensor, OpenRequest } from '../engine/engine';
import type { Settings } from '../protocol/generated';
import type { Program } from './pack-file';
import type { Value, Values } from './values';

/** An opened program that may be run several times. */
export interface CaseSession {
  run(inputs: Values): Promise<Values>;
  release(): Promise<void>;
}

/** Opens programs of one kind. */
export interface CaseEngine {
  open(program: Program, first: Values): Promise<CaseSession>;
}

/** Verbosity of the engine's log: what it takes to see where a backend placed the nodes, and no more, for it costs time. */
function log(backend: string, settings: Settings): OpenRequest['log'] {
  if (!settings.evidence || backend === 'wasm') {
    return 'quiet';
  }
  return backend === 'webnn' ? 'info' : 'verbose';
}

/** One line for each time that WebNN was offered a graph: nodes offered twice, after functions were inlined, are counted twice. */
const OFFER = /WebNNExecutionProvider::GetCapability/;

/** The engine's log of the session being opened. */
export interface SessionLog {
  peek(): readonly string[];
  take(): string[];
}

/** Runs ONNX models in the engine that pages have. */
export class ModelEngine implements CaseEngine {
  readonly #engine: Engine;
  readonly #backend: string;
  readonly #settings: Settings;
  readonly #log: SessionLog;

  constructor(engine: Engine, backend: string, settings: Settings, log: SessionLog) {
    this.#log = log;
    this.#engine = engine;
    this.#backend = backend;
    this.#settings = settings;
  }

  async open(program: Program, first: Values): Promise<CaseSession> {
    if (program.kind !== 'model') {
      throw new UnsupportedTypeError(`${this.#engine.info.name} executes ONNX models, not graphs of WebNN operators`);
    }
    for (const [name, { kind }] of Object.entries(first)) {
      if (kind !== 'tensor') {
        const what = kind === 'sequence' ? 'a sequence' : 'an optional without a value';
        throw new UnsupportedTypeError(`input '${name}' is ${what}, which ${this.#engine.info.name} cannot be fed`);
      }
    }
    const inputDims = new Map(
      Object.entries(first).flatMap(([name, value]) => (value.kind === 'tensor' ? [[name, value.dims] as const] : [])),
    );
    const open = (level: OpenRequest['log']): Promise<EngineSession> =>
      this.#engine.open({ model: program.bytes, backend: this.#backend, settings: this.#settings, inputDims, log: level });
    const level = log(this.#backend, this.#settings);
    let session = await open(level);
    if (level === 'info' && this.#log.peek().filter((line) => OFFER.test(line)).length > 1) {
      // Only the placement of each node tells then; it costs a few milliseconds, so not every session pays for it.
      await session.release();
      this.#log.take();
      session = await open('verbose');
    }
    return new ModelSession(this.#engine, session);
  }
}

class ModelSession implements CaseSession {
  readonly #engine: Engine;
  readonly #session: EngineSession;

  constructor(engine: Engine, session: EngineSession) {
    this.#engine = engine;
    this.#session = session;
  }

  async run(inputs: Values): Promise<Values> {
    const feeds: Record<string, EngineTensor> = {};
    for (const [name, value] of Object.entries(inputs)) {
      if (value.kind === 'tensor') {
        feeds[name] = this.#engine.tensor(value.dtype, value.dims, value.bytes);
      }
    }
    const outputs = await this.#session.run(feeds, this.#session.outputs);
    const values: Record<string, Value> = {};
    for (const [name, tensor] of Object.entries(outputs)) {
      values[name] = { kind: 'tensor', dtype: toDType(tensor.type), dims: [...tensor.dims], bytes: toBytes(tensor.data).slice() };
    }
    for (const tensor of [...Object.values(feeds), ...Object.values(outputs)]) {
      tensor.dispose();
    }
    return values;
  }

  release(): Promise<void> {
    return this.#session.release();
  }
}
