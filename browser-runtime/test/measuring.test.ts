import { describe, expect, test } from 'vitest';
import { sameBytes } from '../src/job/bytes';
import { OutputTracker } from '../src/job/output-tracker';
import { type Clock, Sampler } from '../src/job/sampler';
import { fixedDims, Steps } from '../src/job/steps';
import type { OutgoingBinary, TensorFrame } from '../src/protocol/messages';
import { FakeEngine, type FakeTensor, type Model, tensor } from './fake-engine';

const floats = (...values: number[]): Float32Array<ArrayBuffer> => Float32Array.from(values);

function input(name: string, step: number, ...values: number[]): TensorFrame {
  return {
    header: { type: 'tensor', seq: 1, job: 'j', role: 'input', name, dtype: 'float32', dims: [values.length], step, iteration: 0 },
    payload: new Uint8Array(floats(...values).buffer),
  };
}

const valueOf = (feed: unknown): number | undefined => ((feed as FakeTensor | undefined)?.data as Float32Array | undefined)?.[0];

describe('comparing bytes', () => {
  test('sees a difference in every position', () => {
    const bytes = Uint8Array.from({ length: 11 }, (_, i) => i);
    expect(sameBytes(bytes, bytes.slice())).toBe(true);
    for (let i = 0; i < bytes.length; i++) {
      const other = bytes.slice();
      other[i] = 99;
      expect(sameBytes(bytes, other)).toBe(false);
    }
  });

  test('works on unaligned parts', () => {
    const bytes = Uint8Array.of(9, 1, 2, 3, 4, 5);
    expect(sameBytes(bytes.subarray(1), Uint8Array.of(1, 2, 3, 4, 5))).toBe(true);
    expect(sameBytes(bytes.subarray(1), Uint8Array.of(1, 2, 3, 4, 6))).toBe(false);
  });

  test('different lengths differ', () => {
    expect(sameBytes(new Uint8Array(4), new Uint8Array(5))).toBe(false);
  });

  test('tells NaN payloads and signed zeros apart, as it looks at bits', () => {
    expect(sameBytes(new Uint8Array(floats(0).buffer), new Uint8Array(floats(-0).buffer))).toBe(false);
    expect(sameBytes(new Uint8Array(floats(Number.NaN).buffer), new Uint8Array(floats(Number.NaN).buffer))).toBe(true);
  });
});

describe('the tracker of outputs', () => {
  const watch = () => {
    const sent: { header: Extract<OutgoingBinary, { type: 'tensor' }>; payload: Uint8Array }[] = [];
    return { sent, tracker: new OutputTracker('j', (header, payload) => sent.push({ header, payload })) };
  };

  test('sends an output once and again only when it differs', () => {
    const { sent, tracker } = watch();
    [1, 1, 2, 1, 2].forEach((value, iteration) => tracker.observe(0, iteration, { y: tensor('float32', [1], floats(value)) }));
    expect(sent.map(({ header }) => header.iteration)).toEqual([0, 2]);
  });

  test('says which of the sent outputs each iteration delivered, runs in one', () => {
    const { tracker } = watch();
    [1, 1, 2, 1, 2].forEach((value, iteration) => tracker.observe(0, iteration, { y: tensor('float32', [1], floats(value)) }));
    expect(tracker.delivered()).toEqual([
      { times: 2, outputs: { y: 0 } },
      { times: 1, outputs: { y: 1 } },
      { times: 1, outputs: { y: 0 } },
      { times: 1, outputs: { y: 1 } },
    ]);
    expect(tracker.delivered()).toEqual([]);
  });

  test('an output that is sent again has a place of its own', () => {
    const { sent, tracker } = watch();
    [...Array(10).keys(), 9].forEach((value, iteration) => tracker.observe(0, iteration, { y: tensor('float32', [1], floats(value)) }));
    expect(sent).toHaveLength(11);
    expect(tracker.delivered().at(-1)).toEqual({ times: 1, outputs: { y: 10 } });
  });

  test('the same bytes in another shape are another output', () => {
    const { sent, tracker } = watch();
    tracker.observe(0, 0, { y: tensor('float32', [2, 1], floats(1, 2)) });
    tracker.observe(0, 1, { y: tensor('float32', [1, 2], floats(1, 2)) });
    expect(sent).toHaveLength(2);
  });

  test('keeps steps and names apart', () => {
    const { sent, tracker } = watch();
    const y = tensor('float32', [1], floats(1));
    tracker.observe(0, 0, { y, z: y });
    tracker.observe(1, 1, { y, z: y });
    expect(sent.map(({ header }) => `${header.step}${header.name}`)).toEqual(['0y', '0z', '1y', '1z']);
  });

  test('what was sent does not change with the engine’s memory', () => {
    const { sent, tracker } = watch();
    const memory = floats(1);
    tracker.observe(0, 0, { y: tensor('float32', [1], memory) });
    memory[0] = 5;
    expect(new Float32Array(sent[0]?.payload.slice().buffer as ArrayBuffer)[0]).toBe(1);
  });
});

