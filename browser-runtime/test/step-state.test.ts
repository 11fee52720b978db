import { describe, expect, test } from 'vitest';
import type { EngineSession, EngineTensor, EngineTensors } from '../src/engine/engine';
import { CarriedOutputs } from '../src/job/carried-outputs';
import type { Clock } from '../src/job/sampler';
import { StepState } from '../src/job/step-state';
import type { Advance } from '../src/protocol/generated';
import type { MessageSink, Outgoing, OutgoingBinary, TensorFrame } from '../src/protocol/messages';

const floats = (value: number): Uint8Array<ArrayBuffer> => new Uint8Array(Float32Array.of(value).buffer);
const value = (tensor: EngineTensor | undefined): number => (tensor as Held).held;

/** A tensor whose data may be looked at where it was brought to the CPU alone. */
class Held implements EngineTensor {
  readonly type = 'float32';
  readonly dims = [1];
  disposed = 0;
  constructor(
    readonly held: number,
    readonly location: string,
  ) {}
  get data(): Float32Array {
    if (!this.location.startsWith('cpu')) {
      throw new Error('the data is not on the CPU');
    }
    return Float32Array.of(this.held);
  }
  dispose(): void {
    this.disposed++;
  }
}

/** next = state + x, y = 10 * next; carried outputs stay on the device. */
class Counter implements EngineSession {
  readonly inputs = ['x', 'state'];
  readonly outputs = ['next', 'y'];
  readonly made: Held[] = [];
  readonly fed: [x: number, state: number][] = [];
  onRun: () => void = () => undefined;
  placed: string | null = null;
  constructor(readonly location: string) {}

  tensor(held: number, location = 'cpu'): Held {
    const tensor = new Held(held, location);
    this.made.push(tensor);
    return tensor;
  }

  run(feeds: EngineTensors, wanted: readonly string[], carried: readonly string[] = []): Promise<EngineTensors> {
    expect([wanted, carried]).toEqual([['y'], ['next']]);
    const [x, state] = [value(feeds['x']), value(feeds['state'])];
    expect(Object.values(feeds).filter((tensor) => (tensor as Held).disposed > 0)).toEqual([]);
    this.fed.push([x, state]);
    this.onRun();
    return Promise.resolve({ y: this.tensor(10 * (x + state)), next: this.tensor(x + state, this.location) });
  }

  place(tensor: EngineTensor): EngineTensor {
    return this.placed === null ? tensor : this.tensor(value(tensor), this.placed);
  }

