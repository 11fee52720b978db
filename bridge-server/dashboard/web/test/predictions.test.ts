import { describe, expect, it } from 'vitest';
import type { MatrixColumn, MatrixRow, PredictedGap, PredictedTime, PredictionFacts } from '../src/api/types';
import { expectationOf, settledFor } from '../src/pages/expectation';
import { predicted } from '../src/pages/gap';
import { predictionFacts } from '../src/pages/predictions';
import { fromQuery, toQuery } from '../src/state/filters';
import { expectedOf, gapsOf, placeOf, predictionsWanted, withPredictions } from '../src/state/predictions';
import { gap, type Links } from '../src/widgets/matrix-cells';
import { text } from './said';

const TIME: PredictedTime = {
  target: 'chromium-156/onnxruntime-web-1.29.0/wasm-cpu',
  threads: 2,
  ms: 12.34,
  interval: { lowMs: 8, highMs: 20, level: 0.9 },
  noInterval: null,
  level: 'L1',
  restsOn: 'the graph, and native CPU measured here',
  regime: 'new architecture',
  method: 'class-blend',
  models: 30,
  architectures: 20,
  usualError: 0.139,
  doubt: null,
};
const GAP: PredictedGap = { row: 'r', column: 'c', model: 'bert', sha256: 'aa', machine: 'm', predicted: TIME, reason: null };

interface Drawn {
  readonly caption: string;
  readonly keyOf: (row: unknown) => string;
}

function tables(part: unknown): Drawn[] {
  if (Array.isArray(part)) {
    return part.flatMap(tables);
  }
  if (typeof part !== 'object' || part === null || !('props' in part)) {
    return [];
  }
  const props = part.props as { children?: unknown; keyOf?: unknown };
  return [...(props.keyOf === undefined ? [] : [props as unknown as Drawn]), ...tables(props.children)];
}

describe('predictions in the matrix', () => {
  it('are off unless the address says otherwise, and its filters leave that alone', () => {
    expect([predictionsWanted(new URLSearchParams('')), predictionsWanted(new URLSearchParams('predictions=1'))]).toEqual([false, false]);
    const on = withPredictions(new URLSearchParams('q=bert'), true);
    expect(predictionsWanted(on)).toBe(true);
    expect(toQuery(fromQuery(on, ['family']), ['family'], on).toString()).toBe('predictions=on&q=bert');
    expect(withPredictions(on, false).toString()).toBe('q=bert');
  });

  const row = { key: 'r', label: 'bert', model: 'bert' } as MatrixRow;
  const column = { id: 'c', label: 'wasm', group: 'Chromium 156', engine: 'onnxruntime-web', software: null } as MatrixColumn;
  const cell = (said: readonly PredictedGap[]): { class: string; words: string; title: unknown } => {
    const links: Links = { cell: () => '', gap: () => '/gap', gaps: gapsOf({ predictions: [...said], pending: false, page: { number: 1, size: 50, total: 1, pages: 1 } }) };
    const drawn = gap(row, column, links, { column: 2, tabindex: 0 });
    const link = (drawn.props as { children: { props: { title?: unknown } } }).children;
    return { class: (drawn.props as { class: string }).class, words: text(drawn), title: link.props.title };
  };

  it('stand in blanks, hatched, with ≈ and their interval, and say that nobody measured them', () => {
    const drawn = cell([GAP]);
    expect(drawn.class).toBe('gap predicted');
    expect(drawn.words).toContain('≈ 12.3 ms');
    expect(drawn.words).toContain('8.00 ms – 20.0 ms');
    expect(drawn.words).toContain('predicted, not measured');
  });

  it('say where it is doubtful whether the model runs there', () => {
    expect(cell([{ ...GAP, predicted: { ...TIME, doubt: 'never seen there: Loop' } }]).title).toContain('doubtful whether it runs there: never seen there: Loop');
    expect(cell([GAP]).title).not.toContain('doubtful');
    expect(text(predicted({ ...TIME, doubt: 'never seen there: Loop' }))).toContain('Doubtful whether it runs there: never seen there: Loop.');
  });

  it('without an interval say so', () => {
    const drawn = cell([{ ...GAP, predicted: { ...TIME, interval: null, noInterval: 'it takes 9 architectures, and there are 3' } }]);
    expect(drawn.words).toContain('no interval');
    expect(drawn.words).toContain('it takes 9 architectures');
  });

  it('that cannot be made leave the blank as it is, with the reason', () => {
    const drawn = cell([{ ...GAP, predicted: null, reason: 'no model was timed there' }]);
    expect(drawn.class).toBe('gap');
    expect(drawn.words.trim()).toBe('·');
    expect(drawn.title).toBe('no model was timed there');
  });

  it('of another place say nothing of this one', () => {
    expect(cell([{ ...GAP, column: 'other' }]).class).toBe('gap');
    expect(placeOf('r', 'c')).not.toBe(placeOf('r', 'other'));
  });

  it('tell in detail what they rest on', () => {
    const shown = text(predicted(TIME));
    expect(shown).toContain('predicted, not measured');
    expect(shown).toContain('8.00 ms – 20.0 ms, which holds the true time in 90 % of such cases at least');
    expect(shown).toContain('native CPU measured here (L1)');
    expect(shown).toContain('13.9 %, the median on architectures that the fit never saw');
    expect(text(predicted({ ...TIME, usualError: null }))).toContain('unknown: too few models');
  });
});

