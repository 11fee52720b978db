import type { Reading } from '../protocol/generated';

/** A reading before its job is named. */
export type KernelReading = Omit<Reading, 'type' | 'seq' | 'ack' | 'job'>;

/** One kernel, ready to run. */
export interface Kernel {
  readonly kernel: string;
  readonly size: number;
  readonly unit: Reading['unit'];
  readonly workPerPass: number;
  /** Does so many passes, to their end. */
  run(passes: number): void | Promise<void>;
  /** What is wrong with the result of all passes, if anything; never within the timed region. */
  check(): string | null | Promise<string | null>;
}

export interface TimerLimits {
  /** A sample is at least so long, and a hundred steps of the clock, so that reading the clock errs by less than 1 %. */
  readonly sampleMs: number;
  readonly warmMs: number;
  readonly samples: number;
  /** For the samples of one kernel: a slow one gets fewer, but never below {@link FEWEST}. */
  readonly kernelMs: number;
}

/** Fewer samples have no median worth the name. */
export const FEWEST = 3;
const STEPS_OF_CLOCK = 100;
const MOST_PASSES = 2 ** 24;
const QUICKENED = 0.6;
const MOST_TIMES = 4;

/** Times kernels by a clock of a known resolution. */
export class KernelTimer {
  readonly #now: () => number;
  readonly #sampleMs: number;
  readonly #limits: TimerLimits;

  constructor(now: () => number, resolutionMs: number, limits: TimerLimits) {
    this.#now = now;
    this.#sampleMs = Math.max(limits.sampleMs, STEPS_OF_CLOCK * resolutionMs);
    this.#limits = limits;
  }

  /** Runs a kernel for so long, for a browser compiles better what it has seen much of, when it gets round to it. */
  async warm(kernel: Kernel, ms: number): Promise<void> {
    const begin = this.#now();
    while (this.#now() - begin < ms) {
      await this.#once(kernel, 64);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  async time(kernel: Kernel): Promise<KernelReading> {
    let { passes, samples } = await this.#samples(kernel);
    for (let again = 0; again < MOST_TIMES && quickened(samples); again++) {
      ({ passes, samples } = await this.#samples(kernel));
    }
    const wrong = await kernel.check();
    return wrong !== null
      ? without(kernel, `its result is wrong: ${wrong}`)
      : { ...described(kernel), work: kernel.workPerPass * passes, samples, reason: null };
  }

  async #samples(kernel: Kernel): Promise<{ passes: number; samples: number[] }> {
    const { passes, took } = await this.#calibrate(kernel);
    const wanted = Math.min(this.#limits.samples, Math.max(FEWEST, Math.floor(this.#limits.kernelMs / took)));
    const samples: number[] = [];
    for (let i = 0; i < wanted; i++) {
      samples.push(await this.#once(kernel, passes));
    }
    return { passes, samples };
  }

  /** Doubles the passes until a sample is long enough, and warms on the way: WebAssembly is compiled better between calls. */
  async #calibrate(kernel: Kernel): Promise<{ passes: number; took: number }> {
    const begin = this.#now();
    for (let passes = 1; ; ) {
      const took = await this.#once(kernel, passes);
      const warm = this.#now() - begin >= this.#limits.warmMs;
      if ((took >= this.#sampleMs && warm) || passes >= MOST_PASSES) {
        return { passes, took };
      }
      if (took < this.#sampleMs) {
        passes *= 2;
      }
    }
  }

  async #once(kernel: Kernel, passes: number): Promise<number> {
    const start = this.#now();
    const running = kernel.run(passes);
    if (running !== undefined) {
      await running;
    }
    return this.#now() - start;
  }
}

/** A reading that says why there is none. */
export function without(kernel: Pick<Kernel, 'kernel' | 'size' | 'unit'>, reason: string): KernelReading {
  return { ...described(kernel), work: 0, samples: [], reason };
}

function described({ kernel, size, unit }: Pick<Kernel, 'kernel' | 'size' | 'unit'>) {
  return { kernel, size, unit, threads: 1 };
}

/** Whether it became much faster while it was timed: better code came only then. */
export function quickened(samples: readonly number[]): boolean {
  const third = Math.floor(samples.length / 3);
  return third > 0 && middle(samples.slice(-third)) < QUICKENED * middle(samples.slice(0, third));
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
