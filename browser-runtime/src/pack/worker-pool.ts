import { rawError } from '../job/errors';
import type { Pack, Phase, Phases, RawError, RawEvidence, Settings } from '../protocol/generated';
import type { PackedCase, PackFile } from './pack-file';
import type { Values } from './values';
import type { CaseEnd } from './worker-messages';

/** One engine that nothing else shares. */
export interface CaseWorker {
  /** Rejects when the worker itself broke. */
  run(packed: PackedCase): Promise<CaseEnd>;
  /** Ends it at once, whatever it is doing. */
  end(): void;
}

/**
 * Rejects where no engine comes up.
 *
 * @param library whether it needs onnxruntime-web
 */
export type StartWorker = (backend: string, settings: Settings, library: boolean, limitMs: number) => Promise<CaseWorker>;

/** How a case of a pack ended. */
export interface CaseReport {
  readonly index: number;
  readonly status: 'ok' | 'failed' | 'timedOut';
  readonly phases: Phases;
  readonly evidence: RawEvidence | null;
  readonly error: RawError | null;
  readonly poisoned: string | null;
  readonly sets: readonly Values[];
}

const START_LIMIT_MS = 20_000;
/** So many in a row, and the pack is given up: each of thousands of cases would wait as long. */
const MOST_FAILED_STARTS = 3;
const NOTHING: Phases = { fetchMs: null, createMs: null, firstMs: null, disposeMs: null, preprocessMs: null };

type Order = Pick<Pack, 'backend' | 'cases' | 'alone' | 'workers' | 'caseMs' | 'settings'>;

/**
 * Workers side by side, each at one case at a time, taken in order. A worker that a case has spoiled is replaced, from the
 * first time on by one that was started in advance.
 */
export class WorkerPool {
  readonly #order: Order;
  readonly #pack: PackFile;
  readonly #library: boolean;
  readonly #start: StartWorker;
  readonly #report: (report: CaseReport) => void;
  #next = 0;
  #spare: Promise<CaseWorker> | null = null;
  #started = 0;
  #spoiled = 0;
  #failedStarts = 0;
  #stopped = false;
  #halt: () => void = () => undefined;
  readonly #halted = new Promise<'late'>((resolve) => {
    this.#halt = () => resolve('late');
  });
  readonly #alive = new Set<CaseWorker>();

  constructor(order: Order, pack: PackFile, start: StartWorker, report: (report: CaseReport) => void) {
    this.#order = order;
    this.#pack = pack;
    // No other backend executes graphs, and the library says so.
    this.#library = order.backend !== 'webnn' || pack.hasModels(order.cases);
    this.#start = start;
    this.#report = report;
  }

  /** How many engines it took. */
  get started(): number {
    return this.#started;
  }

  /** How many of them a case took with it. */
  get spoiled(): number {
    return this.#spoiled;
  }

  /** Runs all cases. Rejects where the pack cannot be read, or no engine comes up. */
  async work(): Promise<void> {
    const lanes = Math.min(this.#order.workers, this.#order.cases.length);
    try {
      await Promise.all(Array.from({ length: lanes }, () => this.#lane()));
    } finally {
      this.stop();
    }
  }

  /** Ends every worker at once; no more reports come. */
  stop(): void {
    this.#stopped = true;
    this.#halt();
    this.#alive.forEach((worker) => worker.end());
    this.#alive.clear();
    void this.#spare?.then((worker) => worker.end()).catch(() => undefined);
    this.#spare = null;
  }

  async #lane(): Promise<void> {
    let worker: CaseWorker | null = null;
    for (let index = this.#take(); index !== null; index = this.#take()) {
      const packed = this.#find(index);
      if (packed === null) {
        continue;
      }
      worker ??= await this.#acquire();
      const report = await this.#attempt(worker, index, packed);
      const spoiled = report.poisoned !== null || report.status === 'timedOut';
      this.#spoiled += spoiled ? 1 : 0;
      if (spoiled || this.#order.alone) {
        worker.end();
        this.#alive.delete(worker);
        worker = null;
        this.#prepareSpare();
      }
      this.#tell(report);
    }
    worker?.end();
  }

  async #attempt(worker: CaseWorker, index: number, packed: PackedCase): Promise<CaseReport> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), this.#order.caseMs);
    });
    try {
      const end = await Promise.race([worker.run(packed), late, this.#halted]);
      if (end === 'late') {
        const error = { phase: 'pack', name: 'TimeoutError', message: `no end within ${this.#order.caseMs} ms`, stack: null } as const;
        return { index, status: 'timedOut', phases: NOTHING, evidence: null, error, poisoned: null, sets: [] };
      }
      return { index, ...end };
    } catch (error) {
      return { index, status: 'failed', phases: NOTHING, evidence: null, error: rawError('pack', error), poisoned: String(error), sets: [] };
    } finally {
      clearTimeout(timer);
    }
  }

  /** A case that cannot be read is refused, and null. */
  #find(index: number): PackedCase | null {
    try {
      return this.#pack.get(index);
    } catch (error) {
      this.#refuse(index, 'fetch', error);
      return null;
    }
  }

  #refuse(index: number, phase: Phase, error: unknown): void {
    this.#tell({ index, status: 'failed', phases: NOTHING, evidence: null, error: rawError(phase, error), poisoned: null, sets: [] });
  }

  #take(): number | null {
    const index = this.#stopped ? undefined : this.#order.cases[this.#next];
    this.#next++;
    return index ?? null;
  }

  #tell(report: CaseReport): void {
    if (!this.#stopped) {
      this.#report(report);
    }
  }

  /** An engine that does not come up is no case's fault: another is tried. Where none does, the pack is given up. */
  async #acquire(): Promise<CaseWorker> {
    const spare = this.#spare;
    this.#spare = null;
    let worker = (await spare?.catch(() => null)) ?? null;
    while (worker === null) {
      try {
        worker = await this.#fresh();
      } catch (error) {
        if (++this.#failedStarts >= MOST_FAILED_STARTS || this.#stopped) {
          this.stop();
          throw error;
        }
      }
    }
    this.#failedStarts = 0;
    this.#alive.add(worker);
    if (this.#stopped) {
      worker.end();
    }
    return worker;
  }

  #prepareSpare(): void {
    if (this.#spare === null && this.#next < this.#order.cases.length && !this.#stopped) {
      this.#spare = this.#fresh();
      this.#spare.catch(() => undefined);
    }
  }

  #fresh(): Promise<CaseWorker> {
    this.#started++;
    return this.#start(this.#order.backend, this.#order.settings, this.#library, START_LIMIT_MS);
  }
}
