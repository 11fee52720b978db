import { expect, test } from 'vitest';
import type { MatrixCell, MatrixColumn } from '../src/api/types';
import { nearestOf } from '../src/widgets/matrix-cells';

const at = (label: string, fromExact: number | null): readonly [MatrixColumn, MatrixCell] => [{ label } as MatrixColumn, { id: label, fromExact } as MatrixCell];

test('the nearest to the exact result is the backend whose outputs are least far off', () => {
  expect(nearestOf([at('webgpu', 0.4), at('wasm', 0.2), at('cpu', 0.3)])?.id).toBe('wasm');
});

test('a chain is none of those compared, for one of its backends is', () => {
  expect(nearestOf([at('webgpu→wasm', 0.1), at('wasm', 0.2), at('cpu', 0.3)])?.id).toBe('wasm');
});

test('one alone is nearest to nothing, nor is what nothing tells of', () => {
  expect(nearestOf([at('webgpu', 0.4), at('wasm', null)])).toBeUndefined();
  expect(nearestOf([])).toBeUndefined();
});
