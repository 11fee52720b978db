import { describe, expect, test } from 'vitest';
import { bundleFor, type EnginePackage } from '../src/engine/bundles';
import type { OpenRequest } from '../src/engine/engine';
import { sessionOptions } from '../src/engine/session-options';
import type { Settings } from '../src/protocol/generated';

const settings: Settings = { threads: 1, graphOptimization: 'all', strict: false, deviceType: null, evidence: true };

const EVERY = ['webgpu', 'webnn', 'wasm'];
const bundled: EnginePackage = {
  version: '1.29.0',
  bundles: [
    { name: 'ort.wasm', file: 'ort.wasm.min.mjs', wasm: 'ort-wasm-simd-threaded.wasm', backends: ['wasm'], needs: null },
    { name: 'ort.jspi', file: 'ort.jspi.min.mjs', wasm: 'ort-wasm-simd-threaded.jspi.wasm', backends: EVERY, needs: 'jspi' },
    { name: 'ort.webgpu', file: 'ort.webgpu.min.mjs', wasm: 'ort-wasm-simd-threaded.asyncify.wasm', backends: EVERY, needs: null },
    { name: 'ort.all', file: 'ort.all.min.mjs', wasm: 'ort-wasm-simd-threaded.jsep.wasm', backends: EVERY, needs: null },
  ],
};
/** As 1.16: scripts, with WebGPU and without WebNN. */
const old: EnginePackage = {
  version: '1.16.3',
  bundles: [
    { name: 'ort.wasm', file: 'ort.wasm.min.js', wasm: null, backends: ['wasm'], needs: null },
    { name: 'ort.webgpu', file: 'ort.webgpu.min.js', wasm: null, backends: ['webgpu', 'wasm'], needs: null },
  ],
};

describe('the build for a backend', () => {
  test.each([
    ['wasm', true, 'ort.wasm'],
    ['wasm', false, 'ort.wasm'],
    ['webgpu', true, 'ort.jspi'],
    ['webgpu', false, 'ort.webgpu'],
    ['webnn', true, 'ort.jspi'],
    ['webnn', false, 'ort.webgpu'],
  ])('%s with jspi=%s is %s', (backend, jspi, name) => {
    expect(bundleFor(bundled, backend, { jspi })?.name).toBe(name);
  });

  test.each([
    ['webgpu', 'ort.all', 'ort.all'],
    ['wasm', 'ort.all', 'ort.all'],
    ['webgpu', 'ort.webgpu', 'ort.webgpu'],
    ['webgpu', 'ort.wasm', undefined],
    ['webgpu', 'ort.none', undefined],
  ])('%s asked of %s is %s', (backend, wanted, name) => {
    expect(bundleFor(bundled, backend, { jspi: true }, wanted)?.name).toBe(name);
  });

  test.each([
    ['wasm', undefined, 'ort.wasm'],
    ['webgpu', undefined, 'ort.webgpu'],
    ['webnn', undefined, undefined],
    ['webgpu', 'ort.jspi', undefined],
  ])('of an old package, %s asked of %s is %s', (backend, wanted, name) => {
    expect(bundleFor(old, backend, { jspi: true }, wanted)?.name).toBe(name);
  });

  test('a backend of the native side has none', () => {
    expect(bundleFor(bundled, 'cuda', { jspi: true })).toBeNull();
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

  test('outputs that are left where they are made are told to the engine, and no others', () => {
    const request = { backend: 'webgpu', settings, log: 'quiet' as const };
    const left = new Map([['present', 'gpu-buffer' as const]]);
    expect(sessionOptions({ ...request, left }, {}).preferredOutputLocation).toEqual({ present: 'gpu-buffer' });
    expect(sessionOptions({ ...request, left: new Map() }, {})).not.toHaveProperty('preferredOutputLocation');
  });
});
