import { toBytes, toDType } from '../engine/dtypes';
import type { EngineSession, EngineTensor, EngineTensors } from '../engine/engine';
import type { Advance } from '../protocol/generated';
import type { MessageSink, OutgoingBinary, TensorFrame } from '../protocol/messages';
import type { CarriedOutputs } from './carried-outputs';
import { Breaths, type Clock } from './sampler';
import type { MakeTensor } from './steps';

type TensorHeader = Extract<OutgoingBinary, { type: 'tensor' }>;

/** What a session is asked to run, and on what. */
export interface SteppedSession {
  readonly session: EngineSession;
  readonly wanted: readonly string[];
  /** The session's own inputs, those of step 0. */
  readonly inputs: readonly TensorFrame[];
  readonly carry: Readonly<Record<string, string>>;
  readonly make: MakeTensor;
  /** Hears of every step. */
  readonly carried: CarriedOutputs;
}

/** A tensor on its way out, held until all steps are over. */
interface Held {
  readonly header: TensorHeader;
  readonly payload: Uint8Array;
}

/**
 * Runs steps on a state that stays where the engine leaves it from one to the next, and from one command to the next. A step's clock runs
 * from the call to the wanted outputs on the CPU; feeding it has a clock of its own. Nothing is sent until all steps are over.
 */
export class StepState {
  readonly #on: SteppedSession;
  readonly #clock: Clock;
  readonly #carry: ReadonlyMap<string, string>;
  #own: EngineTensors = {};
  #state: Record<string, EngineTensor> = {};
  #begun = false;

  constructor(on: SteppedSession, clock: Clock) {
    this.#on = on;
    this.#clock = clock;
    this.#carry = new Map(Object.entries(on.carry));
  }

  /** @param inputs the tensors that came before the command */
  async run(command: Advance, inputs: readonly TensorFrame[], sink: MessageSink, stopped: () => boolean): Promise<void> {
    const { job, number, maxMs } = command;
    const frames = byStep(inputs, command.steps);
    const held: Held[] = [];
    const feedMs: number[] = [];
    const stepMs: number[] = [];
    this.#begin();
    const start = this.#clock.now();
    const breaths = new Breaths(this.#clock, start);
    let now = start;
    let last: EngineTensors = {};
    for (const given of frames) {
      const begin = this.#clock.now();
      const feeds = Object.fromEntries(given.map((frame) => [frame.header.name, this.#make(frame)]));
      const fed = this.#clock.now();
      last = await this.#ran(feeds);
      feedMs.push(fed - begin);
      stepMs.push(this.#clock.now() - fed);
      this.#on.carried.fed(Object.values({ ...this.#state, ...carriedOf(feeds, this.#carry) }));
      for (const [name, tensor] of Object.entries(this.#on.carried.observe(last))) {
        held.push(output(command, 'output', name, stepMs.length - 1, tensor, tensor.data));
      }
      this.#advance(last, feeds);
      now = this.#clock.now();
      await breaths.after(now);
      if (stopped()) {
        return;
      }
      if (now - start >= maxMs) {
        break;
      }
    }
    const elapsedMs = now - start;
    const reading = this.#clock.now();
    // A tensor that was read is not always to be read again.
    for (const name of new Set(command.read)) {
      held.push(await this.#read(command, name, stepMs.length - 1, held));
    }
    const readBackMs = this.#clock.now() - reading;
    for (const { header, payload } of held) {
      sink.sendBinary(header, payload);
    }
    sink.send({ type: 'advanced', job, number, feedMs, stepMs, readBackMs, elapsedMs });
  }

  /** One that fails leaves the state as it was. */
  async #ran(feeds: EngineTensors): Promise<EngineTensors> {
    try {
      return await this.#on.session.run({ ...this.#own, ...this.#state, ...feeds }, this.#on.wanted, this.#on.carried.names);
    } catch (error) {
      dispose(Object.values(feeds));
      throw error;
    }
  }

  /** Frees the state and what is the session's own; no step comes after it. */
  release(): void {
    dispose([...Object.values(this.#own), ...new Set(Object.values(this.#state))]);
    this.#own = {};
    this.#state = {};
  }

  /** Most sessions take no step, and need not have their inputs twice. */
  #begin(): void {
    if (this.#begun) {
      return;
    }
    this.#begun = true;
    const own = this.#on.inputs.filter(({ header }) => header.step === 0).map((frame) => [frame.header.name, this.#make(frame)] as const);
    this.#own = Object.fromEntries(own.filter(([name]) => !this.#carry.has(name)));
    this.#state = Object.fromEntries(own.filter(([name]) => this.#carry.has(name)));
  }

  #make({ header, payload }: TensorFrame): EngineTensor {
    return this.#on.session.place(this.#on.make(header.dtype, header.dims, payload));
  }

  /** Keeps what the next step is fed, and frees the rest. */
  #advance(outputs: EngineTensors, feeds: EngineTensors): void {
    const spent = Object.values(this.#state);
    this.#state = {};
    for (const [input, output] of this.#carry) {
      const tensor = outputs[output];
      if (tensor === undefined) {
        throw new RangeError(`carry takes ${output}, which is no output`);
      }
      this.#state[input] = tensor;
    }
    const kept = new Set(Object.values(this.#state));
    for (const tensor of [...spent, ...Object.values(outputs), ...Object.values(feeds)]) {
      if (!kept.has(tensor)) {
        tensor.dispose();
      }
    }
  }

  /** An output of the last step; the state goes on being where it is. */
  async #read(command: Advance, name: string, step: number, held: readonly Held[]): Promise<Held> {
    const fed = [...this.#carry].filter(([, output]) => output === name).map(([input]) => input);
    const tensor = this.#state[fed[0] ?? ''];
    if (tensor === undefined) {
      const wanted = held.find(({ header }) => header.role === 'output' && header.name === name && header.step === step);
      if (wanted === undefined) {
        throw new RangeError(`${name} is to be read, and neither carried nor wanted`);
      }
      return { header: { ...wanted.header, role: 'state' }, payload: wanted.payload };
    }
    const { data, left } = await this.#on.session.readBack(tensor);
    for (const input of fed) {
      this.#state[input] = left;
    }
    const read = output(command, 'state', name, step, left, data);
    this.#on.carried.readBack(left, read.payload.byteLength);
    return read;
  }
}

function dispose(tensors: Iterable<EngineTensor>): void {
  for (const tensor of tensors) {
    tensor.dispose();
  }
}

function carriedOf(feeds: EngineTensors, carry: ReadonlyMap<string, string>): EngineTensors {
  return Object.fromEntries(Object.entries(feeds).filter(([name]) => carry.has(name)));
}

function output(
  { job, number }: Advance,
  role: 'output' | 'state',
  name: string,
  step: number,
  { type, dims }: EngineTensor,
  data: EngineTensor['data'],
): Held {
  const header = { job, role, name, dtype: toDType(type), dims: [...dims], step, iteration: number };
  return { header: { type: 'tensor', ...header }, payload: toBytes(data).slice() };
}

function byStep(inputs: readonly TensorFrame[], count: number): TensorFrame[][] {
  const steps: TensorFrame[][] = Array.from({ length: count }, () => []);
  for (const frame of inputs) {
    const { name, step } = frame.header;
    const own = steps[step];
    if (own === undefined) {
      throw new RangeError(`input ${name} is for step ${step}, but there are ${count} steps`);
    }
    own.push(frame);
  }
  return steps;
}
