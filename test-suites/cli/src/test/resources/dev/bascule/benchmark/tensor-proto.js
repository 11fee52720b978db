// ONNX's TensorProto, read by hand.

const TYPES = {
  1: ['float32', Float32Array],
  2: ['uint8', Uint8Array],
  3: ['int8', Int8Array],
  4: ['uint16', Uint16Array],
  5: ['int16', Int16Array],
  6: ['int32', Int32Array],
  7: ['int64', BigInt64Array],
  9: ['bool', Uint8Array],
  10: ['float16', globalThis.Float16Array ?? Uint16Array],
  11: ['float64', Float64Array],
  12: ['uint32', Uint32Array],
  13: ['uint64', BigUint64Array],
};
const STRING = 8;
const FLOAT16 = 10;

/** Returns {type, data, dims}, as ort.Tensor takes them. */
export function parseTensor(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) {
        return BigInt.asIntN(64, value);
      }
    }
  };
  const numbers = (wire, read) => {
    if (wire !== 2) {
      return [read()];
    }
    const end = Number(varint()) + at;
    const list = [];
    while (at < end) {
      list.push(read());
    }
    return list;
  };
  const fixed = (size, method) => () => {
    const value = view[method](at, true);
    at += size;
    return value;
  };

  const dims = [];
  const values = [];
  const strings = [];
  let kind = 0;
  let raw = null;
  while (at < bytes.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    switch (tag >> 3) {
      case 1:
        dims.push(...numbers(wire, varint).map(Number));
        break;
      case 2:
        kind = Number(varint());
        break;
      case 4:
        values.push(...numbers(wire, fixed(4, 'getFloat32')));
        break;
      case 5:
      case 7:
      case 11:
        values.push(...numbers(wire, varint));
        break;
      case 10:
        values.push(...numbers(wire, fixed(8, 'getFloat64')));
        break;
      default: {
        if (wire === 0) {
          varint();
          break;
        }
        if (wire !== 2) {
          throw new Error(`wire type ${wire} in a TensorProto`);
        }
        const length = Number(varint());
        const content = bytes.slice(at, at + length);
        at += length;
        if (tag >> 3 === 6) {
          strings.push(new TextDecoder().decode(content));
        } else if (tag >> 3 === 9) {
          raw = content;
        }
      }
    }
  }
  if (kind === STRING) {
    return { type: 'string', data: strings, dims };
  }
  const [type, View] = TYPES[kind] ?? [];
  if (type === undefined) {
    throw new Error(`a tensor of type ${kind} is not for this page`);
  }
  return { type, data: raw === null ? fromValues(kind, View, values) : new View(raw.buffer), dims };
}

function fromValues(kind, View, values) {
  if (kind === FLOAT16) {
    return new View(Uint16Array.from(values, Number).buffer);
  }
  return View.from(values, View === BigInt64Array || View === BigUint64Array ? BigInt : Number);
}
