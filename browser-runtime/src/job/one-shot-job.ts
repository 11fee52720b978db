import type { Facts, Phase, Phases, RawError } from '../protocol/generated';
import type { Command, MessageSink } from '../protocol/messages';
import { Cancellation } from './cancellation';
import { CancelledError, rawError } from './errors';
import type { Job } from './execute-job';

/** A job that takes no commands: it works until it is done, cancelled or broken, and tells the end. */
export abstract class OneShotJob implements Job {
  readonly id: string;
  protected readonly sink: MessageSink;
  protected readonly cancellation = new Cancellation();
  protected readonly phases: Phases = { fetchMs: null, createMs: null, firstMs: null, disposeMs: null, preprocessMs: null };
  protected facts: Facts = {};
  readonly #kind: string;
  #phase: Phase;

  /**
   * @param kind what the job is called in the log
   * @param phase which an error belongs to before the job enters another
   */
  constructor(id: string, sink: MessageSink, kind: string, phase: Phase) {
    this.id = id;
    this.sink = sink;
    this.#kind = kind;
    this.#phase = phase;
  }

  /** What it does; whatever it throws is the result's error. */
  protected abstract work(): Promise<void>;

  protected enter(phase: Phase): void {
    this.#phase = phase;
    this.sink.send({ type: 'progress', job: this.id, phase });
  }

  command(command: Command): void {
    this.sink.send({ type: 'log', level: 'warn', text: `${command.type} means nothing to the ${this.#kind} job ${this.id}` });
  }

  cancel(): void {
    this.cancellation.cancel(new CancelledError('cancelled by the host'));
  }

  fail(reason: unknown): void {
    this.cancellation.cancel(reason);
  }

  async run(): Promise<void> {
    let error: RawError | null = null;
    let cancelled = false;
    try {
      await this.cancellation.guard(this.work());
    } catch (thrown) {
      cancelled = thrown instanceof CancelledError;
      error = cancelled ? null : rawError(this.#phase, thrown);
    }
    const status = error !== null ? 'failed' : cancelled ? 'cancelled' : 'ok';
    this.sink.send({ type: 'result', job: this.id, status, phases: this.phases, evidence: null, error, memory: null, facts: this.facts });
  }
}
