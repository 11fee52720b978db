import { describe, expect, test } from 'vitest';
import { openText, truncate } from '../src/pipelines/text';

const special = (content: string, id: number) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});
const tokenizer = new TextEncoder().encode(
  JSON.stringify({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [special('[PAD]', 0), special('[UNK]', 1), special('[CLS]', 2), special('[SEP]', 3)],
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ SpecialToken: { id: '[CLS]', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: '[SEP]', type_id: 0 } }],
      pair: [],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
      },
    },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: { '[PAD]': 0, '[UNK]': 1, '[CLS]': 2, '[SEP]': 3, the: 4, fox: 5, jump: 6, '##s': 7 },
    },
  }),
);

const ids = async (text: string, maxLength: number): Promise<number[][]> => {
  const { tensors } = await openText(tokenizer, text, { maxLength }).run();
  return tensors.map(({ data }) => Array.from(data as BigInt64Array, Number));
};

describe('text', () => {
  test('is padded to the length, with a mask over the real tokens', async () => {
    expect(await ids('The fox jumps', 8)).toEqual([
      [2, 4, 5, 6, 7, 3, 0, 0],
      [1, 1, 1, 1, 1, 1, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });

  test('is truncated in its content, so that the special tokens stay', async () => {
    expect((await ids('The fox jumps', 4))[0]).toEqual([2, 4, 5, 3]);
  });

  test('an unknown word is the unknown token', async () => {
    expect((await ids('zebra', 3))[0]).toEqual([2, 1, 3]);
  });
});

describe('truncation', () => {
  test('without special tokens is a plain cut', () => {
    expect(truncate([1, 2, 3], [1, 2, 3], 2)).toEqual([1, 2]);
  });

  test('keeps two tokens at the end', () => {
    expect(truncate([5, 6, 7, 8, 9], [5, 6, 7], 4)).toEqual([5, 6, 8, 9]);
  });
});
