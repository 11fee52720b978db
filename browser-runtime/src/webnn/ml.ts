// The parts of the Web Neural Network API that graphs are built and run with; TypeScript's DOM library has none of it.

export interface MlDescriptor {
  readonly dataType: string;
  readonly shape: readonly number[];
}

export type MlOperand = MlDescriptor;

export interface MlTensor {
  destroy(): void;
}

export interface MlGraph {
  /** Where the implementation placed it, in browsers that say so. */
  readonly devices?: Iterable<unknown>;
  destroy?(): void;
}

export interface MlContext {
  readonly lost?: Promise<{ readonly message: string }>;
  opSupportLimits?(): Readonly<Record<string, unknown>>;
  createTensor(descriptor: MlDescriptor & { readonly readable?: boolean; readonly writable?: boolean }): Promise<MlTensor>;
  writeTensor(tensor: MlTensor, data: ArrayBufferView | ArrayBuffer): void;
  readTensor(tensor: MlTensor): Promise<ArrayBuffer>;
  dispatch(graph: MlGraph, inputs: Record<string, MlTensor>, outputs: Record<string, MlTensor>): void;
  destroy?(): void;
}

/** Beside these, a method for each operator: it takes operands, plain values and options, and gives one operand or several. */
export interface MlGraphBuilder {
  input(name: string, descriptor: MlDescriptor): MlOperand;
  constant(descriptor: MlDescriptor, data: ArrayBufferView | ArrayBuffer): MlOperand;
  build(outputs: Record<string, MlOperand>): Promise<MlGraph>;
}

/** What the browser has: `navigator.ml` and `MLGraphBuilder`. */
export interface WebNn {
  createContext(options: { readonly deviceType: string }): Promise<MlContext>;
  createBuilder(context: MlContext): MlGraphBuilder;
}

/** The browser's own; null where it has none. */
export function webNn(): WebNn | null {
  const ml = (navigator as Navigator & { ml?: Pick<WebNn, 'createContext'> }).ml;
  const Builder = (globalThis as { MLGraphBuilder?: new (context: MlContext) => MlGraphBuilder }).MLGraphBuilder;
  if (ml === undefined || Builder === undefined) {
    return null;
  }
  return { createContext: (options) => ml.createContext(options), createBuilder: (context) => new Builder(context) };
}
