import { describe, expect, test } from 'vitest';
import type { EngineTensors } from '../src/engine/engine';
import type { TensorFrame } from '../src/protocol/messages';
import type { CutFrame } from '../src/stream/cut-frame';
import { FrameCutter } from '../src/stream/frame-cutter';
import { type FrameSource, repeated, runFrames } from '../src/stream/frame-loop';
import { FrameModel } from '../src/stream/frame-model';
import { Gate } from '../src/stream/gate';
import { FakeEngine, type FakeTensor, tensor } from './fake-engine';

describe('the frame cutter', () => {
  const cut = (size: number, most: number, blocks: number[][]) => {
    const frames: number[][] = [];
    const cutter = new FrameCutter(size, most, (index, samples) => frames.push([index, ...samples]));
    blocks.forEach((block) => cutter.push(Float32Array.from(block)));
    return { frames, done: cutter.done };
  };

  test('cuts blocks of any size into frames and loses no sample', () => {
    expect(cut(3, 9, [[1, 2], [3, 4, 5, 6, 7], [], [8, 9]]).frames).toEqual([
      [0, 1, 2, 3],
      [1, 4, 5, 6],
      [2, 7, 8, 9],
    ]);
  });

  test('keeps a remainder for the next block', () => {
    expect(cut(4, 9, [[1, 2, 3]]).frames).toEqual([]);
  });

  test('takes no more than it was told to', () => {
    expect(cut(1, 2, [[1, 2, 3]])).toEqual({ frames: [[0, 1], [1, 2]], done: true });
  });
});

test('the gate lets in what fits, and more once one was taken', () => {
  const gate = new Gate(2);
  expect([gate.offer(), gate.offer(), gate.offer()]).toEqual([true, true, false]);
  gate.taken();
  expect([gate.offer(), gate.offer()]).toEqual([true, false]);
});

test('a sound starts over until it is long enough', () => {
  expect([...repeated(Float32Array.of(1, 2, 3), 7)]).toEqual([1, 2, 3, 1, 2, 3, 1]);
  expect([...repeated(Float32Array.of(1, 2, 3), 2)]).toEqual([1, 2]);
  expect(() => repeated(new Float32Array(0), 2)).toThrow(/no sound/);
});