  readBack(tensor: EngineTensor) {
    return Promise.resolve({ data: Float32Array.of(value(tensor)), left: tensor });
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  /** Those that nobody has let go of. */
  get open(): Held[] {
    return this.made.filter(({ disposed }) => disposed === 0);
  }
}

class Told implements MessageSink {
  readonly said: Outgoing[] = [];
  readonly tensors: [role: string, name: string, step: number, value: number][] = [];
  send(message: Outgoing): void {
    this.said.push(message);
  }
  sendBinary(header: OutgoingBinary, payload: Uint8Array): void {
    if (header.type === 'tensor') {
      this.tensors.push([header.role, header.name, header.step, new Float32Array(payload.slice().buffer)[0] ?? Number.NaN]);
    }
  }
}

const frame = (name: string, held: number, step: number): TensorFrame => ({
  header: { type: 'tensor', seq: 1, job: 'j', role: 'input', name, dtype: 'float32', dims: [1], step, iteration: 0 },
  payload: floats(held),
});

const ask = (number: number, steps: number, read: string[] = [], maxMs = 1000): Advance => ({ type: 'advance', seq: 1, job: 'j', number, steps, read, maxMs });

describe('steps on a state that stays', () => {
  let now = 0;
  let breaths = 0;
  const clock: Clock = {
    now: () => ++now,
    breathe: () => {
      breaths++;
      return Promise.resolve();
    },
  };
  const never = (): boolean => false;

  const start = (location = 'ml-tensor') => {
    now = 0;
    breaths = 0;
    const session = new Counter(location);
    const carried = new CarriedOutputs(['next']);
    const make = (_dtype: string, _dims: readonly number[], bytes: Uint8Array<ArrayBuffer>): EngineTensor =>
      session.tensor(new Float32Array(bytes.slice().buffer)[0] ?? Number.NaN);
    const on = { session, wanted: ['y'], inputs: [frame('x', 3, 0), frame('state', 0, 0)], carry: { state: 'next' }, make, carried };
    return { session, carried, state: new StepState(on, clock), told: new Told() };
  };

  test('each goes on from the one before, and so does the next command', async () => {
    const { session, state, told } = start();
    await state.run(ask(1, 3), [frame('x', 1, 0), frame('x', 10, 2)], told, never);
    await state.run(ask(2, 1), [frame('x', 1, 0)], told, never);
    expect(session.fed).toEqual([
      [1, 0],
      [3, 1],
      [10, 4],
      [1, 14],
    ]);
    expect(told.said.map((said) => (said.type === 'advanced' ? [said.number, said.stepMs.length, said.feedMs.length] : []))).toEqual([
      [1, 3, 3],
      [2, 1, 1],
    ]);
  });

  test('all but the state and what is the session’s own is let go of', async () => {
    const { session, state, told } = start();
    const inputs = Array.from({ length: 50 }, (_, step) => frame('x', 1, step));
    await state.run(ask(1, 50), inputs, told, never);
    expect(session.open.map(({ held, location }) => [held, location])).toEqual([
      [3, 'cpu'],
      [50, 'ml-tensor'],
    ]);
    expect(session.made.filter(({ disposed }) => disposed > 1)).toEqual([]);
  });

  test('what is fed is placed where the state is, the session’s own once, and let go of when the session is', async () => {
    const { session, carried, state, told } = start('gpu-buffer');
    session.placed = 'gpu-buffer';
    await state.run(ask(1, 3), [frame('x', 1, 1)], told, never);
    await state.run(ask(2, 3), [], told, never);
    expect(session.fed.map(([x]) => x)).toEqual([3, 1, 3, 3, 3, 3]);
    const onDevice = session.made.filter(({ location }) => location === 'gpu-buffer');
    expect(onDevice.filter(({ disposed }) => disposed === 0).map(({ held }) => held)).toEqual([3, 16]);
    expect(onDevice).toHaveLength(2 + 1 + 6);
    expect(carried.facts()).toMatchObject({ carriedFed: 'gpu-buffer=6' });
    state.release();
    expect(onDevice.filter(({ disposed }) => disposed !== 1)).toEqual([]);
  });

  test('a session that takes no step has no tensors made for it', () => {
    const { session, state } = start();
    state.release();
    expect(session.made).toEqual([]);
  });

  test('the state is read at the end alone, and stays where it is', async () => {
    const { session, carried, state, told } = start();
    await state.run(ask(1, 2, ['next']), [frame('x', 1, 0), frame('x', 1, 1)], told, never);
    expect(told.tensors).toEqual([
      ['output', 'y', 0, 10],
      ['output', 'y', 1, 20],
      ['state', 'next', 1, 2],
    ]);
    expect(session.open.at(-1)).toMatchObject({ location: 'ml-tensor' });
    expect(carried.facts()).toMatchObject({ carriedSeen: 'ml-tensor=2', carriedFed: 'cpu=1 ml-tensor=1', readBackBytes: 12 });
  });

  test('what is wanted of each step may be read at the end too, and what is neither may not', async () => {
    const { state, told } = start();
    await state.run(ask(1, 1, ['y']), [frame('x', 1, 0)], told, never);
    expect(told.tensors.at(-1)).toEqual(['state', 'y', 0, 10]);
    await expect(state.run(ask(2, 1, ['z']), [], told, never)).rejects.toThrow('neither carried nor wanted');
  });

  test('a state that is given is begun anew from', async () => {
    const { session, state, told } = start();
    await state.run(ask(1, 2), [frame('x', 1, 0), frame('state', 100, 0), frame('x', 1, 1)], told, never);
    await state.run(ask(2, 1), [frame('state', 7, 0)], told, never);
    expect(session.fed).toEqual([
      [1, 100],
      [1, 101],
      [3, 7],
    ]);
    expect(session.open.map(({ held }) => held)).toEqual([3, 10]);
  });

  test('a limit ends them after a step and nothing is sent before', async () => {
    const { session, state, told } = start();
    session.onRun = () => expect([told.said, told.tensors]).toEqual([[], []]);
    await state.run(ask(1, 5, [], 0), [], told, never);
    expect(session.fed).toHaveLength(1);
    expect(told.said).toMatchObject([{ type: 'advanced', stepMs: [1] }]);
  });

  test('a host that cancels gets no answer, and the page breathes meanwhile', async () => {
    const { session, state, told } = start();
    session.onRun = () => (now += 90);
    await state.run(ask(1, 50, [], 1e6), [], told, () => session.fed.length === 9);
    expect(session.fed).toHaveLength(9);
    expect([told.said, told.tensors]).toEqual([[], []]);
    expect(breaths).toBe(3);
  });

  test('a tensor of a step that was not announced is refused', async () => {
    const { state, told } = start();
    await expect(state.run(ask(1, 1), [frame('x', 1, 1)], told, never)).rejects.toThrow('there are 1 steps');
  });
});
