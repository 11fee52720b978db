import type { DType, PackedValue } from '../protocol/generated';

/** A tensor as wire bytes: row major, little endian, four-bit types packed, strings as a JSON array. */
export interface TensorValue {
  readonly kind: 'tensor';
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What an input or output holds: a tensor, a sequence, or an optional that is empty. */
export type Value = TensorValue | { readonly kind: 'sequence'; readonly items: readonly Value[] } | { readonly kind: 'absent' };

export type Values = Readonly<Record<string, Value>>;

const ALIGNMENT = 8;

/** Reads a value by its description; its bytes are copied, so that they are aligned for any element type. */
export function readValue(node: PackedValue, blobs: Uint8Array<ArrayBuffer>): Value {
  if (node.dtype !== undefined) {
    return { kind: 'tensor', dtype: node.dtype, dims: node.dims ?? [], bytes: readBytes(node, blobs) };
  }
  return node.items === undefined ? { kind: 'absent' } : { kind: 'sequence', items: node.items.map((item) => readValue(item, blobs)) };
}

export function readBytes({ at, bytes }: Pick<PackedValue, 'at' | 'bytes'>, blobs: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (at === undefined || bytes === undefined || at + bytes > blobs.length) {
    throw new RangeError(`bytes ${at} to ${(at ?? 0) + (bytes ?? 0)} of ${blobs.length}`);
  }
  return blobs.slice(at, at + bytes);
}

/** Gathers values into one run of bytes beside their descriptions. */
export class BlobWriter {
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  add(value: Value): PackedValue {
    switch (value.kind) {
      case 'absent':
        return {};
      case 'sequence':
        return { items: value.items.map((item) => this.add(item)) };
      case 'tensor': {
        const { dtype, dims, bytes } = value;
        const at = this.#size;
        this.#parts.push(bytes);
        this.#size = Math.ceil((at + bytes.length) / ALIGNMENT) * ALIGNMENT;
        return { dtype, dims: [...dims], at, bytes: bytes.length };
      }
    }
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at = Math.ceil((at + part.length) / ALIGNMENT) * ALIGNMENT;
    }
    return all;
  }
}