describe('frames in real time', () => {
  const FRAME_MS = 32;

  /** Time passes as the model runs and as frames are waited for; the audio thread goes on all the while. */
  const play = async (modelMs: number, queueFrames: number, frames = 50) => {
    let now = 0;
    let next = 0;
    const gate = new Gate(queueFrames);
    const posted: CutFrame[] = [];
    const audioThread = (): void => {
      for (; next < frames && (next + 1) * FRAME_MS <= now; next++) {
        posted.push({ index: next, samples: Float32Array.of(next), admitted: gate.offer(), leftAt: (next + 1) * FRAME_MS });
      }
    };
    const source: FrameSource = {
      next: async () => {
        audioThread();
        if (posted.length === 0) {
          now = (next + 1) * FRAME_MS;
          audioThread();
        }
        return posted.shift() as CutFrame;
      },
      taken: () => gate.taken(),
    };
    const model = async (): Promise<void> => {
      now += modelMs;
      audioThread();
    };
    return runFrames(frames, source, model, { now: () => now, leftAt: (frame) => frame.leftAt }, () => false);
  };

  test('a model that keeps up drops none, and its latency is its time', async () => {
    const tally = await play(10, 4);
    expect(tally.dropped).toBe(0);
    expect(tally.processed).toHaveLength(50);
    expect(new Set(tally.latencyMs)).toEqual(new Set([10]));
  });

  test('a model slower than real time drops frames, and its latency grows to the queue’s length', async () => {
    const tally = await play(80, 4);
    expect(tally.dropped).toBeGreaterThan(20);
    expect(tally.dropped + tally.processed.length).toBe(50);
    expect(tally.pcm).toHaveLength(50);
    expect(Math.max(...tally.latencyMs)).toBeLessThanOrEqual(5 * 80);
    expect(tally.latencyMs[0]).toBe(80);
    expect(tally.inferenceMs.every((ms) => ms === 80)).toBe(true);
  });

  test('a longer queue drops fewer and waits longer', async () => {
    const short = await play(40, 2);
    const long = await play(40, 16);
    expect(long.dropped).toBeLessThan(short.dropped);
    expect(Math.max(...long.latencyMs)).toBeGreaterThan(Math.max(...short.latencyMs));
  });

  test('keeps what was dropped, so that the same frames can be run again', async () => {
    const tally = await play(80, 1, 10);
    expect(tally.pcm.map((frame) => frame[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('ends when told to', async () => {
    const source: FrameSource = { next: () => Promise.reject(new Error('not asked')), taken: () => undefined };
    const tally = await runFrames(5, source, () => Promise.resolve(), { now: () => 0, leftAt: () => 0 }, () => true);
    expect(tally.pcm).toEqual([]);
  });
});

describe('a model fed by frames', () => {
  const input = (name: string, dims: number[], values: number[]): TensorFrame => ({
    header: { type: 'tensor', seq: 1, job: 'j', role: 'input', name, dtype: 'float32', dims, step: 0, iteration: 0 },
    payload: new Uint8Array(Float32Array.from(values).buffer),
  });
  const value = (feeds: EngineTensors, name: string): number => ((feeds[name] as FakeTensor).data as Float32Array)[0] as number;

  const opened = async (carry: Record<string, string>, frameSamples = 2, contextSamples = 0) => {
    const engine = new FakeEngine((feeds) => ({
      y: tensor('float32', [1], Float32Array.of(value(feeds, 'x') + value(feeds, 'state') + value(feeds, 'rate'))),
    }));
    const settings = { threads: 1, graphOptimization: 'all', strict: false, deviceType: null, evidence: false } as const;
    const session = await engine.open({ model: new Uint8Array(0), backend: 'fake', settings, log: 'quiet', inputDims: new Map() });
    const inputs = [input('x', [1, 2], [0, 0]), input('state', [1], [0]), input('rate', [1], [100])];
    return new FrameModel(session, ['y'], inputs, carry, (...args) => engine.tensor(...args), 'x', { frameSamples, contextSamples });
  };

  test('carries its state and keeps its constants', async () => {
    const model = await opened({ state: 'y' });
    await model.run(Float32Array.of(1, 0), null);
    await model.run(Float32Array.of(2, 0), Float32Array.of(1, 0));
    const [y] = model.stacked();
    expect(y).toMatchObject({ name: 'y', dtype: 'float32', dims: [2, 1] });
    expect([...new Float32Array((y?.bytes.slice() as Uint8Array<ArrayBuffer>).buffer)]).toEqual([101, 203]);
  });

  test('without carry starts anew each frame', async () => {
    const model = await opened({});
    await model.run(Float32Array.of(1, 0), null);
    await model.run(Float32Array.of(2, 0), Float32Array.of(1, 0));
    expect([...new Float32Array((model.stacked()[0]?.bytes.slice() as Uint8Array<ArrayBuffer>).buffer)]).toEqual([101, 102]);
  });

  test('whose input no frame fits is refused', async () => {
    await expect(opened({}, 3)).rejects.toThrow('no frame of 3 samples');
  });

  test('has the end of the frame before in front of each frame, dropped or not, and silence before the first', async () => {
    const model = await opened({}, 1, 1);
    await model.run(Float32Array.of(7), null);
    await model.run(Float32Array.of(9), Float32Array.of(7));
    expect([...new Float32Array((model.stacked()[0]?.bytes.slice() as Uint8Array<ArrayBuffer>).buffer)]).toEqual([100, 107]);
  });

  test('whose context is longer than a frame is refused', async () => {
    await expect(opened({}, 0, 2)).rejects.toThrow('longer than the frame before');
  });
});
