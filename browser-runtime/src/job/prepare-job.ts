import { toBytes } from '../engine/dtypes';
import { openPipeline } from '../pipelines/pipeline';
import type { Prepare } from '../protocol/generated';
import type { MessageSink } from '../protocol/messages';
import { downloadAll } from './download';
import { OneShotJob } from './one-shot-job';

/** Turns a file or a text into the tensors that a model reads, and sends them. */
export class PrepareJob extends OneShotJob {
  readonly #prepare: Prepare;

  constructor(prepare: Prepare, sink: MessageSink) {
    super(prepare.job, sink, 'prepare', 'fetch');
    this.#prepare = prepare;
  }

  protected async work(): Promise<void> {
    this.enter('fetch');
    const { pipeline, assets, text } = this.#prepare;
    const files = await downloadAll(assets);
    this.phases.fetchMs = files.elapsedMs;

    this.enter('preprocess');
    const opened = await openPipeline(pipeline, files.bytes, text);
    const { tensors, facts, decodeMs, featuresMs } = await opened.run();
    this.phases.preprocessMs = (decodeMs ?? 0) + featuresMs;
    this.facts = facts;
    if (this.cancellation.cancelled) {
      return;
    }
    for (const { name, dtype, dims, data } of tensors) {
      const header = { type: 'tensor' as const, job: this.id, role: 'prepared' as const, name, dtype, dims: [...dims], step: 0, iteration: 0 };
      this.sink.sendBinary(header, toBytes(data));
    }
  }
}
