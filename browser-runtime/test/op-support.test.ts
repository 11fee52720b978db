import { describe, expect, it } from 'vitest';
import { compactLimits } from '../src/webnn/op-support';

const FLOATS = { dataTypes: ['float32', 'float16'], rankRange: { min: 0, max: 8 } };

describe('the limits of WebNN operators', () => {
  it('share an entry where operands are alike', () => {
    const compact = JSON.parse(
      compactLimits({
        preferredInputLayout: 'nhwc',
        maxTensorByteLength: 2147483647,
        input: FLOATS,
        output: { ...FLOATS },
        add: { a: FLOATS, b: FLOATS, output: FLOATS },
        equal: { a: FLOATS, output: { dataTypes: ['uint8'], rankRange: { min: 0, max: 8 } } },
      }),
    );
    expect(compact.limits).toEqual([
      { dataTypes: ['float32', 'float16'], ranks: [0, 8] },
      { dataTypes: ['uint8'], ranks: [0, 8] },
    ]);
    expect(compact.operators).toEqual({ add: { a: 0, b: 0, output: 0 }, equal: { a: 0, output: 1 } });
    expect(compact.graph).toEqual({ input: 0, output: 0 });
  });

  it('are told without ranks where the browser tells none', () => {
    expect(JSON.parse(compactLimits({ sign: { input: { dataTypes: [], rankRange: {} } } })).limits).toEqual([{ dataTypes: [] }]);
  });
});
