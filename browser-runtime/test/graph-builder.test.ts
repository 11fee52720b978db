import { beforeEach, describe, expect, it } from 'vitest';
import { GraphEngine } from '../src/pack/graph-engine';
import type { Program } from '../src/pack/pack-file';
import type { TensorValue } from '../src/pack/values';
import type { Settings } from '../src/protocol/generated';
import { buildGraph } from '../src/webnn/graph-builder';
import { FakeWebNn } from './fake-web-nn';

const PAIR = { dataType: 'float32', shape: [2] };
const ONE: TensorValue = { kind: 'tensor', dtype: 'float32', dims: [2], bytes: new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]) };

let web: FakeWebNn;

beforeEach(() => {
  web = new FakeWebNn();
});

async function build(operators: unknown[], outputs: string[], inputs: Record<string, unknown> = { a: PAIR, b: PAIR }, constants: Record<string, TensorValue> = {}) {
  const description = { inputs, operators, outputs: Object.fromEntries(outputs.map((name) => [name, PAIR])) };
  return buildGraph(web, await web.createContext({ deviceType: 'cpu' }), description, constants);
}

const called = (name: string) => web.calls.filter((call) => call.name === name).map((call) => call.parameters);

describe('a graph of WebNN operators', () => {
  it('names operands in arguments, lists and options', async () => {
    await build(
      [
        { name: 'add', arguments: [{ a: 'a' }, { b: 'b' }], outputs: 'sum' },
        { name: 'concat', arguments: [{ inputs: ['sum', 'k'] }, { axis: 0 }], outputs: 'both' },
        { name: 'conv2d', arguments: [{ input: 'both' }, { filter: 'k' }, { options: { bias: 'a', inputLayout: 'nhwc', padding: [1, 1, 1, 1] } }], outputs: 'out' },
      ],
      ['out'],
      undefined,
      { k: ONE },
    );
    expect(called('add')[0]).toMatchObject([{ made: 'input' }, { made: 'input' }]);
    expect(called('concat')[0]).toMatchObject([[{ made: 'add' }, { made: 'constant' }], 0]);
    expect(called('conv2d')[0]).toMatchObject([{ made: 'concat' }, { made: 'constant' }, { bias: { made: 'input' }, inputLayout: 'nhwc', padding: [1, 1, 1, 1] }]);
    expect(called('input').map(([name]) => name)).toEqual(['a', 'b']);
    expect(called('constant')).toHaveLength(1);
    expect(Object.keys(called('build')[0]?.[0] as object)).toEqual(['out']);
  });

  it('takes several arguments from one object, in their order', async () => {
    await build([{ name: 'dequantizeLinear', arguments: [{ input: 'a' }, { scale: 'b', zeroPoint: 'k' }], outputs: 'out' }], ['out'], undefined, { k: ONE });
    expect(called('dequantizeLinear')[0]).toMatchObject([{ made: 'input' }, { made: 'input' }, { made: 'constant' }]);
  });

  it('reads what JSON has no word for', async () => {
    const options = { minValue: '-9223372036854775807n', maxValue: 'Infinity', other: 'NaN' };
    await build([{ name: 'clamp', arguments: [{ input: 'a' }, { options }], outputs: 'out' }], ['out']);
    expect(called('clamp')[0]?.[1]).toEqual({ minValue: -9223372036854775807n, maxValue: Infinity, other: Number.NaN });
  });

  it('gives each output of an operator that has several its name', async () => {
    const graph = await build([{ name: 'split', arguments: [{ input: 'a' }, { splits: 2 }], outputs: ['x', 'y'] }], ['y', 'x']);
    expect(Object.keys(await graph.run({ a: ONE }))).toEqual(['y', 'x']);
  });

  it('feeds only what the graph uses, each data set anew, and leaves no tensor behind', async () => {
    const graph = await build([{ name: 'relu', arguments: [{ input: 'a' }], outputs: 'out' }], ['out']);
    expect(await graph.run({ a: ONE, b: ONE })).toEqual({ out: { ...ONE } });
    const other = { ...ONE, bytes: new Uint8Array([8, 7, 6, 5, 4, 3, 2, 1]) };
    expect(await graph.run({ a: other })).toEqual({ out: { ...other } });
    expect(web.tensors).toHaveLength(2);
    expect(graph.devices).toEqual(['cpu']);
    graph.release();
    expect(web.tensors.every((tensor) => tensor.destroyed)).toBe(true);
    expect(web.graphsDestroyed).toBe(1);
  });

  it('is not run without an input', async () => {
    const graph = await build([{ name: 'add', arguments: [{ a: 'a' }, { b: 'b' }], outputs: 'out' }], ['out']);
    await expect(graph.run({ a: ONE })).rejects.toThrow("no input 'b'");
  });

  it('leaves nothing behind when it cannot be built, and says why the graph could not', async () => {
    web.refuses = 'no such graph';
    const built = build([{ name: 'relu', arguments: [{ input: 'a' }], outputs: 'out' }], ['out']);
    await expect(built).rejects.toThrow('no such graph');
    expect(web.tensors).toHaveLength(2);
    expect(web.tensors.every((tensor) => tensor.destroyed)).toBe(true);
  });

  it('leaves nothing behind when one of its tensors cannot be made', async () => {
    web.mostTensors = 1;
    const built = build([{ name: 'relu', arguments: [{ input: 'a' }], outputs: 'out' }], ['out']);
    await expect(built).rejects.toThrow('no room for a tensor');
    expect(web.tensors).toHaveLength(1);
    expect(web.tensors.every((tensor) => tensor.destroyed)).toBe(true);
    expect(web.graphsDestroyed).toBe(1);
  });

  it('asks a context once what it takes', async () => {
    const context = await web.createContext({ deviceType: 'cpu' });
    const description = { inputs: { a: PAIR }, operators: [{ name: 'relu', arguments: [{ input: 'a' }], outputs: 'out' }], outputs: { out: PAIR } };
    await buildGraph(web, context, description, {});
    await buildGraph(web, context, description, {});
    expect(web.limitsAsked).toBe(1);
  });

  it.each([
    ['an operator that the builder lacks', { name: 'fft', arguments: [{ input: 'a' }], outputs: 'out' }, 'the operator fft is not supported'],
    ['a type that the operator lacks', { name: 'add', arguments: [{ a: 'a' }, { b: 'b' }], outputs: 'out' }, "float32 is not supported for the argument 'a' of add: this context takes int32"],
    ['a rank that the operator lacks', { name: 'relu', arguments: [{ input: 'a' }], outputs: 'out' }, "rank 1 is not supported for the argument 'input' of relu: this context takes 2 to 3"],
    ['a tensor without elements', { name: 'concat', arguments: [{ inputs: ['empty'] }], outputs: 'out' }, 'tensors without elements are not supported'],
  ])('is not supported because of %s', async (_, operator, message) => {
    web.limits = { add: { a: { dataTypes: ['int32'] } }, relu: { input: { dataTypes: ['float32'], rankRange: { min: 2, max: 3 } } } };
    const built = build([operator], ['out'], { a: PAIR, b: PAIR, empty: { dataType: 'float32', shape: [0] } });
    await expect(built).rejects.toMatchObject({ name: 'NotSupportedError', message: expect.stringContaining(message) });
  });

  it('is not supported because of a type that no graph of this context takes', async () => {
    web.limits = { input: { dataTypes: ['float16'] } };
    await expect(build([{ name: 'relu', arguments: [{ input: 'a' }], outputs: 'out' }], ['out'])).rejects.toThrow("float32 is not supported for input 'a'");
  });

  it('makes no sense when nothing makes an output', async () => {
    await expect(build([], ['out'])).rejects.toMatchObject({ name: 'GraphError', message: "no operator makes the output 'out'" });
    await expect(buildGraph(web, await web.createContext({ deviceType: 'cpu' }), { nodes: [] }, {})).rejects.toThrow('a graph has inputs');
  });
});

