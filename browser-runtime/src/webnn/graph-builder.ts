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
  /** Lets the graph and its tensors go. */
  release(): void;
}

/** What a context says of itself never changes, and is some 40 kB that the browser makes anew at each call. */
const limitsOf = new WeakMap<MlContext, Limits>();

type Limits = Readonly<Record<string, unknown>>;

function limits(context: MlContext): Limits {
  let known = limitsOf.get(context);
  if (known === undefined) {
    known = context.opSupportLimits?.() ?? {};
    limitsOf.set(context, known);
  }
  return known;
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
  // The tensors need not wait for the graph: both take trips to the browser's own process and back.
  const [built, tensors] = await Promise.allSettled([construction.build(outputs), GraphTensors.of(context, construction.fed, outputs)]);
  if (built.status === 'fulfilled' && tensors.status === 'fulfilled') {
    return new Built(context, built.value, tensors.value);
  }
  if (tensors.status === 'fulfilled') {
    tensors.value.destroy();
  }
  if (built.status === 'rejected') {
    // Where both failed, the graph's own error is the one to tell.
    throw built.reason;
  }
  built.value.destroy?.();
  throw (tensors as PromiseRejectedResult).reason;
}

class Construction {
  /** The inputs that the graph uses; feeding it another is an error. */
  readonly fed = new Map<string, MlDescriptor>();
  readonly #builder: MlGraphBuilder;
  readonly #graph: GraphDescription;
  readonly #constants: NamedTensors;
  readonly #limits: Limits;
  readonly #operands = new Map<string, MlOperand>();

  constructor(builder: MlGraphBuilder, context: MlContext, graph: GraphDescription, constants: NamedTensors) {
    this.#builder = builder;
    this.#graph = graph;
    this.#constants = constants;
    this.#limits = limits(context);
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

type Tensors = ReadonlyMap<string, { readonly tensor: MlTensor; readonly descriptor: MlDescriptor }>;

/** What a graph reads and writes, made once and used for each data set. */
class GraphTensors {
  readonly inputs: Tensors;
  readonly outputs: Tensors;

  private constructor(inputs: Tensors, outputs: Tensors) {
    this.inputs = inputs;
    this.outputs = outputs;
  }

  /** Asks for all of them at once. */
  static async of(context: MlContext, inputs: ReadonlyMap<string, MlDescriptor>, outputs: ReadonlyMap<string, MlDescriptor>): Promise<GraphTensors> {
    const all: Promise<MlTensor>[] = [];
    const made = async (described: ReadonlyMap<string, MlDescriptor>, use: 'readable' | 'writable'): Promise<Tensors> => {
      const entries = [...described].map(async ([name, descriptor]) => {
        const tensor = context.createTensor({ dataType: descriptor.dataType, shape: [...descriptor.shape], [use]: true });
        all.push(tensor);
        return [name, { tensor: await tensor, descriptor }] as const;
      });
      return new Map(await Promise.all(entries));
    };
    try {
      const [fed, got] = await Promise.all([made(inputs, 'writable'), made(outputs, 'readable')]);
      return new GraphTensors(fed, got);
    } catch (error) {
      all.forEach((one) => void one.then((tensor) => tensor.destroy(), () => undefined));
      throw error;
    }
  }

  destroy(): void {
    for (const { tensor } of [...this.inputs.values(), ...this.outputs.values()]) {
      tensor.destroy();
    }
  }
}

class Built implements BuiltGraph {
  readonly devices: readonly string[];
  readonly #context: MlContext;
  readonly #graph: MlGraph;
  readonly #tensors: GraphTensors;

  constructor(context: MlContext, graph: MlGraph, tensors: GraphTensors) {
    this.#context = context;
    this.#graph = graph;
    this.#tensors = tensors;
    this.devices = [...(graph.devices ?? [])].map(String);
  }

  async run(inputs: NamedTensors): Promise<Record<string, TensorValue>> {
    for (const [name, { tensor }] of this.#tensors.inputs) {
      const given = inputs[name];
      if (given === undefined) {
        throw new GraphError(`the data set has no input '${name}'`);
      }
      this.#context.writeTensor(tensor, given.bytes);
    }
    this.#context.dispatch(this.#graph, named(this.#tensors.inputs), named(this.#tensors.outputs));
    const read = [...this.#tensors.outputs].map(async ([name, { tensor, descriptor }]): Promise<[string, TensorValue]> => {
      const bytes = new Uint8Array(await this.#context.readTensor(tensor));
      return [name, { kind: 'tensor', dtype: descriptor.dataType as DType, dims: [...descriptor.shape], bytes }];
    });
    return Object.fromEntries(await Promise.all(read));
  }

  release(): void {
    this.#tensors.destroy();
    this.#graph.destroy?.();
  }
}

function named(tensors: Tensors): Record<string, MlTensor> {
  return Object.fromEntries([...tensors].map(([name, { tensor }]) => [name, tensor]));
}
