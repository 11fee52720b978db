import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Evidence, ExecuteJob } from '../src/job/execute-job';
import { EngineHealth } from '../src/job/engine-health';
import type { Execute, Result } from '../src/protocol/generated';
import type { Outgoing, OutgoingBinary, MessageSink, TensorFrame } from '../src/protocol/messages';
import { FakeEngine, type FakeTensor, type Model, tensor } from './fake-engine';

const MODEL = 'a model';
const SHA256 = createHash('sha256').update(MODEL).digest('hex');

class RecordingSink implements MessageSink {
  readonly said: (Outgoing | OutgoingBinary)[] = [];
  onSaid: (message: Outgoing | OutgoingBinary) => void = () => undefined;
  send(message: Outgoing): void {
    this.said.push(message);
    this.onSaid(message);
  }
  readonly payloads: Uint8Array[] = [];
  sendBinary(header: OutgoingBinary, payload: Uint8Array): void {
    this.payloads.push(payload);
    this.said.push(header);
    this.onSaid(header);
  }
  get result(): Omit<Result, 'seq' | 'ack'> {
    return this.said.find((message) => message.type === 'result') as Omit<Result, 'seq' | 'ack'>;
  }
  get order(): string[] {
    return this.said.map((message) => (message.type === 'progress' ? message.phase : message.type));
  }
}

class FakeEvidence implements Evidence {
  incompleteReason: string | null = null;
  readonly opened: boolean[] = [];
  begin(): void {}
  forgetLines(): void {}
  sessionOpen(open: boolean): void {
    this.opened.push(open);
  }
  engineLoaded(): void {}
  incomplete(reason: string): void {
    this.incompleteReason = reason;
  }
  collect(granted: string | null, build: string | null) {
    return { granted, build, log: [], placements: [], adapter: {}, graphDevices: [], environment: {} };
  }
  memory(): null {
    return null;
  }
}

const execute = (changes: Partial<Execute> = {}): Execute => ({
  type: 'execute',
  seq: 1,
  job: 'j',
  backend: 'webnn',
  model: { sha256: SHA256, bytes: MODEL.length, url: `data:application/octet-stream,${encodeURIComponent(MODEL)}` },
  outputs: [],
  carry: {},
  steps: 1,
  settings: { threads: 1, graphOptimization: 'all', strict: false, deviceType: null, evidence: true },
  ...changes,
});

const constant: Model = () => ({ y: tensor('float32', [1], Float32Array.of(1)) });

