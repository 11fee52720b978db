import type { MlDescriptor } from './ml';

/** One call on the graph builder. */
export interface OperatorCall {
  readonly name: string;
  /** In the order of the method's parameters; a string that names an operand stands for it, in options too. */
  readonly arguments: readonly Readonly<Record<string, unknown>>[];
  readonly outputs: string | readonly string[];
}

/** A graph as web-platform-tests write one; the constants' data lies beside it. */
export interface GraphDescription {
  readonly inputs: Readonly<Record<string, MlDescriptor>>;
  readonly operators: readonly OperatorCall[];
  readonly outputs: Readonly<Record<string, MlDescriptor>>;
}

/** The graph asks for something that this browser's WebNN does not have. */
export class NotSupportedError extends Error {
  override readonly name = 'NotSupportedError';
}

/** The description does not make sense by itself, whatever the browser can do. */
export class GraphError extends Error {
  override readonly name = 'GraphError';
}

const WORDS: Readonly<Record<string, number>> = { Infinity: Number.POSITIVE_INFINITY, '-Infinity': Number.NEGATIVE_INFINITY, NaN: Number.NaN };

/** A plain argument: JSON has neither big integers (`"-5n"`) nor infinities (`"Infinity"`). */
export function plainValue(value: unknown): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  return /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : (WORDS[value] ?? value);
}

/** Throws a GraphError unless it is a graph. */
export function asGraph(description: unknown): GraphDescription {
  const graph = description as Partial<GraphDescription> | null;
  if (typeof graph !== 'object' || graph === null || typeof graph.inputs !== 'object' || !Array.isArray(graph.operators) || typeof graph.outputs !== 'object') {
    throw new GraphError('a graph has inputs, operators and outputs');
  }
  return graph as GraphDescription;
}
