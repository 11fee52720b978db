import { download } from '../job/download';
import { rawError } from '../job/errors';
import type { Job } from '../job/execute-job';
import type { Pack, Phases, RawError } from '../protocol/generated';
import type { MessageSink } from '../protocol/messages';
import { type CaseReport, WorkerPool, type StartWorker } from './worker-pool';
import { PackFile } from './pack-file';
import { BlobWriter } from './values';

/** The engine's own words can be long: a stack of WebAssembly frames, a whole shader. */
const LONGEST_TEXT = 4000;

/** Many small cases, executed for their outputs. */
export class PackJob implements Job {
  readonly id: string;
  readonly #order: Pack;
  readonly #sink: MessageSink;
  readonly #start: StartWorker;
  #pool: WorkerPool | null = null;
  #cancelled = false;

  constructor(order: Pack, sink: MessageSink, start: StartWorker) {
    this.id = order.job;
    this.#order = order;
    this.#sink = sink;
    this.#start = start;
  }

  command(): void {
    // A pack is told everything at once.
  }

  cancel(): void {
    this.#cancelled = true;
    this.#pool?.stop();
  }

  fail(): void {
    // What breaks in the page breaks no worker.
  }

  async run(): Promise<void> {
    const phases: Phases = { fetchMs: null, createMs: null, firstMs: null, disposeMs: null, preprocessMs: null };
    let error: RawError | null = null;
    try {
      this.#sink.send({ type: 'progress', job: this.id, phase: 'fetch' });
      const { bytes, elapsedMs } = await download(this.#order.pack.url, this.#order.pack.sha256);
      phases.fetchMs = elapsedMs;
      this.#sink.send({ type: 'progress', job: this.id, phase: 'pack' });
      this.#pool = new WorkerPool(this.#order, new PackFile(bytes), this.#start, (report) => this.#tell(report));
      if (!this.#cancelled) {
        await this.#pool.work();
      }
    } catch (thrown) {
      error = rawError('pack', thrown);
    }

    this.#sink.send({
      type: 'result',
      job: this.id,
      status: error !== null ? 'failed' : this.#cancelled ? 'cancelled' : 'ok',
      phases,
      evidence: null,
      error,
      memory: null,
      facts: { engines: this.#pool?.started ?? 0, spoiled: this.#pool?.spoiled ?? 0 },
    });
  }

  #tell({ index, status, phases, evidence, error, poisoned, sets }: CaseReport): void {
    const blobs = new BlobWriter();
    const described = sets.map((set) => Object.fromEntries(Object.entries(set).map(([name, value]) => [name, blobs.add(value)])));
    this.#sink.sendBinary(
      {
        type: 'case',
        job: this.id,
        index,
        status,
        phases,
        evidence,
        error: error === null ? null : { ...error, message: clip(error.message), stack: error.stack === null ? null : clip(error.stack) },
        ...(poisoned === null ? {} : { poisoned }),
        ...(status === 'timedOut' ? { limitMs: this.#order.caseMs } : {}),
        sets: described,
      },
      blobs.toBytes(),
    );
  }
}

function clip(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
