import { Tokenizer } from '@huggingface/tokenizers';
import type { Pipeline } from '../protocol/generated';
import { InputError } from './input-error';
import type { OpenPipeline, PreparedTensor } from './pipeline';

type TextPipeline = Omit<Extract<Pipeline, { kind: 'text' }>, 'kind'>;

/** PIPELINES.md, "Text": a text as the three tensors of a BERT-shaped encoder. A text needs no decoding. */
export function openText(tokenizerJson: Uint8Array, text: string, { maxLength, padding }: TextPipeline): OpenPipeline {
  if (LONE_SURROGATE.test(text)) {
    throw new InputError('BadText', 'the text is no Unicode: it has half of a surrogate pair; write the whole character');
  }
  const tokenizer = tokenizerOf(tokenizerJson);
  return {
    async run() {
      const start = performance.now();
      const tensors = tokenized(tokenizer, text, maxLength, padding !== 'none');
      return { tensors, facts: {}, decodeMs: null, featuresMs: performance.now() - start };
    },
  };
}

/** Truncated to `maxLength`, and padded to it where it is `padded`. */
function tokenized(tokenizer: Tokenizer, text: string, maxLength: number, padded: boolean): PreparedTensor[] {
  const ids = truncate(
    tokenizer.encode(text).ids,
    tokenizer.encode(text, { add_special_tokens: false }).ids,
    maxLength,
  );
  const length = padded ? maxLength : Math.min(ids.length, maxLength);
  if (length === 0) {
    throw new InputError('BadText', 'the text has no token, and nothing pads it; write one that is not empty');
  }
  const padding = tokenizer.token_to_id('[PAD]') ?? tokenizer.token_to_id('<pad>') ?? 0;
  const row = (name: string, value: (i: number) => number): PreparedTensor => ({
    name,
    dtype: 'int64',
    dims: [1, length],
    data: BigInt64Array.from({ length }, (_, i) => BigInt(value(i))),
  });
  return [
    row('input_ids', (i) => ids[i] ?? padding),
    row('attention_mask', (i) => (i < ids.length ? 1 : 0)),
    row('token_type_ids', () => 0),
  ];
}

/** With the flag `u` a whole pair is one character, so only halves are found. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

const MODELS: readonly (string | null)[] = ['BPE', 'Unigram', 'WordLevel', 'WordPiece', null];
/** What a file may leave out, and the library wants to be told. */
const ABSENT = { added_tokens: [], normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null };

function tokenizerOf(json: Uint8Array): Tokenizer {
  try {
    const settings = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)) as { model?: { type?: string; vocab?: unknown } };
    if (typeof settings.model?.vocab !== 'object') {
      throw new TypeError('it has no model with a vocabulary');
    }
    if (!MODELS.includes(settings.model.type ?? null)) {
      // The library would take it for one of those that it knows.
      throw new TypeError(`its model is of an unknown kind, ${settings.model.type}`);
    }
    return new Tokenizer({ ...ABSENT, ...settings }, {});
  } catch (error) {
    throw new InputError('BadTokenizer', `the tokenizer cannot be used: ${String(error)}; name a Hugging Face tokenizer.json`);
  }
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
