import { describe, expect, test } from 'vitest';
import { freeDimensions } from '../src/engine/free-dimensions';

/** Protobuf by hand: a field of bytes, and one of a number. Lengths here stay below 128. */
const field = (number: number, content: number[] | string): number[] => {
  const bytes = typeof content === 'string' ? [...new TextEncoder().encode(content)] : content;
  return [number * 8 + 2, bytes.length, ...bytes];
};
const value = (number: number, content: number): number[] => [number * 8, content];

const input = (name: string, ...dims: (string | number)[]): number[] => {
  const shape = dims.flatMap((dim) => field(1, typeof dim === 'string' ? field(2, dim) : value(1, dim)));
  return field(11, [...field(1, name), ...field(2, field(1, [...value(1, 1), ...field(2, shape)]))]);
};
const model = (...inputs: number[][]): Uint8Array => new Uint8Array([...value(1, 8), ...field(7, inputs.flat())]);

describe('free dimensions', () => {
  test('take their sizes from the inputs', () => {
    const bytes = model(input('ids', 'batch', 'tokens'), input('mask', 'batch', 'tokens'));
    const dims = new Map([
      ['ids', [1, 64]],
      ['mask', [1, 64]],
    ]);
    expect(freeDimensions(bytes, dims)).toEqual({ batch: 1, tokens: 64 });
  });

  test('fixed dimensions are left alone', () => {
    expect(freeDimensions(model(input('x', 1, 'n', 3)), new Map([['x', [1, 2, 3]]]))).toEqual({ n: 2 });
  });

  test('a name that would need two sizes stays free', () => {
    expect(freeDimensions(model(input('x', 'n', 'n')), new Map([['x', [2, 3]]]))).toEqual({});
  });

  test('an input that is not fed says nothing', () => {
    expect(freeDimensions(model(input('x', 'n')), new Map())).toEqual({});
  });

  test.each([
    ['text', new TextEncoder().encode('this is no model')],
    ['a truncated model', model(input('x', 'n')).slice(0, 12)],
    ['nothing', new Uint8Array(0)],
    ['an endless number', new Uint8Array(40).fill(0xff)],
  ])('%s has none and does not throw', (_, bytes) => {
    expect(freeDimensions(bytes, new Map([['x', [1]]]))).toEqual({});
  });
});
