import { describe, expect, test } from 'vitest';
import { bundleFor } from '../src/engine/bundles';
import type { OpenRequest } from '../src/engine/engine';
import { sessionOptions } from '../src/engine/session-options';
import type { Settings } from '../src/protocol/generated';

const settings: Settings = { threads: 1, graphOptimization: 'all', strict: false, deviceType: null, evidence: true };

describe('the build for a backend', () => {
  test.each([
    ['wasm', true, 'ort.wasm'],
    ['wasm', false, 'ort.wasm'],
    ['webgpu', true, 'ort.jspi'],
    ['webgpu', false, 'ort.webgpu'],
    ['webnn', true, 'ort.jspi'],
    ['webnn', false, 'ort.webgpu'],
  ])('%s with jspi=%s is %s', (backend, jspi, name) => {
    expect(bundleFor(backend, { jspi })?.name).toBe(name);
  });

  test.each([
    ['webgpu', 'ort.all', 'ort.all'],
    ['wasm', 'ort.all', 'ort.all'],
    ['webgpu', 'ort.webgpu', 'ort.webgpu'],
    ['webgpu', 'ort.wasm', undefined],
    ['webgpu', 'ort.none', undefined],
  ])('%s asked of %s is %s', (backend, wanted, name) => {
    expect(bundleFor(backend, { jspi: true }, wanted)?.name).toBe(name);
  });

  test('a backend of the native side has none', () => {
    expect(bundleFor('cuda', { jspi: true })).toBeNull();
  });
});

describe('session options', () => {
  const options = (backend: string, changes: Partial<Settings> = {}, log: OpenRequest['log'] = 'quiet') =>
    sessionOptions({ backend, settings: { ...settings, ...changes }, log }, {});

  test('the defaults', () => {
    expect(options('wasm')).toEqual({ executionProviders: ['wasm'], graphOptimizationLevel: 'all', logSeverityLevel: 2 });
  });

  test('a session that explains itself differs in its log alone', () => {
    expect(options('webgpu', {}, 'verbose')).toEqual({ ...options('webgpu'), logSeverityLevel: 0 });
  });

  test('the device type goes to WebNN only', () => {
    expect(options('webnn', { deviceType: 'npu' }).executionProviders).toEqual([{ name: 'webnn', deviceType: 'npu' }]);
    expect(options('webgpu', { deviceType: 'npu' }).executionProviders).toEqual(['webgpu']);
  });

  test('free dimensions are fixed where their sizes are known', () => {
    const request = { backend: 'webnn', settings, log: 'quiet' as const };
    expect(sessionOptions(request, { batch: 2 }).freeDimensionOverrides).toEqual({ batch: 2 });
  });

  test('strict forbids the CPU to help out', () => {
    expect(options('webnn', { strict: true }).extra).toEqual({ session: { disable_cpu_ep_fallback: '1' } });
  });
});
