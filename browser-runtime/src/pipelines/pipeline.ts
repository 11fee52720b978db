import type { DType, Facts, Pipeline } from '../protocol/generated';
import { prepareAudio } from './audio';
import { prepareVision } from './vision';

/** A tensor that a pipeline made. */
export interface PreparedTensor {
  readonly name: string;
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly data: ArrayBufferView;
}

/** What a pipeline made, and what it found in the file. */
export interface Made {
  readonly tensors: readonly PreparedTensor[];
  readonly facts: Facts;
}

export interface Prepared extends Made {
  /** From the asset's bytes in memory to the finished tensors. */
  readonly elapsedMs: number;
}

/** Runs a pipeline as PIPELINES.md specifies it; `assets` are the files' bytes by role. */
export async function prepare(
  pipeline: Pipeline,
  assets: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  text: string | null,
): Promise<Prepared> {
  const asset = (role: string): Uint8Array<ArrayBuffer> => {
    const bytes = assets.get(role);
    if (bytes === undefined) {
      throw new Error(`the ${pipeline.kind} pipeline needs an asset named ${role}`);
    }
    return bytes;
  };
  switch (pipeline.kind) {
    case 'audio':
      return timed(() => prepareAudio(asset('audio'), pipeline));
    case 'vision':
      return timed(async () => plain(await prepareVision(asset('image'), pipeline)));
    case 'text': {
      // The tokenizer library is loaded only where text is prepared, and before the clock starts.
      const { prepareText } = await import('./text');
      return timed(async () => plain(prepareText(asset('tokenizer'), text ?? '', pipeline.maxLength)));
    }
  }
}

function plain(tensors: readonly PreparedTensor[]): Made {
  return { tensors, facts: {} };
}

async function timed(work: () => Promise<Made>): Promise<Prepared> {
  const start = performance.now();
  const made = await work();
  return { ...made, elapsedMs: performance.now() - start };
}
