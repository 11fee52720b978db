import { toBytes } from '../engine/dtypes';
import { prepare } from '../pipelines/pipeline';
import type { Prepare } from '../protocol/generated';
import type { MessageSink } from '../protocol/messages';
import { download } from './download';
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
    const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
    let fetchMs = 0;
    for (const [role, { url, sha256 }] of Object.entries(assets)) {
      const file = await download(url, sha256);
      bytes.set(role, file.bytes);
      fetchMs += file.elapsedMs;
    }
    this.phases.fetchMs = fetchMs;

    this.enter('preprocess');
    const { tensors, elapsedMs, facts } = await prepare(pipeline, bytes, text);
    this.phases.preprocessMs = elapsedMs;
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
