import { describe, expect, test } from 'vitest';
import { decodeAnswer } from '../src/answers/answer';
import type { EngineTensor } from '../src/engine/engine';

function floats(dims: number[], ...values: number[]): EngineTensor {
  return { type: 'float32', dims, data: Float32Array.from(values), dispose: () => undefined };
}

describe('classes', () => {
  const spec = { kind: 'classes', output: 'y', softmax: true, top: 2, labels: ['no', 'yes'] } as const;

  test('are the likeliest, by softmax where scores are logits, and a class without a label is its number', () => {
    const answer = decodeAnswer({ ...spec, labels: [...spec.labels] }, [{ y: floats([1, 3], 0, Math.log(2), Math.log(5)) }], {});
    expect(answer).toMatchObject({ best: [{ index: 2, label: '2' }, { index: 1, label: 'yes' }] });
    expect(answer.kind === 'classes' && answer.best[0]?.score).toBeCloseTo(5 / 8, 6);
  });

  test('of equal scores the first is first', () => {
    const answer = decodeAnswer({ ...spec, softmax: false, labels: [] }, [{ y: floats([3], 0.5, 0.5, 0) }], {});
    expect(answer).toMatchObject({ best: [{ index: 0 }, { index: 1 }] });
  });

  test('an output that is not there is told by its name', () => {
    expect(() => decodeAnswer({ ...spec, labels: [] }, [{}], {})).toThrow('y');
  });
});

describe('text by CTC', () => {
  const spec = { kind: 'ctc' as const, output: 'y', blank: 0, alphabet: ['', 'a', 'b'] };
  const steps = (...best: number[]): EngineTensor => floats([1, best.length, 3], ...best.flatMap((at) => [0, 1, 2].map((i) => (i === at ? 0.9 : 0.05))));

  test('repetitions are taken together unless a blank stands between them', () => {
    expect(decodeAnswer(spec, [{ y: steps(1, 1, 0, 1, 2, 2) }], {})).toMatchObject({ text: 'aab' });
  });

  test('blanks alone are no text, with no confidence', () => {
    expect(decodeAnswer(spec, [{ y: steps(0, 0) }], {})).toEqual({ kind: 'text', text: '', confidence: 0 });
  });

  test('an alphabet of another size is refused with both numbers', () => {
    expect(() => decodeAnswer({ ...spec, alphabet: ['a'] }, [{ y: steps(0) }], {})).toThrow('3 symbols, the alphabet 1');
  });
});

test('an embedding is the mean over the tokens that are there, of length one', () => {
  const mask: EngineTensor = { type: 'int64', dims: [1, 3], data: BigInt64Array.of(1n, 1n, 0n), dispose: () => undefined };
  const answer = decodeAnswer({ kind: 'embedding', output: 'h', mask: 'm' }, [{ h: floats([1, 3, 2], 3, 0, 0, 4, 99, 99) }], { m: mask });
  expect(answer.kind === 'vector' && answer.values.map((value) => Number(value.toFixed(6)))).toEqual([0.6, 0.8]);
});

test('activity has one score a step', () => {
  const spec = { kind: 'activity' as const, output: 'p', threshold: 0.5 };
  expect(decodeAnswer(spec, [{ p: floats([1, 1], 0.25) }, { p: floats([1, 1], 0.75) }], {})).toEqual({
    kind: 'activity',
    scores: [0.25, 0.75],
    threshold: 0.5,
  });
  expect(() => decodeAnswer(spec, [{ p: floats([2], 0, 1) }], {})).toThrow('2 values');
});
