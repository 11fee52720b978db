import { describe, expect, test } from 'vitest';
import { decodeAnswer } from '../src/answers/answer';
import type { EngineTensor } from '../src/engine/engine';
import type { Answer } from '../src/protocol/generated';

type Found = Extract<Answer, { kind: 'boxes' }>['found'];

function floats(dims: number[], values: ArrayLike<number>): EngineTensor {
  return { type: 'float32', dims, data: Float32Array.from(values), dispose: () => undefined };
}

/** 0.9 in each rectangle, 0.1 elsewhere. */
function map(width: number, height: number, ...rectangles: [number, number, number, number][]): EngineTensor {
  const values = new Float32Array(width * height).fill(0.1);
  for (const [left, top, right, bottom] of rectangles) {
    for (let y = top; y < bottom; y++) {
      values.fill(0.9, y * width + left, y * width + right);
    }
  }
  return floats([1, 1, height, width], values);
}

function corners(found: Found): number[][] {
  return found.map(({ left, top, right, bottom }) => [left, top, right, bottom].map((value) => Number(value.toFixed(4))));
}

// The host's decoder has the same cases in BoxAnswersTest.
describe('boxes of text', () => {
  const spec = { kind: 'text-boxes' as const, output: 'y', threshold: 0.3, boxThreshold: 0.6, unclip: 1.5, most: 10 };
  const found = (y: EngineTensor, most = 10): Found => {
    const answer = decodeAnswer({ ...spec, most }, [{ y }], {});
    return answer.kind === 'boxes' ? answer.found : [];
  };

  test('are where likely pixels hang together, grown by area over perimeter', () => {
    const boxes = found(map(20, 20, [6, 5, 14, 9]));
    expect(corners(boxes)).toEqual([[4, 3, 16, 11]]);
    expect(boxes[0]?.score).toBeCloseTo(0.9, 6);
  });

  test('what touches by a corner is one, and boxes come in the order of their first pixels', () => {
    expect(corners(found(map(30, 20, [20, 2, 26, 8], [2, 4, 6, 8], [6, 8, 10, 12])))).toEqual([[17.75, 0, 28.25, 10.25]]);
  });

  test('a box stays within the picture, and a speck is none', () => {
    expect(found(map(12, 12, [0, 0, 8, 6], [9, 9, 11, 11]))).toMatchObject([{ left: 0, top: 0 }]);
  });

  test('so many and no more', () => {
    expect(found(map(40, 8, [1, 1, 7, 7], [12, 1, 18, 7], [24, 1, 30, 7]), 2)).toHaveLength(2);
  });

  test('a map of nothing is no box, and one of two pictures is refused', () => {
    expect(found(floats([1, 1, 8, 8], new Float32Array(64)))).toEqual([]);
    expect(() => found(floats([2, 1, 4, 8], new Float32Array(64)))).toThrow('no map of one picture');
  });
});

describe('boxes with scores', () => {
  const spec = { kind: 'boxes' as const, output: 'scores', boxes: 'boxes', width: 100, height: 50, threshold: 0.7, overlap: 0.5, most: 200, labels: ['', 'face'] };
  const found = (scores: number[], at: number[]): Found => {
    const answer = decodeAnswer(spec, [{ scores: floats([scores.length], scores), boxes: floats([at.length], at) }], {});
    return answer.kind === 'boxes' ? answer.found : [];
  };

  test('of those that overlap the likeliest stays, and of equal ones the first', () => {
    const boxes = found(
      [0.1, 0.9, 0.1, 0.95, 0.1, 0.8, 0.5, 0.5, 0.2, 0.8],
      [0.1, 0.1, 0.3, 0.5, 0.1, 0.1, 0.32, 0.5, 0.6, 0.2, 0.9, 0.8, 0, 0, 1, 1, 0.62, 0.2, 0.9, 0.8],
    );
    expect(corners(boxes)).toEqual([
      [10, 5, 32, 25],
      [60, 10, 90, 40],
    ]);
    expect(boxes).toMatchObject([{ label: 'face' }, { label: 'face' }]);
  });

  test('corners are kept within the picture, and those that are no numbers or too few are refused', () => {
    expect(corners(found([0, 1], [-1, 0, 2, 1]))).toEqual([[0, 0, 100, 50]]);
    expect(() => found([0, 1], [0, 0, Number.NaN, 1])).toThrow('no number');
    expect(() => found([0, 1, 0], [0, 0, 1, 1, 0, 0, 1, 1])).toThrow('3 scores');
    expect(() => decodeAnswer(spec, [{ scores: floats([1, 1, 2], [0, 1]) }], {})).toThrow('no tensor boxes');
  });
});