describe('above the matrix', () => {
  const said = (gaps: readonly PredictedGap[], pending = false): string => text(expectationOf(expectedOf({ predictions: [...gaps], pending, page: { number: 1, size: 50, total: 1, pages: 1 } })));
  const none = (column: string, reason: string): PredictedGap => ({ ...GAP, column, predicted: null, reason });

  it('stands that predictions are being worked out, until they are there', () => {
    expect(text(expectationOf(undefined))).toContain('Working out predictions…');
    expect(said([GAP])).not.toContain('Working out');
  });

  it('stands nothing of the rows before, nor of what is asked again', () => {
    const settled = expectedOf({ predictions: [GAP], pending: false, page: { number: 1, size: 50, total: 1, pages: 1 } });
    const told = { asked: 'q=bert', expected: settled };
    expect(settledFor('q=bert', told, false)).toBe(settled);
    expect(settledFor('q=bert&page=2', told, false)).toBeUndefined();
    expect(settledFor('q=bert', told, true)).toBeUndefined();
    expect(settledFor('q=bert', undefined, true)).toBeUndefined();
    const pending = { asked: 'q=bert', expected: { ...settled, pending: true } };
    expect(settledFor('q=bert', pending, true)).toBe(pending.expected);
    expect(settledFor('q=resnet', pending, true)).toBeUndefined();
  });

  it('stands how many blanks are predicted, and why others are not', () => {
    expect(said([GAP]).trim()).toBe('1 of 1 blank predicted.');
    const shown = said([GAP, none('d', 'no model was timed there'), none('e', 'its kernels are not known'), none('f', 'its kernels are not known')]);
    expect(shown.trim()).toBe('1 of 4 blanks predicted. 2 have none: its kernels are not known. 1 has none: no model was timed there.');
    expect(said(['a', 'b', 'c', 'd'].map((reason) => none(reason, reason)))).toContain('1 more reason in the blanks');
    expect(said([none('d', 'the data have its time there: 350 µs'), none('e', 'the data have its time there: 1 300 ms')])).toContain('2 have none: the data have its time there.');
    expect(said([])).toContain('Nothing to predict');
  });

  it('stands that it is asked again where something is being measured', () => {
    const waiting = none('d', 'not worked out yet: something is being measured');
    expect(said([waiting], true)).toContain('Asked again');
    expect(said([waiting])).not.toContain('Asked again');
  });
});

