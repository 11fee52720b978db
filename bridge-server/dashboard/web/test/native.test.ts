import { expect, it } from 'vitest';
import type { Matrix, MatrixCell } from '../src/api/types';
import { againstNative } from '../src/state/native';

const cell = (column: number, basis: string | null, ratio: number | null, ratioCi95: number[] | null): MatrixCell =>
  ({ row: 0, column, medianMs: 1, basis, ratio, ratioCi95 }) as unknown as MatrixCell;

const matrix = (machines: readonly string[], ...cells: MatrixCell[]): Matrix => ({ columns: machines.map((machine) => ({ machine })), cells }) as unknown as Matrix;

const CPU = cell(1, 'is-the-baseline', 1, null);
const NAMES = ['wasm', 'cpu'];

it('beside the native CPU of its machine a target has the ratio of the table, the same way round', () => {
  expect(againstNative(matrix(['a', 'a'], cell(0, 'interleaved', 3.71, [3.1, 4.4]), CPU), 0, NAMES)).toEqual({
    kind: 'ratios',
    base: 'cpu',
    rows: [{ label: 'wasm', ratio: 3.71, ends: [3.1, 4.4] }],
  });
});

it('without one, on another machine, or not in turn, there are medians alone', () => {
  const wasm = cell(0, 'interleaved', 3.71, [3.1, 4.4]);
  expect(againstNative(matrix(['a'], wasm), 0, NAMES)).toBeUndefined();
  expect(againstNative(matrix(['a', 'b'], wasm, CPU), 0, NAMES)).toBeUndefined();
  expect(againstNative(matrix(['a', 'a'], cell(0, 'medians-of-the-same-run', 3, null), CPU), 0, NAMES)).toBeUndefined();
});
