import { expect, it } from 'vitest';
import type { CellDetail } from '../src/api/types';
import type { Child } from '../src/dom/h';
import { endToEndPart } from '../src/pages/cell-end-to-end';

type Times = NonNullable<CellDetail['endToEnd']>;

const TIMES: Times = {
  stepsMs: { features: [54, 55], upload: [0, 0], inference: [2, 2.1] },
  stepMedianMs: { features: 54.5, upload: null, inference: 2.05 },
  totalMs: { median: 56.5, p90: null, p99: null, mean: 56.6, ci95: null, n: 2, reasons: { ci95: 'needs 6 samples, there are 2' } },
  inferenceShare: 0.036,
  reasons: { decode: 'there is none', upload: 'below the step' },
};

/** All that is said, one after the other. */
function text(part: unknown): string {
  if (typeof part === 'string' || typeof part === 'number') {
    return ` ${part}`;
  }
  if (Array.isArray(part)) {
    return part.map(text).join('');
  }
  return typeof part === 'object' && part !== null && 'props' in part ? text((part.props as { children?: Child }).children) : '';
}

it('shows each step, and in words where one is not told apart or not seen, never 0', () => {
  const shown = text(endToEndPart('wasm', TIMES));
  expect(shown).toContain('From file to outputs 56.5 ms');
  expect(shown).toContain('95 % interval needs 6 samples, there are 2');
  expect(shown).toContain('Features 54.5 ms');
  expect(shown).toContain('Upload below the clock’s step');
  expect(shown).toContain('Download in inference');
  expect(shown).toContain('Post-processing –');
  expect(shown).toContain('Inference’s share of all iterations 4 %');
});

it('says nothing of a cell without such times', () => {
  expect(endToEndPart('wasm', null)).toBe(false);
  expect(endToEndPart('wasm', undefined)).toBe(false);
});
