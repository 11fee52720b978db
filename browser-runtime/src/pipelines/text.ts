import { Tokenizer } from '@huggingface/tokenizers';
import type { Pipeline } from '../protocol/generated';
import type { OpenPipeline, PreparedTensor } from './pipeline';

/** PIPELINES.md, "Text": a text as the three tensors of a BERT-shaped encoder. A text needs no decoding. */
export function openText(
  tokenizerJson: Uint8Array,
  text: string,
  { maxLength }: Pick<Extract<Pipeline, { kind: 'text' }>, 'maxLength'>,
): OpenPipeline {
  const tokenizer = new Tokenizer(JSON.parse(new TextDecoder().decode(tokenizerJson)) as object, {});
  return {
    async run() {
      const start = performance.now();
      const tensors = tokenized(tokenizer, text, maxLength);
      return { tensors, facts: {}, decodeMs: null, featuresMs: performance.now() - start };
    },
  };
}

/** Padded or truncated to `maxLength`. */
function tokenized(tokenizer: Tokenizer, text: string, maxLength: number): PreparedTensor[] {
  const ids = truncate(
    tokenizer.encode(text).ids,
    tokenizer.encode(text, { add_special_tokens: false }).ids,
    maxLength,
  );
  const padding = tokenizer.token_to_id('[PAD]') ?? tokenizer.token_to_id('<pad>') ?? 0;
  const row = (name: string, value: (i: number) => number): PreparedTensor => ({
    name,
    dtype: 'int64',
    dims: [1, maxLength],
    data: BigInt64Array.from({ length: maxLength }, (_, i) => BigInt(value(i))),
  });
  return [
    row('input_ids', (i) => ids[i] ?? padding),
    row('attention_mask', (i) => (i < ids.length ? 1 : 0)),
    row('token_type_ids', () => 0),
  ];
}

/**
 * Cuts the content at its right end so that the special tokens around it stay.
 * @param full the ids with special tokens
 * @param content the same without; a run of `full`
 */
export function truncate(full: readonly number[], content: readonly number[], maxLength: number): number[] {
  if (full.length <= maxLength) {
    return [...full];
  }
  const special = full.length - content.length;
  const starts = Array.from({ length: special + 1 }, (_, start) => start);
  const start = starts.find((at) => content.every((id, i) => full[at + i] === id)) ?? 0;
  return [...full.slice(0, start), ...content.slice(0, Math.max(0, maxLength - special)), ...full.slice(start + content.length)].slice(
    0,
    maxLength,
  );
}
