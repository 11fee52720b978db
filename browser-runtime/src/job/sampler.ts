import type { EngineSession, EngineTensors } from '../engine/engine';
import { CarriedOutputs } from './carried-outputs';
import type { OutputTracker } from './output-tracker';
import type { Steps } from './steps';

export interface Limits {
  readonly iterations: number;
  readonly minMs: number;
  readonly maxMs: number;
}

export interface Block {
  /** Milliseconds of each iteration, in order. */
  readonly samples: Float64Array;
  readonly elapsedMs: number;
}

/** What is run between two timed iterations of a block, or at its end where it ends before. */
export interface Interlude {
  /** How many timed iterations come before it. */
  readonly after: number;
  run(): Promise<void>;
}

export interface Clock {
  now(): number;
  /** Lets the page answer the host. */
  breathe(): Promise<void>;
}

/** How long the page may leave the host without an answer between iterations. */
const LONGEST_SILENCE_MS = 200;

/** Lets the page answer the host now and then. */
export class Breaths {
  readonly #clock: Clock;
  #last: number;

  /** @param start when the page could last answer */
  constructor(clock: Clock, start: number) {
    this.#clock = clock;
    this.#last = start;
  }

  async after(now: number): Promise<void> {
    if (now - this.#last > LONGEST_SILENCE_MS) {
      await this.#clock.breathe();
      this.#last = this.#clock.now();
    }
  }
}

/** Runs iterations and times them: the clock runs from `run()` to the outputs' data on the CPU, and stands while they are compared and freed. */
export class Sampler {
  readonly #session: EngineSession;
  readonly #outputs: readonly string[];
  readonly #steps: Steps;
  readonly #tracker: OutputTracker;
  readonly #clock: Clock;
  readonly #carried: CarriedOutputs;

  constructor(
    session: EngineSession,
    outputs: readonly string[],
    steps: Steps,
    tracker: OutputTracker,
    clock: Clock,
    carried: CarriedOutputs = new CarriedOutputs([]),
  ) {
    this.#session = session;
    this.#outputs = outputs;
    this.#steps = steps;
    this.#tracker = tracker;
    this.#clock = clock;
    this.#carried = carried;
  }

  /** One iteration; milliseconds. */
  async once(): Promise<number> {
    const feeds = this.#steps.feeds();
    const start = this.#clock.now();
    const outputs: EngineTensors = await this.#session.run(feeds, this.#outputs, this.#carried.names);
    const elapsed = this.#clock.now() - start;
    this.#tracker.observe(this.#steps.step, this.#steps.iteration, this.#carried.observe(outputs));
    this.#steps.advance(outputs);
    return elapsed;
  }

  /**
   * Iterations until the wanted number and timed milliseconds are both reached, or the longest time by the wall clock, or `stopped` says so.
   * The time of interludes, which come in their order, is in none of it.
   */
  async block(limits: Limits, stopped: () => boolean, interludes: readonly Interlude[] = []): Promise<Block> {
    const samples: number[] = [];
    const left = [...interludes];
    let start = this.#clock.now();
    const breaths = new Breaths(this.#clock, start);
    let now = start;
    let timed = 0;
    do {
      start += await this.#pass(left, samples.length);
      const sample = await this.once();
      samples.push(sample);
      timed += sample;
      now = this.#clock.now();
      await breaths.after(now);
    } while (!stopped() && now - start < limits.maxMs && (samples.length < limits.iterations || timed < limits.minMs));
    await this.#pass(left, Number.POSITIVE_INFINITY);
    return { samples: Float64Array.from(samples), elapsedMs: now - start };
  }

  /** Runs the interludes that are due after so many iterations; milliseconds. */
  async #pass(left: Interlude[], iterations: number): Promise<number> {
    const begin = this.#clock.now();
    for (let next = left[0]; next !== undefined && next.after <= iterations; next = left[0]) {
      left.shift();
      await next.run();
    }
    return this.#clock.now() - begin;
  }
}

/** The page's own clock. A message to itself, unlike a timer, is not throttled in a page that is not in front. */
export const pageClock: Clock = {
  now: () => performance.now(),
  breathe: () =>
    new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        channel.port1.close();
        resolve();
      };
      channel.port2.postMessage(null);
    }),
};
