import type { Engine, EngineSession, OpenRequest } from '../engine/engine';
import type { EvidenceCollector } from '../evidence/collector';
import type { Advance, EndToEnd, Execute, Infer, Measure, Media, Phase, Phases, RawError, RawEvidence, Stream } from '../protocol/generated';
import type { Command, MessageSink, TensorFrame } from '../protocol/messages';
import { FrameModel } from '../stream/frame-model';
import { mediaFailed, takeMedia } from '../media/media-command';
import { openPipeline } from '../pipelines/pipeline';
import { streamAudio, streamFailed } from '../stream/stream-command';
import { Belongings } from './belongings';
import { CarriedOutputs } from './carried-outputs';
import { Challenges } from './challenges';
import { Cancellation } from './cancellation';
import { download, downloadAll } from './download';
import { EndToEndMeter } from './end-to-end';
import { CancelledError, rawError } from './errors';
import { Mailbox } from './mailbox';
import { OutputTracker } from './output-tracker';
import { pageClock, Sampler } from './sampler';
import { isFatal, type EngineHealth } from './engine-health';
import { StepState } from './step-state';
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
  readonly #sink: MessageSink;
  readonly #health: EngineHealth;
  readonly #commands = new Mailbox<Order>();
  readonly #cancellation = new Cancellation();
  readonly #phases: Phases = { fetchMs: null, createMs: null, firstMs: null, disposeMs: null, preprocessMs: null };
  readonly #make: MakeTensor = (...tensor) => this.#engine.tensor(...tensor);
  readonly #belongings = new Belongings();
  #phase: Phase = 'fetch';
  #created = false;
  #carried = new CarriedOutputs([]);

  constructor(execute: Execute, inputs: readonly TensorFrame[], engine: Engine, evidence: Evidence, sink: MessageSink, health: EngineHealth) {
    this.id = execute.job;
    this.#execute = execute;
    this.#inputs = inputs;
    this.#engine = engine;
    this.#evidence = evidence;
    this.#sink = sink;
    this.#health = health;
  }

  command(command: Command, inputs: readonly TensorFrame[] = []): void {
    this.#commands.put({ command, inputs });
  }

  cancel(): void {
    this.#cancellation.cancel(new CancelledError('cancelled by the host'));
  }

  fail(reason: unknown): void {
    this.#cancellation.cancel(reason);
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
      this.#health.note(cause);
      error = cancelled ? null : rawError(this.#phase, cause);
    }
    this.#sink.send({
      type: 'result',
      job: this.id,
      status: error !== null ? 'failed' : cancelled ? 'cancelled' : 'ok',
      phases: this.#phases,
      evidence: this.#collected(),
      error,
      memory: this.#evidence.memory(),
      poisoned: this.#health.reason,
    });
  }

  /** An engine complains of its buffers before the browser says that the device is lost: the loss is the cause, so it gets a moment. */
  async #cause(thrown: unknown): Promise<unknown> {
    if (this.#execute.backend === 'webgpu' && !this.#cancellation.cancelled) {
      await new Promise((resolve) => setTimeout(resolve, LOSS_PATIENCE_MS));
    }
    return this.#cancellation.cancelled ? this.#cancellation.reason : thrown;
  }

  async #attempt(): Promise<void> {
    const { model, backend, settings } = this.#execute;
    this.#enter('fetch');
    this.#health.check();
    const { bytes, elapsedMs } = await this.#cancellation.guard(download(model.url, model.sha256));
    this.#phases.fetchMs = elapsedMs;

    this.#enter('create');
    this.#evidence.engineLoaded(await this.#cancellation.guard(this.#engine.load(backend, settings)));
    const start = performance.now();
    const session = await this.#open(bytes, 'quiet');
    this.#phases.createMs = performance.now() - start;
    this.#created = true;
    try {
      this.#evidence.sessionOpen(true);
      await this.#runSession(session).finally(() => this.#free());
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
    const steps = this.#belongings.add(new Steps(this.#inputs, count, carry, this.#make));
    const tracker = new OutputTracker(this.id, (header, payload) => this.#sink.sendBinary(header, payload));
    this.#carried = CarriedOutputs.of(carry, wanted);
    const sampler = new Sampler(session, wanted, steps, tracker, pageClock, this.#carried);
    const on = { session, wanted, inputs: this.#inputs, carry, make: this.#make, carried: this.#carried };
    const stepped = this.#belongings.add(new StepState(on, pageClock));
    this.#phases.firstMs = await this.#cancellation.guard(this.#belongings.using(sampler.once()));
    while (steps.iteration < count) {
      await this.#cancellation.guard(this.#belongings.using(sampler.once()));
    }

    this.#enter('ready');
    for (;;) {
      const { command, inputs } = await this.#cancellation.guard(this.#commands.take());
      if (command.type === 'finish') {
        return;
      }
      if (command.type === 'measure') {
        const challenges = new Challenges(this.#execute, session, wanted, inputs, this.#make);
        await this.#measure(sampler, tracker, command, challenges);
      } else if (command.type === 'infer') {
        await this.#infer(session, wanted, command, inputs);
      } else if (command.type === 'advance') {
        await this.#advance(stepped, command, inputs);
      } else if (command.type === 'endToEnd') {
        await this.#endToEnd(session, wanted, command);
      } else if (command.type === 'media') {
        await this.#media(command);
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
      await this.#cancellation.guard(streamAudio(command, model, this.#sink, () => this.#cancellation.cancelled));
    } catch (error) {
      if (this.#cancellation.cancelled || isFatal(error)) {
        throw error;
      }
      streamFailed(command, error, this.#sink);
    } finally {
      model?.dispose();
    }
  }

  /** A pipeline that fails is the measurement's failure, not the session's; a trap is. */
  async #endToEnd(session: EngineSession, wanted: readonly string[], command: EndToEnd): Promise<void> {
    const { job, number, pipeline, assets, text } = command;
    this.#enter('endToEnd');
    try {
      const { bytes } = await this.#cancellation.guard(downloadAll(assets));
      const opened = await this.#cancellation.guard(openPipeline(pipeline, bytes, text));
      const on = { session, wanted, inputs: this.#inputs, carry: this.#execute.carry, make: this.#make };
      const meter = new EndToEndMeter(command, opened, on, this.#sink, pageClock);
      await this.#cancellation.guard(meter.run(() => this.#cancellation.cancelled));
    } catch (thrown) {
      if (this.#cancellation.cancelled || isFatal(thrown)) {
        throw thrown;
      }
      const error = rawError('endToEnd', thrown);
      this.#sink.send({ type: 'endToEndMeasured', job, number, stepsMs: {}, inferences: 0, elapsedMs: 0, error });
    }
  }

  /** A way that is not there, or brings nothing, is no failure of the session. */
  async #media(command: Media): Promise<void> {
    this.#enter('media');
    try {
      await this.#cancellation.guard(takeMedia(command, this.#sink));
    } catch (error) {
      if (this.#cancellation.cancelled || isFatal(error)) {
        throw error;
      }
      mediaFailed(command, error, this.#sink);
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
    const outputs = await this.#cancellation.guard(session.run(feeds, wanted)).finally(() => steps.release());
    const computeMs = performance.now() - start;
    const fresh = new OutputTracker(job, (header, payload) => this.#sink.sendBinary(header, payload));
    fresh.observe(0, number, outputs);
    for (const tensor of Object.values(outputs)) {
      tensor.dispose();
    }
    this.#sink.send({ type: 'inferred', job, number, computeMs });
  }

  async #advance(stepped: StepState, command: Advance, inputs: readonly TensorFrame[]): Promise<void> {
    this.#enter('advance');
    await this.#cancellation.guard(this.#belongings.using(stepped.run(command, inputs, this.#sink, () => this.#cancellation.cancelled)));
  }

  async #measure(sampler: Sampler, tracker: OutputTracker, command: Measure, challenges: Challenges): Promise<void> {
    this.#enter('measure');
    tracker.delivered();
    const interludes = challenges.interludes(command.challenges ?? []);
    const running = sampler.block(command, () => this.#cancellation.cancelled, interludes);
    const { samples, elapsedMs } = await this.#cancellation.guard(this.#belongings.using(running));
    const { job, block } = command;
    const challenged = challenges.ship(this.#sink);
    this.#sink.sendBinary({ type: 'samples', job, block, count: samples.length }, new Uint8Array(samples.buffer));
    this.#sink.send({ type: 'measured', job, block, iterations: samples.length, elapsedMs, delivered: tracker.delivered(), challenged });
  }

  /** The page lives on: a state on a device stays there for as long, unless it is freed. */
  #free(): Promise<void> {
    const freed = this.#belongings.release((error) => this.#health.note(error));
    return this.#cancellation.cancelled ? Promise.resolve() : freed;
  }

  async #dispose(session: EngineSession): Promise<void> {
    this.#enter('dispose');
    this.#evidence.sessionOpen(false);
    const start = performance.now();
    await this.#cancellation.guard(session.release());
    this.#phases.disposeMs = performance.now() - start;
  }

  /** Frees a session after a failure, which is the error that counts; after a trap even this may hang or trap. */
  async #letGo(session: EngineSession): Promise<void> {
    this.#evidence.sessionOpen(false);
    const gracePeriod = new Promise<string>((resolve) => setTimeout(resolve, RELEASE_PATIENCE_MS, 'late'));
    const released = session.release().catch((error: unknown) => this.#health.note(error));
    if ((await Promise.race([released, gracePeriod])) === 'late') {
      this.#health.poison(`a session did not let itself be released within ${RELEASE_PATIENCE_MS} ms`);
    }
  }

  /** The same session again, now saying where it puts each node; opened only, not run. Its failure does not undo the attempt. */
  async #explain(model: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#enter('evidence');
    this.#evidence.forgetLines();
    try {
      const session = await this.#open(model, 'verbose');
      await this.#cancellation.guard(session.release());
    } catch (error) {
      if (this.#cancellation.cancelled) {
        throw error;
      }
      this.#health.note(error);
      this.#evidence.incomplete(String(error));
    }
  }

  async #open(model: Uint8Array<ArrayBuffer>, log: OpenRequest['log']): Promise<EngineSession> {
    const { backend, settings } = this.#execute;
    const opening = this.#engine.open({ model, backend, settings, log, inputDims: fixedDims(this.#inputs), left: this.#left() });
    try {
      return await this.#cancellation.guard(opening);
    } catch (error) {
      opening.then((session) => session.release()).catch(() => undefined);
      throw error;
    }
  }

  /** Outputs that need not come to the CPU; where no output is named, all are wanted. */
  #left(): ReadonlyMap<string, 'gpu-buffer' | 'ml-tensor'> {
    const { carry, outputs, settings } = this.#execute;
    const { carryLocation = 'cpu' } = settings;
    return carryLocation === 'cpu' || outputs.length === 0
      ? new Map()
      : new Map(CarriedOutputs.of(carry, outputs).names.map((name) => [name, carryLocation]));
  }

  #collected(): RawEvidence {
    const { backend, settings } = this.#execute;
    const evidence = this.#evidence.collect(this.#created ? backend : null, this.#engine.build(backend, settings.build), backend);
    return { ...evidence, environment: { ...evidence.environment, ...this.#carried.facts() } };
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#sink.send({ type: 'progress', job: this.id, phase });
  }
}
