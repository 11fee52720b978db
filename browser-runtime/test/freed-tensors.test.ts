import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EngineTensor, EngineTensors } from '../src/engine/engine';
import { EngineHealth } from '../src/job/engine-health';
import { type Evidence, ExecuteJob } from '../src/job/execute-job';
import type { DType, Execute } from '../src/protocol/generated';
import type { Command, MessageSink, Outgoing, TensorFrame } from '../src/protocol/messages';
import { FakeEngine, type FakeTensor, type Model, tensor } from './fake-engine';

const MODEL = 'a model';
const EXECUTE: Execute = {
  type: 'execute',
  seq: 1,
  job: 'j',
  backend: 'webnn',
  model: {
    sha256: createHash('sha256').update(MODEL).digest('hex'),
    bytes: MODEL.length,
    url: `data:application/octet-stream,${encodeURIComponent(MODEL)}`,
  },
  outputs: ['y'],
  carry: { state: 'next' },
  steps: 2,
  settings: { threads: 1, graphOptimization: 'all', strict: false, deviceType: null, evidence: true },
};

const EVIDENCE: Evidence = {
  begin: () => undefined,
  forgetLines: () => undefined,
  sessionOpen: () => undefined,
  engineLoaded: () => undefined,
  incomplete: () => undefined,
  collect: (granted, build) => ({ granted, build, log: [], placements: [], adapter: {}, graphDevices: [], environment: {} }),
  memory: () => null,
};

/** Remembers every tensor that was made of wire bytes. */
class Counting extends FakeEngine {
  readonly made: FakeTensor[] = [];
  override tensor(dtype: DType, dims: readonly number[], bytes: Uint8Array<ArrayBuffer>): EngineTensor {
    const made = super.tensor(dtype, dims, bytes) as FakeTensor;
    this.made.push(made);
    return made;
  }
}

const frame = (name: string, step: number): TensorFrame => ({
  header: { type: 'tensor', seq: 1, job: 'j', role: 'input', name, dtype: 'float32', dims: [1], step, iteration: 0 },
  payload: new Uint8Array(Float32Array.of(1).buffer),
});

const advance = (number: number): Command => ({ type: 'advance', seq: 2, job: 'j', number, steps: 2, read: ['next', 'next'], maxMs: 1000 });

/** Calls 0 and 1 are the first inferences, 2 and 3 the block, 4 and 5 the first steps. */
describe('a page that lives on after a session keeps none of its tensors', () => {
  let engine: Counting;
  let job: ExecuteJob;
  let during: (call: number) => void | Promise<void>;
  let statuses: string[];
  let states: number;

  const outputs = async (feeds: EngineTensors, call: number): Promise<EngineTensors> => {
    expect(Object.values(feeds).filter((fed) => (fed as FakeTensor).disposed)).toEqual([]);
    await during(call);
    const made = { y: tensor('float32', [1], Float32Array.of(call)), next: tensor('float32', [1], Float32Array.of(call)) };
    engine.made.push(made.y, made.next);
    return made;
  };

  beforeEach(() => {
    engine = new Counting(outputs as Model);
    during = () => undefined;
    statuses = [];
    states = 0;
  });

  const inputs: Partial<Record<Command['type'], TensorFrame[]>> = { advance: [frame('x', 0), frame('x', 1)], infer: [frame('x', 0)] };
  const run = async (...commands: Command[]): Promise<void> => {
    const sink: MessageSink = {
      send: (said: Outgoing) => {
        if (said.type === 'progress' && said.phase === 'ready') {
          commands.forEach((command) => job.command(command, inputs[command.type] ?? []));
        }
        if (said.type === 'result') {
          statuses.push(said.status);
        }
      },
      sendBinary: (header) => (states += header.type === 'tensor' && header.role === 'state' ? 1 : 0),
    };
    job = new ExecuteJob(EXECUTE, [frame('x', 0), frame('x', 1), frame('state', 0)], engine, EVIDENCE, sink, new EngineHealth());
    await job.run();
  };
  const kept = (): number => engine.made.filter(({ disposed }) => !disposed).length;
  const block: Command = { type: 'measure', seq: 2, job: 'j', block: 0, iterations: 2, minMs: 0, maxMs: 1000 };
  const finish: Command = { type: 'finish', seq: 9, job: 'j' };

  test('when it is finished', async () => {
    await run(block, advance(1), advance(2), finish);
    expect(statuses).toEqual(['ok']);
    expect(engine.made.length).toBeGreaterThan(20);
    expect(kept()).toBe(0);
    expect(states).toBe(2);
  });

  test.each([1, 3, 5, 6])('when call %i fails', async (failing) => {
    during = (call) => {
      if (call === failing) {
        throw new Error('no such shape');
      }
    };
    await run(block, advance(1), advance(2), finish);
    expect(statuses).toEqual(['failed']);
    expect(kept()).toBe(0);
  });

  test('when an inference on inputs of the moment fails', async () => {
    during = (call) => {
      if (call === 3) {
        throw new Error('no such shape');
      }
    };
    const infer = (number: number): Command => ({ type: 'infer', seq: 2, job: 'j', number });
    await run(infer(1), infer(2), finish);
    expect(statuses).toEqual(['failed']);
    expect(kept()).toBe(0);
  });

  test.each([1, 3, 5])('when it is cancelled while call %i is in flight, once that has come back', async (cancelled) => {
    let comesBack: () => void = () => undefined;
    during = async (call) => {
      if (call === cancelled) {
        job.cancel();
        await new Promise<void>((resolve) => (comesBack = resolve));
      }
    };
    await run(block, advance(1), finish);
    expect(statuses).toEqual(['cancelled']);
    expect(kept()).toBeGreaterThan(0);
    comesBack();
    await new Promise((resolve) => setTimeout(resolve));
    expect(kept()).toBe(0);
  });
});
