import { describe, expect, it } from 'vitest';
import { kindOf, KINDS, narrowed, offers, usual, type Known } from '../src/state/sides';

const target = (backend: string, side: string, browser: string | null, version = '1') => ({
  backend, side, machine: 'm1', browser: browser === null ? null : { name: browser, version }, engine: { name: side === 'native' ? 'onnxruntime' : 'onnxruntime-web', version: '1.29.0' },
});
const KNOWN: Known = {
  targets: [target('wasm', 'browser', 'Chromium', '153'), target('wasm', 'browser', 'Chromium', '156'), target('webgpu', 'browser', 'Firefox'), target('cpu', 'native', null), target('openvino', 'native', null)],
  machines: [{ fingerprint: 'abcdef0123', cpu: { name: 'EPYC' } }],
  runs: [{ id: '20260101-0000', suite: 'zoo', startedAt: '' }],
};

describe('the sides of a comparison', () => {
  it('begin with native and the browsers', () => {
    expect(usual('native', KNOWN)).toEqual({ baseline: 'native', candidate: 'browser' });
  });

  it('begin with two that differ, or with none where there is one only', () => {
    expect(usual('browser', KNOWN)).toEqual({ baseline: 'browser=Chromium', candidate: 'browser=Firefox' });
    expect(usual('machine', KNOWN)).toEqual({ baseline: 'machine=abcdef0123', candidate: '' });
    expect(usual('run', KNOWN)).toEqual({ baseline: 'latest~1', candidate: 'latest' });
  });

  it('are offered once each', () => {
    for (const [kind] of KINDS) {
      const values = offers(kind, KNOWN)[1].map(({ value }) => value);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it('show the lists that a link came from', () => {
    for (const [kind] of KINDS.filter(([each]) => each !== 'free' && each !== 'machine')) {
      expect(kindOf(usual(kind, KNOWN), KNOWN)).toBe(kind);
    }
    expect(kindOf({ baseline: 'suite=a', candidate: 'suite=b' }, KNOWN)).toBe('free');
  });

  it('are narrowed to a model', () => {
    expect([narrowed('native', 'mnist'), narrowed('native', '')]).toEqual(['native,model=mnist', 'native']);
  });
});
