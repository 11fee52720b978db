import { describe, expect, test } from 'vitest';
import { infoFacts, isSoftware } from '../src/evidence/adapter';
import { isEvidence, OrtConsole } from '../src/evidence/ort-console';

const line = (severity: string, at: string, text: string): string => `2026-11-21 09:10:54.766680 [${severity}:onnxruntime:, ${at}] ${text}`;
const placement = line('V', 'session_state.cc:1381 VerifyEachNodeIsAssignedToAnEp', ' All nodes placed on [WebGpuExecutionProvider]. Number of nodes: 8');

describe('console lines', () => {
  test.each([
    placement,
    line('I', 'webnn_execution_provider.cc:158 GetCapability', 'number of partitions supported by WebNN: 1'),
    line('W', 'graph_transformer.cc:15 Apply', 'a warning counts wherever it comes from'),
    line('V', 'subgraph.cc:1 Run', 'a file whose name only ends like a noisy one'),
    'removing requested execution provider "webgpu"',
  ])('are kept: %s', (text) => {
    expect(isEvidence(text)).toBe(true);
  });

  test.each([
    line('V', 'graph_transformer_mgr.cc:55 ApplyTransformers', 'Applying graph transformer'),
    line('I', 'graph.cc:5586 CleanUnusedInitializersAndNodeArgs', "Removing initializer 'x'"),
    line('I', 'webgpu_context.cc:462 Run', 'Starting program "Gemm"'),
    '\u001b[m',
  ])('are dropped: %s', (text) => {
    expect(isEvidence(text)).toBe(false);
  });

  test('are taken once and unchanged; foreign ones still reach the console', () => {
    const shown: unknown[] = [];
    const methods = Object.fromEntries(['debug', 'log', 'info', 'warn', 'error'].map((name) => [name, (text: unknown) => shown.push(text)]));
    const fake = methods as unknown as Console;
    const capture = new OrtConsole();
    capture.install(fake);
    fake.error(placement);
    fake.warn('hello');
    expect(capture.take()).toEqual([placement, 'hello']);
    expect(capture.take()).toEqual([]);
    expect(shown).toEqual(['hello']);
  });
});

describe('an adapter', () => {
  test('that calls itself a fallback is software', () => {
    expect(isSoftware({ isFallbackAdapter: true })).toBe(true);
  });

  test.each(['swiftshader', 'llvmpipe (LLVM 15.0)', 'Microsoft Basic Render Driver', 'WARP'])('named %s is software, whatever it says', (name) => {
    expect(isSoftware({ architecture: name, isFallbackAdapter: false })).toBe(true);
  });

  test('that says it is no fallback is hardware', () => {
    expect(isSoftware({ vendor: 'nvidia', isFallbackAdapter: false })).toBe(false);
  });

  test('that says nothing is unknown', () => {
    expect(isSoftware({ vendor: 'nvidia' })).toBeNull();
    expect(infoFacts({})).toEqual({
      vendor: null,
      architecture: null,
      device: null,
      description: null,
      isFallbackAdapter: null,
      software: null,
    });
  });
});
