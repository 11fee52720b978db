import { Cancellation } from '../job/cancellation';
import { rawError } from '../job/errors';
import { EngineHealth } from '../job/engine-health';
import type { Phase, Phases, RawEvidence } from '../protocol/generated';
import type { CaseEngine } from './case-engine';
import type { PackedCase } from './pack-file';
import type { Values } from './values';
import type { CaseEnd } from './worker-messages';

/** What shows where a case ran; `created` says whether a session was got. */
export type CaseEvidence = (created: boolean) => RawEvidence;

/** An engine complains before its device's loss is announced. */
const LOSS_PATIENCE_MS = 100;

/** Takes one case after the other to its engine. Never throws: however a case ends, that is its result. */
export class CaseRun {
  readonly #engine: CaseEngine;
  readonly #evidence: CaseEvidence;
  readonly #gracePeriod: number;
  readonly #health = new EngineHealth();
  #cancellation = new Cancellation();

  /** @param losesDevices whether the backend has a device that can be lost */
  constructor(engine: CaseEngine, evidence: CaseEvidence, losesDevices: boolean) {
    this.#engine = engine;
    this.#evidence = evidence;
    this.#gracePeriod = losesDevices ? LOSS_PATIENCE_MS : 0;
  }

  /** Something broke outside the case's own calls. */
  fail(reason: unknown): void {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    // Perhaps the doing of the case before: by this name the host knows to try the case again alone.
    const uncaught = Object.assign(new Error(error.message, { cause: reason }), { name: `Uncaught ${error.name}` });
    this.#health.poison(`${uncaught.name}: ${uncaught.message}`);
    this.#cancellation.cancel(uncaught);
  }

  async run({ program, sets: inputs }: PackedCase): Promise<CaseEnd> {
    this.#cancellation = new Cancellation();
    const phases: Phases = { fetchMs: null, createMs: null, firstMs: null, disposeMs: null, preprocessMs: null };
    const sets: Values[] = [];
    let phase: Phase = 'create';
    let created = false;
    let error: unknown = null;
    try {
      const start = performance.now();
      const session = await this.#cancellation.guard(this.#engine.open(program, inputs[0] ?? {}));
      phases.createMs = performance.now() - start;
      created = true;
      phase = 'first';
      try {
        for (const set of inputs) {
          const begin = performance.now();
          sets.push(await this.#cancellation.guard(session.run(set)));
          phases.firstMs ??= performance.now() - begin;
        }
      } catch (thrown) {
        error = thrown;
      }
      // A trapped engine is let go with its worker: asking it for more could hang.
      if (error === null || !this.#notes(error)) {
        phase = error === null ? 'dispose' : phase;
        await this.#cancellation.guard(session.release()).catch((thrown: unknown) => {
          error ??= thrown;
        });
      }
    } catch (thrown) {
      error = thrown;
    }
    if (error !== null && this.#gracePeriod > 0 && !this.#cancellation.cancelled) {
      await new Promise((resolve) => setTimeout(resolve, this.#gracePeriod));
    }
    const cause = this.#cancellation.cancelled ? this.#cancellation.reason : error;
    this.#health.note(cause);
    return {
      status: cause === null ? 'ok' : 'failed',
      phases,
      evidence: this.#evidence(created),
      error: cause === null ? null : rawError(phase, cause),
      poisoned: this.#health.reason,
      sets,
    };
  }

  #notes(error: unknown): boolean {
    this.#health.note(error);
    return this.#health.reason !== null;
  }
}
