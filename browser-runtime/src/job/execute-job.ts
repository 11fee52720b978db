import type { Engine, EngineSession, OpenRequest } from '../engine/engine';
import type { EvidenceCollector } from '../evidence/collector';
import type { Execute, Infer, Measure, Phase, Phases, RawError, RawEvidence, Stream } from '../protocol/generated';
import type { Command, Outlet, TensorFrame } from '../protocol/messages';
import { FrameModel } from '../stream/frame-model';
import { streamAudio, streamFailed } from '../stream/stream-command';
import { Challenges } from './challenges';
import { Doom } from './doom';
import { download } from './download';
import { CancelledError, rawError } from './errors';
import { Mailbox } from './mailbox';
import { OutputLedger } from './output-ledger';
import { pageClock, Sampler } from './sampler';
import { isFatal, type Soundness } from './soundness';
import { fixedDims, type MakeTensor, Steps } from './steps';

const RELEASE_PATIENCE_MS = 2000;
const LOSS_PATIENCE_MS = 100;

/** What a job needs of the page's collector. */
export type Evidence = Pick<EvidenceCollector, 'begin' | 'forgetLines' | 'sessionOpen' | 'engineLoaded' | 'incomplete' | 'collect' | 'memory'>;

/** A job that the page is at. */
export interface Job {
  readonly id: string;
  /** Never rejects: every end is a `result`. */
  run(): Promise<void>;
  /** @param inputs the tensors that came before the command */
  command(command: Command, inputs: readonly TensorFrame[]): void;
  cancel(): void;
  /** Something broke outside the job's own calls. */
  fail(reason: unknown): void;
}

/** A command with the tensors that came before it. */
interface Order {
  readonly command: Command;
  readonly inputs: readonly TensorFrame[];
}

/** One attempt of a model on a backend: fetch, create, first inference, blocks of iterations, dispose, evidence, result. */
export class ExecuteJob implements Job {
  readonly id: string;
  readonly #execute: Execute;
  readonly #inputs: readonly TensorFrame[];
  readonly #engine: Engine;
  readonly #evidence: Evidence;
  readonly #outlet: Outlet;
  readonly #soundness: Soundness;
  readonly #commands = new Mailbox<Order>();
  readonly #doom = new Doom();
  readonly #phases: Phases = { fetchMs: null, createMs: null, firstMs: null, disposeMs: null, preprocessMs: null };
  readonly #make: MakeTensor = (...tensor) => this.#engine.tensor(...tensor);
  #phase: Phase = 'fetch';
  #created = false;

  constructor(execute: Execute, inputs: readonly TensorFrame[], engine: Engine, evidence: Evidence, outlet: Outlet, soundness: Soundness) {
    this.id = execute.job;
    this.#execute = execute;
    this.#inputs = inputs;
    this.#engine = engine;
    this.#evidence = evidence;
    this.#outlet = outlet;
    this.#soundness = soundness;
  }

  command(command: Command, inputs: readonly TensorFrame[] = []): void {
    this.#commands.put({ command, inputs });
  }

  cancel(): void {
    this.#doom.strike(new CancelledError('cancelled by the host'));
  }

  fail(reason: unknown): void {
    this.#doom.strike(reason);
  }

