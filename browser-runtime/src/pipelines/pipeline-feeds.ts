import type { PipelineFeed } from '../protocol/generated';
import type { TensorFrame } from '../protocol/messages';
import type { Prepared, PreparedTensor } from './pipeline';

/** What a pipeline made as the model's inputs, step by step: the host's PipelineFeed does the same. */
export function pipelineFeeds({ tensors }: Prepared, feeds: readonly PipelineFeed[], job: string): TensorFrame[] {
  return feeds.flatMap((feed) => {
    const made = tensors.find(({ name }) => name === feed.tensor);
    if (made === undefined) {
      throw new RangeError(`the pipeline made no tensor named ${feed.tensor}`);
    }
    return pieces(made, feed).map((payload, step) => ({
      header: { type: 'tensor', seq: 0, job, role: 'input', name: feed.input, dtype: made.dtype, dims: [...feed.dims], step, iteration: 0 },
      payload,
    }));
  });
}

/** The bytes of each step. */
function pieces({ name, data, dims }: PreparedTensor, feed: PipelineFeed): Uint8Array<ArrayBuffer>[] {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const elements = size(dims);
  const wanted = size(feed.dims);
  if (feed.frame === undefined) {
    if (elements !== wanted) {
      throw new RangeError(`${name} has the shape [${dims.join()}], the input ${feed.input} takes [${feed.dims.join()}]`);
    }
    return [bytes];
  }
  const { length, context } = feed.frame;
  if (wanted !== length + context) {
    throw new RangeError(`the input ${feed.input} of [${feed.dims.join()}] takes no frames of ${length} after ${context}`);
  }
  const width = bytes.length / elements;
  return Array.from({ length: Math.max(1, Math.ceil(elements / length)) }, (_, step) => {
    const piece = new Uint8Array(wanted * width);
    const begin = step * length - context;
    const from = Math.max(0, begin);
    piece.set(bytes.subarray(from * width, Math.min(elements, (step + 1) * length) * width), (from - begin) * width);
    return piece;
  });
}

function size(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, 1);
}
