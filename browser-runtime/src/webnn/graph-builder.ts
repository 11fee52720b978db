import type { TensorValue } from '../pack/values';
import type { DType } from '../protocol/generated';
import { asGraph, type GraphDescription, GraphError, type OperatorCall, plainValue } from './description';
import type { MlContext, MlDescriptor, MlGraph, MlGraphBuilder, MlOperand, MlTensor, WebNn } from './ml';
import { checkOperand, checkOperator } from './support';

export type NamedTensors = Readonly<Record<string, TensorValue>>;

type Operator = (...parameters: unknown[]) => MlOperand | readonly MlOperand[];

/** A graph that was built and may be run several times, for one case at a time. */
export interface BuiltGraph {
  /** Where the browser says it placed it; empty where it does not say. */
  readonly devices: readonly string[];
  run(inputs: NamedTensors): Promise<Record<string, TensorValue>>;
  release(): void;
}

/**
 * Builds a graph straight on `MLGraphBuilder`. Throws a NotSupportedError naming operator, operand and type for what the
 * context lacks, a GraphError for a graph that makes no sense, and the browser's own errors as they are.
 */
export async function buildGraph(webNn: WebNn, context: MlContext, description: unknown, constants: NamedTensors): Promise<BuiltGraph> {
  const graph = asGraph(description);
  const construction = new Construction(webNn.createBuilder(context), context, graph, constants);
  for (const call of graph.operators) {
    construction.add(call);
  }
  const outputs = construction.outputs();
  return new Built(context, await construction.build(outputs), construction.fed, outputs);
}

class Construction {
  /** The inputs that the graph uses; feeding it another is an error. */
  readonly fed = new Map<string, MlDescriptor>();
  readonly #builder: MlGraphBuilder;
  readonly #graph: GraphDescription;
  readonly #constants: NamedTensors;
  readonly #limits: Readonly<Record<string, unknown>>;
  readonly #operands = new Map<string, MlOperand>();

  constructor(builder: MlGraphBuilder, context: MlContext, graph: GraphDescription, constants: NamedTensors) {
    this.#builder = builder;
    this.#graph = graph;
    this.#constants = constants;
    this.#limits = context.opSupportLimits?.() ?? {};
  }

  add({ name, arguments: given, outputs }: OperatorCall): void {
    const method = (this.#builder as unknown as Record<string, Operator | undefined>)[name];
    checkOperator(name, typeof method === 'function');
    const parameters = given.flatMap((argument) =>
      Object.entries(argument).map(([key, value]) => (key === 'options' ? this.#options(name, value) : this.#value(name, key, value))),
    );
    const made = (method as Operator).apply(this.#builder, parameters);
    const names = typeof outputs === 'string' ? [outputs] : outputs;
    const operands: readonly (MlOperand | undefined)[] = Array.isArray(made) ? made : [made as MlOperand];
    names.forEach((output, index) => {
      const operand = operands[index];
      if (operand === undefined) {
        throw new GraphError(`${name} gave ${operands.length} outputs, and the graph wants ${names.length}`);
      }
      this.#operands.set(output, operand);
    });
  }

  outputs(): Map<string, MlOperand> {
    return new Map(
      Object.keys(this.#graph.outputs).map((name) => {
        const operand = this.#operands.get(name);
        if (operand === undefined) {
          throw new GraphError(`no operator makes the output '${name}'`);
        }
        return [name, operand];
      }),
    );
  }

  build(outputs: ReadonlyMap<string, MlOperand>): Promise<MlGraph> {
    return this.#builder.build(Object.fromEntries(outputs));
  }

  #options(operator: string, options: unknown): unknown {
    return Object.fromEntries(
      Object.entries(options as Record<string, unknown>).map(([key, value]) => [key, this.#value(operator, key, value)]),
    );
  }

  #value(operator: string, key: string, value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((item) => this.#value(operator, key, item));
    }
    const operand = typeof value === 'string' ? this.#operand(value) : undefined;
    if (operand === undefined) {
      return plainValue(value);
    }
    checkOperand(this.#limits, operator, key, operand);
    return operand;
  }

  #operand(name: string): MlOperand | undefined {
    let operand = this.#operands.get(name);
    if (operand === undefined) {
      operand = this.#constant(name) ?? this.#input(name);
      if (operand !== undefined) {
        this.#operands.set(name, operand);
      }
    }
    return operand;
  }

  #constant(name: string): MlOperand | undefined {
    const tensor = Object.hasOwn(this.#constants, name) ? this.#constants[name] : undefined;
    if (tensor === undefined) {
      return undefined;
    }
    const descriptor = { dataType: tensor.dtype, shape: tensor.dims };
    checkOperand(this.#limits, 'constant', name, descriptor);
    return this.#builder.constant(descriptor, tensor.bytes);
  }

  #input(name: string): MlOperand | undefined {
    const descriptor = Object.hasOwn(this.#graph.inputs, name) ? this.#graph.inputs[name] : undefined;
    if (descriptor === undefined) {
      return undefined;
    }
    checkOperand(this.#limits, 'input', name, descriptor);
    this.fed.set(name, descriptor);
    return this.#builder.input(name, descriptor);
  }
}

class Built implements BuiltGraph {
  readonly devices: readonly string[];
  readonly #context: MlContext;
  readonly #graph: MlGraph;
  readonly #inputs: ReadonlyMap<string, MlDescriptor>;
  readonly #outputs: ReadonlyMap<string, MlOperand>;

  constructor(context: MlContext, graph: MlGraph, inputs: ReadonlyMap<string, MlDescriptor>, outputs: ReadonlyMap<string, MlOperand>) {
    this.#context = context;
    this.#graph = graph;
    this.#inputs = inputs;
    this.#outputs = outputs;
    this.devices = [...(graph.devices ?? [])].map(String);
  }

  async run(inputs: NamedTensors): Promise<Record<string, TensorValue>> {
    const tensors: MlTensor[] = [];
    const made = async (descriptor: MlDescriptor, use: 'readable' | 'writable'): Promise<MlTensor> => {
      const tensor = await this.#context.createTensor({ dataType: descriptor.dataType, shape: [...descriptor.shape], [use]: true });
      tensors.push(tensor);
      return tensor;
    };
    try {
      const fed: Record<string, MlTensor> = {};
      for (const [name, descriptor] of this.#inputs) {
        const given = inputs[name];
        if (given === undefined) {
          throw new GraphError(`the data set has no input '${name}'`);
        }
        fed[name] = await made(descriptor, 'writable');
        this.#context.writeTensor(fed[name], given.bytes);
      }
      const got: Record<string, MlTensor> = {};
      for (const [name, operand] of this.#outputs) {
        got[name] = await made(operand, 'readable');
      }
      this.#context.dispatch(this.#graph, fed, got);
      const results: Record<string, TensorValue> = {};
      for (const [name, operand] of this.#outputs) {
        const bytes = new Uint8Array(await this.#context.readTensor(got[name] as MlTensor));
        results[name] = { kind: 'tensor', dtype: operand.dataType as DType, dims: [...operand.shape], bytes };
      }
      return results;
    } finally {
      for (const tensor of tensors) {
        tensor.destroy();
      }
    }
  }

  release(): void {
    this.#graph.destroy?.();
  }
}