  async run(): Promise<void> {
    this.#evidence.begin();
    let error: RawError | null = null;
    let cancelled = false;
    try {
      await this.#attempt();
    } catch (thrown) {
      const cause = await this.#cause(thrown);
      cancelled = cause instanceof CancelledError;
      this.#soundness.note(cause);
      error = cancelled ? null : rawError(this.#phase, cause);
    }
    this.#outlet.send({
      type: 'result',
      job: this.id,
      status: error !== null ? 'failed' : cancelled ? 'cancelled' : 'ok',
      phases: this.#phases,
      evidence: this.#collected(),
      error,
      memory: this.#evidence.memory(),
      poisoned: this.#soundness.reason,
    });
  }

  /** An engine complains of its buffers before the browser says that the device is lost: the loss is the cause, so it gets a moment. */
  async #cause(thrown: unknown): Promise<unknown> {
    if (this.#execute.backend === 'webgpu' && !this.#doom.struck) {
      await new Promise((resolve) => setTimeout(resolve, LOSS_PATIENCE_MS));
    }
    return this.#doom.struck ? this.#doom.reason : thrown;
  }

  async #attempt(): Promise<void> {
    const { model, backend, settings } = this.#execute;
    this.#enter('fetch');
    this.#soundness.check();
    const { bytes, elapsedMs } = await this.#doom.guard(download(model.url, model.sha256));
    this.#phases.fetchMs = elapsedMs;

    this.#enter('create');
    this.#evidence.engineLoaded(await this.#doom.guard(this.#engine.load(backend, settings)));
    const start = performance.now();
    const session = await this.#open(bytes, 'quiet');
    this.#phases.createMs = performance.now() - start;
    this.#created = true;
    try {
      this.#evidence.sessionOpen(true);
      await this.#runSession(session);
    } catch (error) {
      await this.#letGo(session);
      throw error;
    }
    await this.#dispose(session);
    if (settings.evidence) {
      await this.#explain(bytes);
    }
  }

  async #runSession(session: EngineSession): Promise<void> {
    this.#enter('first');
    const { outputs, carry, steps: count } = this.#execute;
    const wanted = outputs.length === 0 ? session.outputs : outputs;
    const steps = new Steps(this.#inputs, count, carry, this.#make);
    const ledger = new OutputLedger(this.id, (header, payload) => this.#outlet.sendBinary(header, payload));
    const sampler = new Sampler(session, wanted, steps, ledger, pageClock);
    this.#phases.firstMs = await this.#doom.guard(sampler.once());
    while (steps.iteration < count) {
      await this.#doom.guard(sampler.once());
    }

    this.#enter('ready');
    for (;;) {
      const { command, inputs } = await this.#doom.guard(this.#commands.take());
      if (command.type === 'finish') {
        return;
      }
      if (command.type === 'measure') {
        const challenges = new Challenges(this.#execute, session, wanted, inputs, this.#make);
        await this.#measure(sampler, ledger, command, challenges);
      } else if (command.type === 'infer') {
        await this.#infer(session, wanted, command, inputs);
      } else {
        await this.#stream(session, wanted, command);
      }
    }
  }

  /** A stream that cannot be played is the stream's failure, not the session's; a trap is. */
  async #stream(session: EngineSession, wanted: readonly string[], command: Stream): Promise<void> {
    this.#enter('stream');
    let model: FrameModel | null = null;
    try {
      model = new FrameModel(session, wanted, this.#inputs, this.#execute.carry, this.#make, command.input, command);
      await this.#doom.guard(streamAudio(command, model, this.#outlet, () => this.#doom.struck));
    } catch (error) {
      if (this.#doom.struck || isFatal(error)) {
        throw error;
      }
      streamFailed(command, error, this.#outlet);
    } finally {
      model?.dispose();
    }
  }

  /** Its outputs are sent whether they were seen before or not: they belong to inputs of their own. */
  async #infer(session: EngineSession, wanted: readonly string[], command: Infer, inputs: readonly TensorFrame[]): Promise<void> {
    const steps = new Steps(
      inputs.map(({ header, payload }) => ({ header: { ...header, step: 0 }, payload })),
      1,
      {},
      this.#make,
    );
    this.#enter('infer');
    const { job, number } = command;
    const feeds = steps.feeds();
    const start = performance.now();
    const outputs = await this.#doom.guard(session.run(feeds, wanted));
    const computeMs = performance.now() - start;
    const fresh = new OutputLedger(job, (header, payload) => this.#outlet.sendBinary(header, payload));
    fresh.observe(0, number, outputs);
    for (const tensor of [...Object.values(outputs), ...Object.values(feeds)]) {
      tensor.dispose();
    }
    this.#outlet.send({ type: 'inferred', job, number, computeMs });
  }

  async #measure(sampler: Sampler, ledger: OutputLedger, command: Measure, challenges: Challenges): Promise<void> {
    this.#enter('measure');
    ledger.delivered();
    const interludes = challenges.interludes(command.challenges ?? []);
    const { samples, elapsedMs } = await this.#doom.guard(sampler.block(command, () => this.#doom.struck, interludes));
    const { job, block } = command;
    const challenged = challenges.ship(this.#outlet);
    this.#outlet.sendBinary({ type: 'samples', job, block, count: samples.length }, new Uint8Array(samples.buffer));
    this.#outlet.send({ type: 'measured', job, block, iterations: samples.length, elapsedMs, delivered: ledger.delivered(), challenged });
  }

  async #dispose(session: EngineSession): Promise<void> {
    this.#enter('dispose');
    this.#evidence.sessionOpen(false);
    const start = performance.now();
    await this.#doom.guard(session.release());
    this.#phases.disposeMs = performance.now() - start;
  }

  /** Frees a session after a failure, which is the error that counts; after a trap even this may hang or trap. */
  async #letGo(session: EngineSession): Promise<void> {
    this.#evidence.sessionOpen(false);
    const patience = new Promise<string>((resolve) => setTimeout(resolve, RELEASE_PATIENCE_MS, 'late'));
    const released = session.release().catch((error: unknown) => this.#soundness.note(error));
    if ((await Promise.race([released, patience])) === 'late') {
      this.#soundness.poison(`a session did not let itself be released within ${RELEASE_PATIENCE_MS} ms`);
    }
  }

  /** The same session again, now saying where it puts each node; opened only, not run. Its failure does not undo the attempt. */
  async #explain(model: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#enter('evidence');
    this.#evidence.forgetLines();
    try {
      const session = await this.#open(model, 'verbose');
      await this.#doom.guard(session.release());
    } catch (error) {
      if (this.#doom.struck) {
        throw error;
      }
      this.#soundness.note(error);
      this.#evidence.incomplete(String(error));
    }
  }

  async #open(model: Uint8Array<ArrayBuffer>, log: OpenRequest['log']): Promise<EngineSession> {
    const { backend, settings } = this.#execute;
    const opening = this.#engine.open({ model, backend, settings, log, inputDims: fixedDims(this.#inputs) });
    try {
      return await this.#doom.guard(opening);
    } catch (error) {
      opening.then((session) => session.release()).catch(() => undefined);
      throw error;
    }
  }

  #collected(): RawEvidence {
    const { backend, settings } = this.#execute;
    return this.#evidence.collect(this.#created ? backend : null, this.#engine.build(backend, settings.build), backend);
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#outlet.send({ type: 'progress', job: this.id, phase });
  }
}