describe('a job', () => {
  let sink: RecordingSink;
  let evidence: FakeEvidence;
  let health: EngineHealth;

  beforeEach(() => {
    sink = new RecordingSink();
    evidence = new FakeEvidence();
    health = new EngineHealth();
  });

  /** Measures one block when ready, then finishes. */
  const run = async (engine: FakeEngine, message = execute()): Promise<void> => {
    const job = new ExecuteJob(message, [], engine, evidence, sink, health);
    sink.onSaid = (said) => {
      if (said.type === 'progress' && said.phase === 'ready') {
        job.command({ type: 'measure', seq: 2, job: 'j', block: 0, iterations: 3, minMs: 0, maxMs: 1000 });
        job.command({ type: 'finish', seq: 3, job: 'j' });
      }
    };
    await job.run();
  };

  test('goes through its phases in order', async () => {
    await run(new FakeEngine(constant));
    expect(sink.order).toEqual([
      'fetch',
      'create',
      'first',
      'tensor',
      'ready',
      'measure',
      'samples',
      'measured',
      'dispose',
      'evidence',
      'result',
    ]);
    expect(sink.result).toMatchObject({ status: 'ok', error: null, evidence: { granted: 'webnn', build: 'fake.build' } });
    expect(Object.values(sink.result.phases).filter((ms) => ms === null)).toHaveLength(1);
  });

  test('answers a challenge within a block and says what each iteration delivered', async () => {
    const double: Model = (feeds) => ({ y: tensor('float32', [1], Float32Array.of(2 * ((feeds['x'] as FakeTensor).data as Float32Array)[0]!)) });
    const frame = (role: 'input' | 'challenge', iteration: number, value: number): TensorFrame => ({
      header: { type: 'tensor', seq: 1, job: 'j', role, name: 'x', dtype: 'float32', dims: [1], step: 0, iteration },
      payload: new Uint8Array(Float32Array.of(value).buffer),
    });
    const job = new ExecuteJob(execute(), [frame('input', 0, 1)], new FakeEngine(double), evidence, sink, health);
    sink.onSaid = (said) => {
      if (said.type === 'progress' && said.phase === 'ready') {
        const challenges = [
          { number: 4, after: 1, steps: 1 },
          { number: 5, after: 3, steps: 1 },
        ];
        job.command({ type: 'measure', seq: 2, job: 'j', block: 0, iterations: 3, minMs: 0, maxMs: 1000, challenges }, [
          frame('challenge', 4, 21),
          frame('challenge', 5, 50),
        ]);
        job.command({ type: 'finish', seq: 3, job: 'j' });
      }
    };
    await job.run();
    // The first inference's output, two answers, the samples.
    expect(sink.payloads.slice(1, 3).map((payload) => new Float32Array(payload.slice().buffer)[0])).toEqual([42, 100]);
    const answers = sink.said.flatMap((said) => (said.type === 'tensor' && said.role === 'challenge' ? [said.iteration] : []));
    expect(answers).toEqual([4, 5]);
    const measured = sink.said.find((message) => message.type === 'measured');
    expect(measured).toMatchObject({ iterations: 3, delivered: [{ times: 3, outputs: { y: 0 } }] });
    expect(measured).toMatchObject({ challenged: [{ number: 4 }, { number: 5 }] });
  });

  test('goes on from the state that steps left, and answers after them', async () => {
    const add: Model = (feeds) => {
      const [x, state] = ['x', 'state'].map((name) => ((feeds[name] as FakeTensor).data as Float32Array)[0] ?? Number.NaN);
      return { y: tensor('float32', [1], Float32Array.of((x ?? 0) + (state ?? 0))) };
    };
    const frame = (name: string, value: number, step = 0): TensorFrame => ({
      header: { type: 'tensor', seq: 1, job: 'j', role: 'input', name, dtype: 'float32', dims: [1], step, iteration: 0 },
      payload: new Uint8Array(Float32Array.of(value).buffer),
    });
    const carrying = execute({ outputs: ['y'], carry: { state: 'y' } });
    const job = new ExecuteJob(carrying, [frame('x', 1), frame('state', 0)], new FakeEngine(add), evidence, sink, health);
    sink.onSaid = (said) => {
      if (said.type === 'progress' && said.phase === 'ready') {
        job.command({ type: 'advance', seq: 2, job: 'j', number: 1, steps: 2, read: ['y'], maxMs: 1000 }, [frame('x', 5), frame('x', 6, 1)]);
        job.command({ type: 'finish', seq: 3, job: 'j' });
      }
    };
    await job.run();
    expect(sink.order.slice(4, 10)).toEqual(['ready', 'advance', 'tensor', 'tensor', 'tensor', 'advanced']);
    expect(sink.payloads.map((payload) => new Float32Array(payload.slice().buffer)[0])).toEqual([1, 5, 11, 11]);
  });

  test('opens the session that explains itself after the timed one is released', async () => {
    const engine = new FakeEngine(constant);
    await run(engine);
    expect(engine.opened.map(({ log }) => log)).toEqual(['quiet', 'verbose']);
    expect(engine.released).toBe(2);
  });

  test('does not open it unasked', async () => {
    const engine = new FakeEngine(constant);
    await run(engine, execute({ settings: { ...execute().settings, evidence: false } }));
    expect(engine.opened).toHaveLength(1);
    expect(sink.result.status).toBe('ok');
  });

  test('stays ok when only the evidence fails, and says so', async () => {
    const engine = new FakeEngine(constant);
    sink.onSaid = () => undefined;
    const job = new ExecuteJob(execute(), [], engine, evidence, sink, health);
    sink.onSaid = (said) => {
      if (said.type === 'progress' && said.phase === 'ready') {
        engine.openFails = new Error('no second session');
        job.command({ type: 'finish', seq: 2, job: 'j' });
      }
    };
    await job.run();
    expect(sink.result.status).toBe('ok');
    expect(evidence.incompleteReason).toContain('no second session');
  });

  test('a model whose hash differs is not opened', async () => {
    const engine = new FakeEngine(constant);
    await run(engine, execute({ model: { ...execute().model, sha256: '0'.repeat(64) } }));
    expect(engine.opened).toEqual([]);
    expect(sink.result).toMatchObject({ status: 'failed', error: { phase: 'fetch', name: 'IntegrityError' }, evidence: { granted: null } });
  });

  test('a failed creation is told with its raw text', async () => {
    const engine = new FakeEngine(constant);
    engine.openFails = new Error('ERROR_CODE: 9');
    await run(engine);
    expect(sink.result).toMatchObject({ status: 'failed', error: { phase: 'create', message: 'ERROR_CODE: 9' }, evidence: { granted: null } });
  });

  test('a trap in the first inference is told, and the session let go', async () => {
    const engine = new FakeEngine(() => {
      throw new WebAssembly.RuntimeError('unreachable');
    });
    await run(engine);
    expect(sink.result).toMatchObject({ status: 'failed', error: { phase: 'first', name: 'RuntimeError', message: 'unreachable' } });
    expect(engine.released).toBe(1);
  });

  test('glue that throws a number is told, too', async () => {
    await run(
      new FakeEngine(() => {
        throw 12345;
      }),
    );
    expect(sink.result.error).toEqual({ phase: 'first', name: 'number', message: '12345', stack: null });
  });

  test('every distinct output is sent with its iteration', async () => {
    await run(new FakeEngine((_, call) => ({ y: tensor('float32', [1], Float32Array.of(call === 2 ? 9 : 1)) })));
    expect(sink.said.filter((said) => said.type === 'tensor').map(({ iteration }) => iteration)).toEqual([0, 2]);
  });

  test('a lost device ends a run that would never answer', async () => {
    const job = new ExecuteJob(execute(), [], new FakeEngine(() => new Promise(() => undefined)), evidence, sink, health);
    sink.onSaid = (said) => {
      if (said.type === 'progress' && said.phase === 'first') {
        setTimeout(() => job.fail(new Error('WebGPU device lost (unknown): gone')), 1);
      }
    };
    await job.run();
    expect(sink.result).toMatchObject({ status: 'failed', error: { phase: 'first', message: 'WebGPU device lost (unknown): gone' } });
  });

  test('a cancel while waiting ends it as cancelled', async () => {
    const engine = new FakeEngine(constant);
    const job = new ExecuteJob(execute(), [], engine, evidence, sink, health);
    sink.onSaid = (said) => {
      if (said.type === 'progress' && said.phase === 'ready') {
        setTimeout(() => job.cancel(), 1);
      }
    };
    await job.run();
    expect(sink.result).toMatchObject({ status: 'cancelled', error: null });
    expect(engine.released).toBe(1);
  });

  test('a trap poisons the page, and the next job on it is refused without being run', async () => {
    await run(
      new FakeEngine(() => {
        throw new WebAssembly.RuntimeError('unreachable');
      }),
    );
    expect(sink.result.poisoned).toBe('RuntimeError: unreachable');
    const healthy = new FakeEngine(constant);
    sink = new RecordingSink();
    await run(healthy);
    expect(healthy.opened).toEqual([]);
    expect(sink.result).toMatchObject({ status: 'failed', error: { phase: 'fetch', name: 'PoisonedError' }, poisoned: 'RuntimeError: unreachable' });
    expect(sink.result.error?.message).toContain('it needs a new one: RuntimeError: unreachable');
  });

  test('an ordinary error does not', async () => {
    const engine = new FakeEngine(constant);
    engine.openFails = new Error('NOT_IMPLEMENTED: no kernel for NoSuchOperator');
    await run(engine);
    expect(sink.result).toMatchObject({ status: 'failed', poisoned: null });
    sink = new RecordingSink();
    await run(new FakeEngine(constant));
    expect(sink.result.status).toBe('ok');
  });

  test('a trap while it explains itself leaves a good result and a poisoned page', async () => {
    const engine = new FakeEngine(constant);
    const job = new ExecuteJob(execute(), [], engine, evidence, sink, health);
    sink.onSaid = (said) => {
      if (said.type === 'progress' && said.phase === 'ready') {
        engine.openFails = new WebAssembly.RuntimeError('memory access out of bounds');
        job.command({ type: 'finish', seq: 2, job: 'j' });
      }
    };
    await job.run();
    expect(sink.result).toMatchObject({ status: 'ok', poisoned: 'RuntimeError: memory access out of bounds' });
  });

  test('the device is said to be in use while the session is open, and no longer', async () => {
    await run(new FakeEngine(constant));
    expect(evidence.opened).toEqual([true, false]);
  });

  test('a stream that cannot be played fails alone: the session goes on', async () => {
    const job = new ExecuteJob(execute(), [], new FakeEngine(constant), evidence, sink, health);
    sink.onSaid = (said) => {
      if (said.type === 'progress' && said.phase === 'ready') {
        const audio = { sha256: SHA256, url: 'data:,' };
        const stream = { job: 'j', stream: 0, audio, sampleRate: 16000, frameSamples: 512, input: 'x', seconds: 1, queueFrames: 8, speed: 1, offline: false };
        job.command({ type: 'stream', seq: 2, ...stream });
        job.command({ type: 'measure', seq: 3, job: 'j', block: 0, iterations: 2, minMs: 0, maxMs: 1000 });
        job.command({ type: 'finish', seq: 4, job: 'j' });
      }
    };
    await job.run();
    expect(sink.said.find((said) => said.type === 'streamed')).toMatchObject({ frames: 0, error: { phase: 'stream', name: 'RangeError' } });
    expect(sink.said.find((said) => said.type === 'measured')).toMatchObject({ iterations: 2 });
    expect(sink.result).toMatchObject({ status: 'ok', poisoned: null });
  });

  test('a loss told right after the engine’s complaint is the cause', async () => {
    let calls = 0;
    const engine = new FakeEngine(() => {
      if (calls++ > 0) {
        setTimeout(() => job.fail(new Error('WebGPU device lost (unknown): gone')), 5);
        throw new Error('a buffer cannot be mapped');
      }
      return { y: tensor('float32', [1], Float32Array.of(1)) };
    });
    const job = new ExecuteJob(execute({ backend: 'webgpu' }), [], engine, evidence, sink, health);
    sink.onSaid = (said) => {
      if (said.type === 'progress' && said.phase === 'ready') {
        job.command({ type: 'measure', seq: 2, job: 'j', block: 0, iterations: 3, minMs: 0, maxMs: 1000 });
      }
    };
    await job.run();
    expect(sink.result).toMatchObject({ error: { phase: 'measure', message: 'WebGPU device lost (unknown): gone' } });
    expect(sink.result.poisoned).toContain('device lost');
  });
});
