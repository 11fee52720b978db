import type { DType } from '../protocol/generated';

/** ONNX Runtime Web's JavaScript API has no tensor of this element type. */
export class UnsupportedTypeError extends Error {
  override readonly name = 'UnsupportedTypeError';
}

type NumericView = new (buffer: ArrayBuffer) => ArrayBufferView;

/** Element types that a JavaScript tensor can hold, with the array each is held in. float16 is given as its bits; int4 and uint4 are two to a byte. */
const VIEWS: Partial<Record<DType, NumericView>> = {
  float32: Float32Array,
  float64: Float64Array,
  float16: Uint16Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  bool: Uint8Array,
  int4: Uint8Array,
  uint4: Uint8Array,
};

/** Wire bytes as the typed array (or strings) that a tensor of this type is made of. The bytes are not copied. */
export function toElements(dtype: DType, bytes: Uint8Array<ArrayBuffer>): ArrayBufferView | string[] {
  if (dtype === 'string') {
    return toStrings(bytes);
  }
  const View = VIEWS[dtype];
  if (View === undefined) {
    throw new UnsupportedTypeError(`the browser's tensors cannot hold ${dtype}`);
  }
  // Views need their own alignment: a payload that starts in the middle of a buffer is copied to the start of one.
  return new View(bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer);
}

/** A tensor's data as wire bytes; for typed arrays a view on the same memory, no copy. */
export function toBytes(data: ArrayBufferView | readonly string[]): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new TextEncoder().encode(JSON.stringify(data));
}

/** The wire's name of an engine's element type; they are the same words, so this only checks. */
export function toDType(type: string): DType {
  if (type === 'string' || type in VIEWS) {
    return type as DType;
  }
  throw new UnsupportedTypeError(`an output has the unknown element type ${type}`);
}

function toStrings(bytes: Uint8Array): string[] {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(value) || !value.every((element) => typeof element === 'string')) {
    throw new TypeError('a string tensor is a JSON array of strings');
  }
  return value;
}