describe('steps', () => {
  const make = new FakeEngine(() => ({})).tensor.bind(null);

  test('an input without a tensor for a step keeps that of step 0', () => {
    const steps = new Steps([input('x', 0, 1), input('x', 1, 2), input('rate', 0, 16)], 2, {}, make);
    const seen: (number | undefined)[][] = [];
    for (let i = 0; i < 3; i++) {
      const feeds = steps.feeds();
      seen.push([valueOf(feeds['x']), valueOf(feeds['rate'])]);
      steps.advance({});
    }
    expect(seen).toEqual([
      [1, 16],
      [2, 16],
      [1, 16],
    ]);
  });

  test('a carried input takes the last output and starts over with the steps', () => {
    const steps = new Steps([input('state', 0, 0)], 3, { state: 'next' }, make);
    const seen: (number | undefined)[] = [];
    for (let i = 0; i < 5; i++) {
      const state = valueOf(steps.feeds()['state']) as number;
      seen.push(state);
      steps.advance({ next: tensor('float32', [1], floats(state + 1)) });
    }
    expect(seen).toEqual([0, 1, 2, 0, 1]);
  });

  test('outputs are freed, a carried one only after its use', () => {
    const steps = new Steps([input('state', 0, 0)], 2, { state: 'next' }, make);
    const next = tensor('float32', [1], floats(1));
    const other = tensor('float32', [1], floats(2));
    steps.advance({ next, other });
    expect([next.disposed, other.disposed]).toEqual([false, true]);
    steps.advance({ next: tensor('float32', [1], floats(3)) });
    expect(next.disposed).toBe(true);
  });

  test('a tensor for a step that is not there is refused', () => {
    expect(() => new Steps([input('x', 2, 1)], 2, {}, make)).toThrow(RangeError);
  });

  test('an input whose shape changes has no fixed shape', () => {
    expect(fixedDims([input('x', 0, 1), input('x', 1, 1, 2), input('y', 0, 1), input('y', 1, 5)])).toEqual(new Map([['y', [1]]]));
  });

  test('carrying an output that is not fetched is refused', () => {
    const steps = new Steps([input('x', 0, 1)], 2, { x: 'z' }, make);
    expect(() => steps.advance({})).toThrow(/z/);
  });
});

describe('sampling', () => {
  /** Time passes only while the model runs and while the host is answered. */
  const sampler = async (runMs: number) => {
    let now = 0;
    let breaths = 0;
    const clock: Clock = { now: () => now, breathe: async () => void breaths++ };
    const model: Model = () => {
      now += runMs;
      return { y: tensor('float32', [1], floats(1)) };
    };
    const engine = new FakeEngine(model);
    const settings = { threads: 1, graphOptimization: 'all', strict: false, deviceType: null, evidence: false } as const;
    const session = await engine.open({ model: new Uint8Array(0), backend: 'fake', settings, log: 'quiet', inputDims: new Map() });
    const steps = new Steps([], 1, {}, engine.tensor.bind(null));
    const tracker = new OutputTracker('j', () => (now += 1000));
    return { sampler: new Sampler(session, ['y'], steps, tracker, clock), breaths: () => breaths, pass: (ms: number) => void (now += ms) };
  };
  const never = (): boolean => false;

  test('comparing and sending outputs is not in the time', async () => {
    const { sampler: timed } = await sampler(10);
    expect(await timed.once()).toBe(10);
  });

  test('goes on until both the number and the time are reached', async () => {
    const { sampler: timed } = await sampler(10);
    await timed.once();
    expect((await timed.block({ iterations: 3, minMs: 0, maxMs: 1e6 }, never)).samples).toHaveLength(3);
    expect((await timed.block({ iterations: 3, minMs: 75, maxMs: 1e6 }, never)).samples).toHaveLength(8);
  });

  test('stops at the longest time, but never without a sample', async () => {
    const { sampler: timed } = await sampler(10);
    await timed.once();
    expect((await timed.block({ iterations: 100, minMs: 0, maxMs: 45 }, never)).samples).toHaveLength(5);
    expect((await timed.block({ iterations: 100, minMs: 0, maxMs: 0 }, never)).samples).toHaveLength(1);
  });

  test('interludes come at their places, the last at the end, and are in no time', async () => {
    const { sampler: timed, pass } = await sampler(10);
    await timed.once();
    const order: string[] = [];
    const interlude = (name: string, after: number) => ({
      after,
      run: () => {
        order.push(name);
        pass(1000);
        return Promise.resolve();
      },
    });
    const block = await timed.block({ iterations: 3, minMs: 0, maxMs: 500 }, never, [interlude('first', 0), interlude('second', 2), interlude('last', 99)]);
    expect([...block.samples]).toEqual([10, 10, 10]);
    expect(order).toEqual(['first', 'second', 'last']);
    expect(block.elapsedMs).toBeLessThan(1500);
  });

  test('stops when told', async () => {
    const { sampler: timed } = await sampler(10);
    let calls = 0;
    expect((await timed.block({ iterations: 100, minMs: 0, maxMs: 1e6 }, () => ++calls === 4)).samples).toHaveLength(4);
  });

  test('lets the page answer the host in a long block', async () => {
    const { sampler: timed, breaths } = await sampler(150);
    await timed.block({ iterations: 4, minMs: 0, maxMs: 1e6 }, never);
    expect(breaths()).toBe(2);
  });
});
