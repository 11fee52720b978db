import { describe, expect, it } from 'vitest';
import type { Quantization, QuantizationPoint, QuantizationTarget, QuantizationVariant } from '../src/api/types';
import { advice, head, variants } from '../src/pages/quantization';
import { bins, layers } from '../src/pages/quantization-layers';
import { small, standing, target, withEnds } from '../src/pages/quantization-target';
import { quantizationList, take } from '../src/pages/quantizations';
import { text } from './said';

const POINT: QuantizationPoint = {
  variant: 'small', role: 'SMALLER', standing: 'FRONT', bytes: 260000, samples: 200, accuracy: { value: 0.95, low: 0.92, high: 0.98 }, p: 0.25, agreement: 0.99, divergence: 1.3e-5, greatest: 0.02,
  lost: { value: 0.005, low: -0.005, high: 0.015 }, perplexity: null, cosine: null, orderLost: null, ratio: { value: 0.5, low: 0.4, high: 0.6 }, p50: 1.25, p95: null, loadMs: 120, memoryBytes: 32000000, joules: null, unmetered: 'no counter',
  placing: 'all 7 nodes there (PROVEN)', precision: 'float32', dominatedBy: [], flags: [],
};
const FLAGGED: QuantizationPoint = { ...POINT, variant: 'flagged', standing: 'FLAGGED', flags: ['it holds float32'] };
const UNTIMED: QuantizationPoint = { ...POINT, variant: 'untimed', standing: 'WORSE', dominatedBy: ['small'], ratio: null, accuracy: null, lost: null };
const CHART = { caption: 'Lost accuracy over bytes of the file', chart: { kind: 'front', x: { name: 'bytes', unit: 'bytes' }, y: { name: 'lost', unit: 'points' }, points: [{ label: 'small', x: 260000, y: 0.5, role: 'front' }] } } as const;
const ON: QuantizationTarget = {
  target: 'native/cpu', judgedBy: 'accuracy', inPoints: true, advice: { variant: 'small', keeps: true, sentences: ['Take small: 254 KiB for 977 KiB.'] }, charts: [CHART], peers: null,
  points: [{ ...POINT, variant: 'unquantised', role: 'ORIGINAL', lost: null, ratio: null }, POINT, FLAGGED, UNTIMED], failed: [{ variant: 'lost', code: 'WASM_TRAP', message: 'unreachable' }], notes: [],
};
const VARIANT: QuantizationVariant = {
  name: 'small', summary: 'weights of 8 bits', file: { sha256: 'ab'.repeat(32), bytes: 260000, deflated: 130000, recipe: 'int8 of 2f06' }, refused: null, maker: null, flags: [], notes: [],
  bars: [], histograms: [{ caption: 'w', chart: { kind: 'histogram', name: 'w', low: -1, high: 1, before: [20, 50], after: [22, 48] } }],
  layers: [{ weight: 'w', operator: 'Conv', elements: 144, bits: 8, bytesBefore: 576, bytesAfter: 180, error: null, alone: [{ bits: 4, lost: 0.02 }, { bits: 8, lost: 1e-4 }] }], layersLeftOut: 3,
};
const NONE: QuantizationVariant = { ...VARIANT, name: 'none', file: null, refused: 'no layer can lose channels', layers: [], histograms: [], layersLeftOut: 0 };
const QUANTIZATION: Quantization = {
  id: 'q1', at: '2026-11-30T01:00:00Z', product: '0.1.0', machine: 'f00d', model: { name: 'lenet', sha256: 'cd'.repeat(32) }, data: { name: 'digits', sha256: 'd1', judging: 200, calibrating: 50, chance: 0.1 }, budget: 'accuracy 1.00 points', seed: 42,
  flags: [], notes: [], interrupted: false, imported: false, targets: [ON], variants: [VARIANT, NONE],
};

