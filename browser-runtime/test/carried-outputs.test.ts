import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { EngineTensor } from '../src/engine/engine';
import { CarriedOutputs } from '../src/job/carried-outputs';
import { EngineHealth } from '../src/job/engine-health';
import { ExecuteJob } from '../src/job/execute-job';
import type { Execute, RawEvidence, Result } from '../src/protocol/generated';
import type { MessageSink, Outgoing, OutgoingBinary, TensorFrame } from '../src/protocol/messages';
import { FakeEngine, type Model, tensor } from './fake-engine';

const floats = (...values: number[]): Float32Array<ArrayBuffer> => Float32Array.from(values);

/** A tensor whose data nobody may look at, as it is on a device. */
function onDevice(location: string): EngineTensor {
  return {
    type: 'float32',
    dims: [2],
    location,
    get data(): never {
      throw new Error('the data is not on the CPU');
    },
    dispose: () => undefined,
  };
}

describe('carried outputs', () => {
  test('are those that feed an input and that nobody wants', () => {
    expect(CarriedOutputs.of({ a: 'next', b: 'next', c: 'y' }, ['y']).names).toEqual(['next']);
  });

  test('are seen where they are and never looked into there', () => {
    const carried = new CarriedOutputs(['next']);
    const y = tensor('float32', [3], floats(1, 2, 3));
    for (let i = 0; i < 4; i++) {
      expect(carried.observe({ y, next: onDevice('gpu-buffer') })).toEqual({ y });
    }
    expect(carried.facts()).toEqual({ carriedOutputs: 1, carriedSeen: 'gpu-buffer=4', carriedIterations: 4, readBackBytes: 48 });
  });

  test('count as read back where they came to the CPU, and a change of place is told', () => {
    const carried = new CarriedOutputs(['next']);
    carried.observe({ next: onDevice('gpu-buffer') });
    carried.observe({ next: tensor('float32', [2], floats(1, 2)) });
    expect(carried.facts()).toMatchObject({ carriedSeen: 'gpu-buffer=1 cpu=1', readBackBytes: 8 });
  });

  test('where none are carried there is nothing to tell', () => {
    const outputs = { y: tensor('float32', [1], floats(1)) };
    const none = new CarriedOutputs([]);
    expect(none.observe(outputs)).toBe(outputs);
    expect(none.facts()).toEqual({});
  });
});

describe('a job that carries what nobody wants', () => {
  const MODEL = 'a model';
  const execute = (settings: Partial<Execute['settings']>): Execute => ({
    type: 'execute',
    seq: 1,
    job: 'j',
    backend: 'wasm',
    model: {
      sha256: createHash('sha256').update(MODEL).digest('hex'),
      bytes: MODEL.length,
      url: `data:application/octet-stream,${encodeURIComponent(MODEL)}`,
    },
    outputs: ['y'],
    carry: { state: 'next' },
    steps: 3,
    settings: { threads: 1, graphOptimization: 'all', strict: false, deviceType: null, evidence: false, ...settings },
  });
  const state: TensorFrame = {
    header: { type: 'tensor', seq: 1, job: 'j', role: 'input', name: 'state', dtype: 'float32', dims: [1], step: 0, iteration: 0 },
    payload: new Uint8Array(floats(0).buffer),
  };

  const run = async (settings: Partial<Execute['settings']>) => {
    const said: (Outgoing | OutgoingBinary)[] = [];
    const seen: number[] = [];
    const model: Model = (feeds) => {
      const value = (feeds['state']?.data as Float32Array)[0] ?? Number.NaN;
      seen.push(value);
      return { y: tensor('float32', [1], floats(10 * value)), next: tensor('float32', [1], floats(value + 1)) };
    };
    const engine = new FakeEngine(model);
    const evidence = {
      begin: () => undefined,
      forgetLines: () => undefined,
      sessionOpen: () => undefined,
      engineLoaded: () => undefined,
      incomplete: () => undefined,
      collect: (granted: string | null, build: string | null): RawEvidence => ({
        granted,
        build,
        log: [],
        placements: [],
        adapter: {},
        graphDevices: [],
        environment: { cores: 2 },
      }),
      memory: () => null,
    };
    const hear = (message: Outgoing | OutgoingBinary): void => {
      said.push(message);
      if (message.type === 'progress' && message.phase === 'ready') {
        job.command({ type: 'measure', seq: 2, job: 'j', block: 0, iterations: 3, minMs: 0, maxMs: 1000 });
        job.command({ type: 'finish', seq: 3, job: 'j' });
      }
    };
    const sink: MessageSink = { send: hear, sendBinary: hear };
    const job = new ExecuteJob(execute(settings), [state], engine, evidence, sink, new EngineHealth());
    await job.run();
    const result = said.find((message) => message.type === 'result') as Omit<Result, 'seq' | 'ack'>;
    return { engine, seen, result, sent: said.flatMap((message) => (message.type === 'tensor' ? [message.name] : [])) };
  };

  test('feeds it and sends the wanted outputs alone', async () => {
    const { seen, sent, result } = await run({});
    expect(seen).toEqual([0, 1, 2, 0, 1, 2]);
    expect(new Set(sent)).toEqual(new Set(['y']));
    expect(result).toMatchObject({
      status: 'ok',
      evidence: { environment: { cores: 2, carriedOutputs: 1, carriedSeen: 'cpu=6', carriedIterations: 6, readBackBytes: 48 } },
    });
  });

  test('asks the engine to leave it where the session says, and nothing else', async () => {
    const { engine } = await run({ carryLocation: 'gpu-buffer' });
    expect(engine.opened[0]?.left).toEqual(new Map([['next', 'gpu-buffer']]));
    expect((await run({ carryLocation: 'cpu' })).engine.opened[0]?.left).toEqual(new Map());
    expect((await run({})).engine.opened[0]?.left).toEqual(new Map());
  });
});
