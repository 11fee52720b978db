import { describe, expect, test } from 'vitest';
import { toBytes, toDType, toElements, UnsupportedTypeError } from '../src/engine/dtypes';
import type { DType } from '../src/protocol/generated';

describe('element types', () => {
  test.each<[DType, ArrayBufferView<ArrayBuffer>]>([
    ['float32', Float32Array.of(1.5, -0, Number.NaN)],
    ['float64', Float64Array.of(1e300, -2)],
    ['float16', Uint16Array.of(0x3c00, 0x7bff)],
    ['int8', Int8Array.of(-128, 127)],
    ['int16', Int16Array.of(-32768, 32767)],
    ['int32', Int32Array.of(-2147483648)],
    ['int64', BigInt64Array.of(-9223372036854775808n, 9007199254740993n)],
    ['uint8', Uint8Array.of(255)],
    ['uint16', Uint16Array.of(65535)],
    ['uint32', Uint32Array.of(4294967295)],
    ['uint64', BigUint64Array.of(18446744073709551615n)],
    ['bool', Uint8Array.of(0, 1)],
    ['int4', Uint8Array.of(0xff)],
    ['uint4', Uint8Array.of(0xf1)],
  ])('%s keeps every bit', (dtype, elements) => {
    const bytes = new Uint8Array(elements.buffer);
    const converted = toElements(dtype, bytes);
    expect(converted).toEqual(elements);
    expect(toBytes(converted)).toEqual(bytes);
  });

  test('strings travel as a JSON array', () => {
    const bytes = new TextEncoder().encode('["a","\\u00fc",""]');
    expect(toElements('string', bytes)).toEqual(['a', 'ü', '']);
    expect(new TextDecoder().decode(toBytes(['a', 'ü']))).toBe('["a","ü"]');
  });

  test('strings that are no JSON array of strings are refused', () => {
    expect(() => toElements('string', new TextEncoder().encode('[1]'))).toThrow(TypeError);
  });

  test('bytes in the middle of a buffer are realigned', () => {
    const bytes = new Uint8Array([9, 0, 0, 128, 63, 9]).subarray(1, 5);
    expect(toElements('float32', bytes)).toEqual(Float32Array.of(1));
  });

  test('a part of a typed array gives only its own bytes', () => {
    expect(toBytes(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toEqual(Uint8Array.of(2, 3));
  });

  test.each<DType>(['bfloat16', 'float8e4m3fn', 'float8e5m2fnuz'])('%s is refused by name', (dtype) => {
    expect(() => toElements(dtype, new Uint8Array(2))).toThrow(UnsupportedTypeError);
    expect(() => toElements(dtype, new Uint8Array(2))).toThrow(dtype);
  });

  test('an unknown type of an output is refused', () => {
    expect(toDType('int64')).toBe('int64');
    expect(() => toDType('complex64')).toThrow(UnsupportedTypeError);
  });
});