describe('a quantisation', () => {
  it('calls what is flagged front nowhere', () => {
    expect(text(standing(FLAGGED))).toContain('flagged');
    expect(text(standing(FLAGGED))).not.toContain('front');
    expect(text(standing(POINT))).toContain('front');
    expect(text(standing(UNTIMED))).toContain('worse than small');
    expect(text(standing({ ...POINT, standing: 'UNKNOWN' }))).toBe(' –');
    expect(text(target(ON))).toContain('flagged: it holds float32');
  });

  it('has a dash, never 0, where nothing was measured', () => {
    const said = text(target({ ...ON, points: [UNTIMED] }));
    expect(said).not.toContain('×0');
    expect(said).not.toContain('0.00');
    expect(withEnds(null, String, String)).toBe('–');
    expect(small(null)).toBe('–');
    expect(said).toContain('Energy: no counter');
    expect(said).toContain('WASM_TRAP  unreachable');
  });

  it('tells figures with their ends, in points of a hundred where they are', () => {
    const said = text(target(ON));
    expect(said).toContain('0.50 (-0.50 to 1.50)');
    expect(said).toContain('×0.500 (0.400 to 0.600)');
    expect(said).toContain('95.0 % (92.0 to 98.0)');
    expect(said).toContain('1.3e-5');
    expect(said).not.toContain('Perplexity');
    expect(text(target({ ...ON, points: [{ ...POINT, perplexity: 885.1 }] }))).toContain('885.10');
    expect(text(target({ ...ON, inPoints: false, judgedBy: null }))).toContain('What is lost is not known there');
  });

  it('draws the charts that it was given', () => {
    const charts = (target(ON) as unknown[]).flat().filter((part) => (part as { props?: { data?: unknown } } | null)?.props?.data !== undefined) as { props: { data: unknown; caption: string } }[];
    expect(charts.map(({ props }) => props.data)).toEqual([CHART.chart]);
    expect(charts[0]?.props.caption).toBe(CHART.caption);
  });

  it('says what to take, what was made, and why not', () => {
    expect(text(advice(QUANTIZATION))).toContain('Take small');
    expect(text(advice({ ...QUANTIZATION, targets: [] }))).toContain('Nothing was measured');
    expect(text(variants(QUANTIZATION))).toContain('not made  no layer can lose channels');
    expect(text(variants(QUANTIZATION))).toContain('abababababab');
    expect(text(head(QUANTIZATION))).toContain('digits: 200 judge, 10.0 % by chance, 50 others calibrate');
    expect(text(head({ ...QUANTIZATION, imported: true }))).toContain('imported');
  });

  it('has layers with what each loses alone, and bins', () => {
    const said = text(layers(QUANTIZATION.variants));
    expect(said).toContain('small: 4 layers');
    expect(said).toContain('3 layers more: the history has all');
    expect(said).toContain('0.0200 in 4 bits, 1.0e-4 in 8 bits');
    expect(layers([NONE])).toBe(false);
    expect(bins({ kind: 'histogram', low: -1, high: 1, before: [20, 50], after: [22, 48] })).toEqual([{ from: -1, to: 0, before: 20, after: 22 }, { from: 0, to: 1, before: 50, after: 48 }]);
  });
});

describe('the list of quantisations', () => {
  it('says how to get some where there are none', () => {
    expect(text(quantizationList({ quantizations: [], page: { number: 1, size: 50, total: 0, pages: 0 } }, () => undefined))).toContain('No quantisations yet');
  });

  it('says what was imported, and of nothing else', () => {
    const heading = { id: 'q1', at: '2026-11-30T01:00:00Z', model: 'lenet', data: 'digits', made: 5, targets: [], interrupted: false, imported: false };
    const listed = (imported: boolean): string => text(quantizationList({ quantizations: [{ ...heading, imported }], page: { number: 1, size: 50, total: 1, pages: 1 } }, () => undefined));
    expect(listed(true)).toContain('q1 imported');
    expect(listed(false)).not.toContain('imported');
  });

  it('has what to take, or the nearest', () => {
    expect(take({ target: 'cpu', advised: 'small', keeps: true })).toBe('small');
    expect(take({ target: 'cpu', advised: 'small', keeps: false })).toBe('none (nearest: small)');
    expect(take({ target: 'cpu', advised: null, keeps: false })).toBe('none');
  });
});
