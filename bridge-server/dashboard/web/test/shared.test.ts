import { describe, expect, it } from 'vitest';
import type { Attempt } from '../src/api/types';
import { measuredIn } from '../src/words/shared';

const attempt = (outcome: string, shown?: string[]): Attempt => ({ outcome, retry: 0, ...(shown === undefined ? {} : { measuredIn: shown }) }) as unknown as Attempt;

describe('what another cell measured', () => {
  it('is said of the attempt that the figures are of', () => {
    expect(measuredIn({ attempts: [attempt('DEVICE_LOST', ['webgpu']), attempt('SUCCEEDED', ['wasm'])] })).toBe("= wasm: the attempt of that backend's own cell in this run, not measured a second time");
    expect(measuredIn({ attempts: [attempt('SUCCEEDED', ['webgpu', 'wasm'])] })).toContain("that chain's cell");
  });

  it('is not said of what the cell measured itself', () => {
    expect(measuredIn({ attempts: [attempt('DEVICE_LOST', ['webgpu']), attempt('SUCCEEDED')] })).toBeNull();
  });
});