describe('the page of predictions', () => {
  const data = { models: 48, architectures: 27, targets: 7, sessions: 4, observations: 352, from: '2026-11-27T10:00:00Z', to: '2026-11-28T10:00:00Z' };
  const result = { leftOut: 'one model left out', method: 'class-blend', level: 'L1', baseline: false, answers: true, times: 201, architectures: 20, median: 0.118, mean: 0.194, coverage: { level: 0.9, share: 0.94, ci95: [0.9, 0.97], medianHalfWidth: 1.14, alarm: false } };
  const facts = (...results: PredictionFacts['stored']['results']): PredictionFacts => ({
    data,
    targets: [{ machine: 'a1a3c60d8f', words: null, target: 'native/onnxruntime-1.29.0/cpu-cpu', label: 'native cpu', threads: 1, models: 48, sessions: 4, noise: null, standing: 'KNOWN' }],
    layers: [],
    later: null,
    held: { made: 0, measured: 0, failed: 0, replaced: 0, open: 0, alarm: false, rows: [], newest: [] },
    stored: { createdAt: '2026-11-28T12:00:00Z', tool: '0.1.0', machines: ['a CPU'], data, results },
  });

  it('has data, noise, and errors beside the baselines', () => {
    const shown = text(predictionFacts(facts(result as never, { ...result, method: 'flops', baseline: true, answers: false } as never)));
    expect(shown).toContain('48 models of 27 architectures');
    expect(shown).toContain('no model twice');
    expect(shown).toContain('One model left out');
    expect(shown).toContain('class-blend');
    expect(shown).toContain('11.8 %');
    expect(shown).toContain('94.0 % (90.0 % to 97.0 %)');
    expect(shown).toContain('flops');
    expect(shown).toContain('baseline');
    expect(shown).toContain('No alarm');
  });

  it('tells which layers answer, and which were left out and why', () => {
    const layer = { machine: 'a1a3c60d8f', figure: 'minimum', layer: 'the minimum as a figure', level: 'L1', method: 'class-blend', used: false, why: 'left out: minima are missed by 57.0 % on new architectures, and medians by 34.0 %' } as const;
    const told = (used: boolean) => text(predictionFacts({ ...facts(result as never), layers: [{ ...layer, used }] })).split('Do they still hold?')[0];
    expect(told(false)).toContain('left out');
    expect(told(true)).not.toContain('left out');
    expect(told(false)).toContain('Minima are missed by 57.0 %');
    expect(text(predictionFacts(facts(result as never)))).toContain('too few architectures were measured');
  });

  it('rings where intervals hold too seldom, and says where nobody can tell', () => {
    const ringing = text(predictionFacts(facts({ ...result, coverage: { ...result.coverage, share: 0.7, ci95: [0.63, 0.76], alarm: true } } as never)));
    expect(ringing).toContain('Alarm:');
    expect(ringing.match(/No alarm/g)).toBeNull();
    expect(text(predictionFacts(facts({ ...result, coverage: { ...result.coverage, ci95: null, alarm: null } } as never)))).toContain('the file does not tell of how many');
  });

  it('tells how earlier predictions came true, and rings where they did not', () => {
    const kept = (alarm: boolean) => text(predictionFacts({ ...facts(result as never), held: { made: 14, measured: 9, failed: 1, replaced: 1, open: 3, alarm, rows: [{ group: 'all', name: 'all', times: 9, median: 0.412, coverage: [{ level: 0.9, share: alarm ? 0.33 : 0.89, ci95: alarm ? [0.07, 0.7] : [0.52, 1], medianHalfWidth: null, alarm }] }], newest: [] } }));
    expect(kept(false)).toContain('14 predictions: 9 measured since, 1 ended badly instead, 1 replaced before that, 3 open');
    expect(kept(false)).toContain('41.2 %');
    expect(kept(false)).not.toContain('Alarm:');
    expect(kept(true)).toContain('90 %: 33.0 % (7.0 % to 70.0 %) ⚠ too few');
    expect(kept(true)).toContain('Alarm:');
    expect(text(predictionFacts(facts(result as never)))).toContain('No prediction is in this history yet');
  });

  it('lays each prediction beside the truth, and says where its interval did not hold', () => {
    const one = { at: '2026-11-28T12:00:00Z', maker: 'serve', model: 'bert', machine: 'a1', target: 'chromium-156/onnxruntime-web-1.29.0/wasm-cpu', threads: 1, figure: 'median', level: 'L1', ms: 12.34, interval: { lowMs: 8, highMs: 20, level: 0.9 }, measuredMs: 15.1, within: true } as const;
    const beside = (...newest: PredictionFacts['held']['newest']) => text(predictionFacts({ ...facts(result as never), held: { made: 2, measured: 2, failed: 0, replaced: 0, open: 0, alarm: false, rows: [], newest } })).split('Beside the truth')[1] ?? '';
    expect(beside({ ...one })).toMatch(/≈ 12\.3 ms.*8\.00 ms – 20\.0 ms, 90 %.*15\.1 ms.*yes/s);
    expect(beside({ ...one })).toContain('The newest 1 of 2');
    expect(beside({ ...one, measuredMs: 31, within: false })).toMatch(/31\.0 ms.*no/s);
    expect(beside({ ...one, measuredMs: 31, within: false })).not.toContain('yes');
    expect(beside({ ...one, interval: null, within: null })).toContain('no interval');
    expect(beside()).toBe('');
  });

  it('keeps apart what was predicted of several machines and numbers of threads', () => {
    const one = { at: '2026-11-28T12:00:00Z', maker: 'serve', model: 'bert', machine: 'a1', target: 'native/onnxruntime-1.29.0/cpu-cpu', threads: 1, figure: 'median', level: 'L1', ms: 12.34, interval: null, measuredMs: 15.1, within: null } as const;
    const newest = [one, { ...one, machine: 'b2' }, { ...one, threads: 4 }];
    const shown = predictionFacts({ ...facts(result as never), held: { made: 3, measured: 3, failed: 0, replaced: 0, open: 0, alarm: false, rows: [], newest } });
    const beside = tables(shown).find(({ caption }) => caption === 'Predictions beside what was measured after them');
    expect(new Set(newest.map((row) => beside?.keyOf(row))).size).toBe(3);
    expect(beside?.keyOf(one)).toBe(beside?.keyOf({ ...one }));
  });

  it('tells whether earlier sessions foretold later ones, and rings where they did not', () => {
    const foretold = (alarm: boolean) => text(predictionFacts({ ...facts(result as never), later: { from: '2026-11-28T11:00:00Z', methods: [{ method: 'class-work', level: 'L0', times: 51, median: 0.163, mean: 0.2, coverage: { level: 0.9, share: alarm ? 0.5 : 0.86, ci95: alarm ? [0.36, 0.64] : [0.74, 0.94], medianHalfWidth: 0.53, alarm } }] } }));
    expect(foretold(false)).toContain('86.0 % (74.0 % to 94.0 %)');
    expect(foretold(false)).not.toContain('Alarm:');
    expect(foretold(true)).toContain('the machine is not what it was');
    expect(text(predictionFacts(facts(result as never)))).toContain('it takes two sessions');
  });
});
