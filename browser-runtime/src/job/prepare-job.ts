import { toBytes } from '../engine/dtypes';
import { prepare } from '../pipelines/pipeline';
import type { Facts, Phase, Phases, Prepare, RawError } from '../protocol/generated';
import type { Command, Outlet } from '../protocol/messages';
import { Doom } from './doom';
import { download } from './download';
import { CancelledError, rawError } from './errors';
import type { Job } from './execute-job';

/** Turns a file or a text into the tensors that a model reads, and sends them. */
export class PrepareJob implements Job {
  readonly id: string;
  readonly #prepare: Prepare;
  readonly #outlet: Outlet;
  readonly #doom = new Doom();
  readonly #phases: Phases = { fetchMs: null, createMs: null, firstMs: null, disposeMs: null, preprocessMs: null };
  #phase: Phase = 'fetch';
  #facts: Facts = {};

  constructor(prepare: Prepare, outlet: Outlet) {
    this.id = prepare.job;
    this.#prepare = prepare;
    this.#outlet = outlet;
  }

  command(command: Command): void {
    this.#outlet.send({ type: 'log', level: 'warn', text: `${command.type} means nothing to the prepare job ${this.id}` });
  }

  cancel(): void {
    this.#doom.strike(new CancelledError('cancelled by the host'));
  }

  fail(reason: unknown): void {
    this.#doom.strike(reason);
  }

  async run(): Promise<void> {
    let error: RawError | null = null;
    let cancelled = false;
    try {
      await this.#doom.guard(this.#run());
    } catch (thrown) {
      cancelled = thrown instanceof CancelledError;
      error = cancelled ? null : rawError(this.#phase, thrown);
    }
    const status = error !== null ? 'failed' : cancelled ? 'cancelled' : 'ok';
    this.#outlet.send({ type: 'result', job: this.id, status, phases: this.#phases, evidence: null, error, memory: null, facts: this.#facts });
  }

  async #run(): Promise<void> {
    this.#enter('fetch');
    const { pipeline, assets, text } = this.#prepare;
    const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
    let fetchMs = 0;
    for (const [role, { url, sha256 }] of Object.entries(assets)) {
      const file = await download(url, sha256);
      bytes.set(role, file.bytes);
      fetchMs += file.elapsedMs;
    }
    this.#phases.fetchMs = fetchMs;

    this.#enter('preprocess');
    const { tensors, elapsedMs, facts } = await prepare(pipeline, bytes, text);
    this.#phases.preprocessMs = elapsedMs;
    this.#facts = facts;
    if (this.#doom.struck) {
      return;
    }
    for (const { name, dtype, dims, data } of tensors) {
      const header = { type: 'tensor' as const, job: this.id, role: 'prepared' as const, name, dtype, dims: [...dims], step: 0, iteration: 0 };
      this.#outlet.sendBinary(header, toBytes(data));
    }
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#outlet.send({ type: 'progress', job: this.id, phase });
  }
}
