import { Protobuf } from './protobuf';

/** Field numbers of onnx.proto. */
const MODEL_GRAPH = 7;
const GRAPH_INPUT = 11;
const VALUE_NAME = 1;
const VALUE_TYPE = 2;
const TYPE_TENSOR = 1;
const TENSOR_SHAPE = 2;
const SHAPE_DIM = 1;
const DIM_PARAM = 2;

/** The sizes of a model's named free dimensions, as far as the inputs to come tell them: `{batch: 1, tokens: 64}`. */
export type FreeDimensions = Readonly<Record<string, number>>;

/**
 * Reads which named dimensions the inputs of an ONNX model leave free, and their sizes from the tensors that will be fed.
 * A name that would need two sizes is left free. Bytes that are no ONNX model give none: opening them tells what is wrong.
 */
export function freeDimensions(model: Uint8Array, inputs: ReadonlyMap<string, readonly number[]>): FreeDimensions {
  const sizes = new Map<string, number>();
  const conflicting = new Set<string>();
  try {
    for (const graph of new Protobuf(model).messages(MODEL_GRAPH)) {
      for (const input of graph.messages(GRAPH_INPUT)) {
        const dims = inputs.get(input.text(VALUE_NAME) ?? '') ?? [];
        symbols(input).forEach((symbol, axis) => {
          const size = dims[axis];
          if (symbol === null || size === undefined) {
            return;
          }
          if (sizes.has(symbol) && sizes.get(symbol) !== size) {
            conflicting.add(symbol);
          }
          sizes.set(symbol, size);
        });
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    return {};
  }
  return Object.fromEntries([...sizes].filter(([symbol]) => !conflicting.has(symbol)));
}

/** The name of each dimension of an input, null for one with a size. */
function symbols(input: Protobuf): (string | null)[] {
  const shape = input.message(VALUE_TYPE)?.message(TYPE_TENSOR)?.message(TENSOR_SHAPE);
  return shape?.messages(SHAPE_DIM).map((dim) => dim.text(DIM_PARAM) || null) ?? [];
}
