import type { PackedValue } from '../protocol/generated';
import { readBytes, readValue, type Value, type Values } from './values';

const MAGIC = 'BASCULEP';
const VERSION = 1;
const PREFIX = 16;

/** What a case executes. */
export type Program =
  | { readonly kind: 'model'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'graph'; readonly description: unknown; readonly constants: Values };

export interface PackedCase {
  readonly name: string;
  readonly program: Program;
  /** Inputs by name, for each data set. */
  readonly sets: readonly Values[];
}

interface Header {
  readonly cases: readonly {
    readonly name: string;
    readonly model?: PackedValue;
    readonly graph?: unknown;
    readonly constants?: Readonly<Record<string, PackedValue>>;
    readonly sets: readonly Readonly<Record<string, PackedValue>>[];
  }[];
}

/** Many cases in one file; fallback's `Pack` tells the layout. */
export class PackFile {
  readonly #header: Header;
  readonly #blobs: Uint8Array<ArrayBuffer>;

  /** Throws a RangeError on bytes that are no pack. */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const text = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
    if (bytes.length < PREFIX || text(0, MAGIC.length) !== MAGIC || view.getUint32(8, true) !== VERSION) {
      throw new RangeError(`a pack of cases begins with ${MAGIC}, version ${VERSION}`);
    }
    const end = PREFIX + view.getUint32(12, true);
    this.#header = JSON.parse(text(PREFIX, end)) as Header;
    this.#blobs = bytes.subarray(Math.ceil(end / 8) * 8);
  }

  get size(): number {
    return this.#header.cases.length;
  }

  /** Whether any of these cases is an ONNX model. */
  hasModels(cases: readonly number[]): boolean {
    return cases.some((index) => this.#header.cases[index]?.model !== undefined);
  }

  get(index: number): PackedCase {
    const entry = this.#header.cases[index];
    if (entry === undefined) {
      throw new RangeError(`the pack has no case ${index}`);
    }
    const values = (described: Readonly<Record<string, PackedValue>>): Values =>
      Object.fromEntries(Object.entries(described).map(([name, node]): [string, Value] => [name, readValue(node, this.#blobs)]));
    const program: Program =
      entry.model === undefined
        ? { kind: 'graph', description: entry.graph, constants: values(entry.constants ?? {}) }
        : { kind: 'model', bytes: readBytes(entry.model, this.#blobs) };
    return { name: entry.name, program, sets: entry.sets.map(values) };
  }
}
