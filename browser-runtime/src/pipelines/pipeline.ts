import type { DType, Facts, Pipeline } from '../protocol/generated';
import { openAudio } from './audio';
import { openVision } from './vision';

/** A tensor that a pipeline made. */
export interface PreparedTensor {
  readonly name: string;
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly data: ArrayBufferView<ArrayBuffer>;
}

/** What a pipeline made, what it found in the file, and how long its steps took. */
export interface Prepared {
  readonly tensors: readonly PreparedTensor[];
  readonly facts: Facts;
  /** From the file's bytes in memory to samples or pixels; null where there is nothing to decode. */
  readonly decodeMs: number | null;
  /** From there to the values of the tensors. */
  readonly featuresMs: number;
}

/** A pipeline with its files in memory, and whatever stays the same from one run to the next, such as a tokenizer. */
export interface OpenPipeline {
  run(): Promise<Prepared>;
}

/** Opens a pipeline as PIPELINES.md specifies it; `assets` are the files' bytes by role. */
export async function openPipeline(
  pipeline: Pipeline,
  assets: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  text: string | null,
): Promise<OpenPipeline> {
  const asset = (role: string): Uint8Array<ArrayBuffer> => {
    const bytes = assets.get(role);
    if (bytes === undefined) {
      throw new Error(`the ${pipeline.kind} pipeline needs an asset named ${role}`);
    }
    return bytes;
  };
  switch (pipeline.kind) {
    case 'audio':
      return openAudio(asset('audio'), pipeline);
    case 'vision':
      return openVision(asset('image'), pipeline);
    case 'text': {
      // The tokenizer library is loaded only where text is prepared.
      const { openText } = await import('./text');
      return openText(asset('tokenizer'), text ?? '', pipeline);
    }
  }
}