describe('the engine for graphs', () => {
  const program: Program = {
    kind: 'graph',
    description: { inputs: { a: PAIR }, operators: [{ name: 'relu', arguments: [{ input: 'a' }], outputs: 'out' }], outputs: { out: PAIR } },
    constants: {},
  };
  const settings = { deviceType: 'npu' } as Settings;

  it('asks for the device once, and again when the context was lost', async () => {
    const engine = new GraphEngine(web, settings);
    const session = await engine.open(program);
    expect(await session.run({ a: ONE })).toEqual({ out: ONE });
    await engine.open(program);
    expect(web.contexts).toEqual(['npu']);
    web.lose({ message: 'gone' });
    await new Promise((resolve) => setTimeout(resolve));
    await engine.open(program);
    expect(web.contexts).toEqual(['npu', 'npu']);
  });

  it('says plainly what it cannot take', async () => {
    await expect(new GraphEngine(null, settings).open(program)).rejects.toMatchObject({ name: 'NotSupportedError' });
    await expect(new GraphEngine(web, settings).open({ kind: 'model', bytes: new Uint8Array() })).rejects.toMatchObject({ name: 'UnsupportedTypeError' });
    const session = await new GraphEngine(web, settings).open(program);
    await expect(session.run({ a: { kind: 'absent' } })).rejects.toThrow("'a' is no tensor (absent)");
  });
});
