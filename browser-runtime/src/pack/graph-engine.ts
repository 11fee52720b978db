import { UnsupportedTypeError } from '../engine/dtypes';
import type { Settings } from '../protocol/generated';
import { NotSupportedError } from '../webnn/description';
import { buildGraph, type BuiltGraph, type NamedTensors } from '../webnn/graph-builder';
import type { MlContext, WebNn } from '../webnn/ml';
import type { CaseEngine, CaseSession } from './case-engine';
import type { Program } from './pack-file';
import type { TensorValue, Values } from './values';

/** Builds graphs of WebNN operators straight on the browser's API: no library is between, so what ran them is WebNN. */
export class GraphEngine implements CaseEngine {
  readonly #webNn: WebNn | null;
  /** Where nobody asked for one: what onnxruntime-web asks for then. */
  readonly #deviceType: string;
  #context: Promise<MlContext> | null = null;

  constructor(webNn: WebNn | null, settings: Settings) {
    this.#webNn = webNn;
    this.#deviceType = settings.deviceType ?? 'cpu';
  }

  async open(program: Program): Promise<CaseSession> {
    if (program.kind !== 'graph') {
      throw new UnsupportedTypeError('the graph builder of WebNN builds graphs of its operators, not ONNX models');
    }
    if (this.#webNn === null) {
      throw new NotSupportedError('WebNN is not supported here: there is no navigator.ml with an MLGraphBuilder');
    }
    const context = await this.#ready(this.#webNn);
    return new GraphSession(await buildGraph(this.#webNn, context, program.description, tensors(program.constants)));
  }

  /** One context for all cases; another when it was lost, for a lost one refuses everything. */
  #ready(webNn: WebNn): Promise<MlContext> {
    if (this.#context === null) {
      const context = webNn.createContext({ deviceType: this.#deviceType });
      const forget = (): void => {
        this.#context = this.#context === context ? null : this.#context;
      };
      context.then(({ lost }) => lost?.then(forget), forget);
      this.#context = context;
    }
    return this.#context;
  }
}

class GraphSession implements CaseSession {
  readonly #graph: BuiltGraph;

  constructor(graph: BuiltGraph) {
    this.#graph = graph;
  }

  async run(inputs: Values): Promise<Values> {
    return this.#graph.run(tensors(inputs));
  }

  async release(): Promise<void> {
    this.#graph.release();
  }
}

function tensors(values: Values): NamedTensors {
  const named: Record<string, TensorValue> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value.kind !== 'tensor') {
      throw new UnsupportedTypeError(`'${name}' is no tensor (${value.kind}), as operands of WebNN are`);
    }
    named[name] = value;
  }
  return named;
}
