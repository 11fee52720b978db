import type { CellAnswer, Timing } from '../api/types';
import { bytes, millis, range } from '../words/format';
import { h, type Child } from '../dom/h';
import { figure } from '../widgets/figure';
import { facts } from '../widgets/table';
import { endToEndPart } from './cell-end-to-end';

/** Counters by the names that the launchers give them; processes that are not here have names of their own. */
const PARTS: Readonly<Record<string, string>> = {
  'resident-before': 'Before the attempt, all processes',
  'js-heap': 'JavaScript heap',
  'js-heap-after': 'JavaScript heap after release',
  wasm: 'WebAssembly memory',
  browser: 'Browser process',
  renderer: 'Renderer process',
  'gpu-process': 'GPU process',
  zygote: 'Zygote process',
};

const FLAGS: Readonly<Record<string, string>> = {
  FIRST_SAMPLE_OUTLIER: 'the first sample lies far outside the rest',
  DRIFT: 'the last third differs from the first',
  NOISY: 'the samples scatter widely',
};

/** Samples, their distribution, phases, the user's clock and memory; words where nothing was measured. */
export function timingPart({ cell }: CellAnswer): Child[] {
  const { timing, memory } = cell;
  return [
    h('h3', null, 'Warm inferences'),
    timing === null || timing.median === null
      ? h('p', { class: 'soft' }, cell.reasons['timing'] ?? timing?.reasons['median'] ?? 'No warm inference was timed.')
      : samples(cell.model.name, timing),
    timing !== null && phases(cell.chain.join(' → '), timing),
    endToEndPart(cell.chain.join(' → '), cell.endToEnd),
    h('h3', null, 'Memory'),
    memory === null
      ? h('p', { class: 'soft' }, cell.reasons['memory'] ?? 'Nobody read it.')
      : [
          facts([
            ['Peak', bytes(memory.peakBytes)],
            ['After release', memory.afterBytes == null ? null : bytes(memory.afterBytes)],
            ...Object.entries(memory.parts ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[PARTS[name] ?? name, bytes(value)] as const])),
          ]),
          h('p', { class: 'soft hint' }, `Read from: ${memory.source}. The other counters need not add up to the peak.`),
        ],
  ];
}

function samples(label: string, timing: Timing): Child[] {
  const { median } = timing;
  const ends = timing.ci95 === null ? {} : { ends: [timing.ci95[0] as number, timing.ci95[1] as number] as const };
  if (median === null || timing.warmMs.length === 0) {
    return [];
  }
  return [
    figure('Every warm inference, in the order measured', { kind: 'samples', warmUp: timing.warmUpMs, measured: timing.warmMs, median, ...ends }),
    figure('Distribution', { kind: 'distribution', rows: [{ label, samples: timing.warmMs, median, ...ends }] }),
    facts([
      ['Mean', timing.mean === null ? timing.reasons['mean'] : millis(timing.mean)],
      ['p90', timing.p90 === null ? timing.reasons['p90'] : millis(timing.p90)],
      ['p99', timing.p99 === null ? timing.reasons['p99'] : millis(timing.p99)],
      ['95 % interval', timing.ci95 === null ? timing.reasons['ci95'] : range(timing.ci95, millis)],
      ['Machine', timing.noise],
      ['Notes', timing.flags.map((flag) => FLAGS[flag] ?? flag).join('; ')],
    ]),
    h('details', { class: 'raw' }, h('summary', null, timing.warmMs.length === 1 ? 'The sample in ms' : `All ${timing.warmMs.length} samples in ms`), h('p', { class: 'numbers' }, timing.warmMs.map((value) => value.toPrecision(5)).join('  '))),
  ];
}

function phases(label: string, timing: Timing): Child {
  const known: { fetch?: number; create?: number; first?: number; warm?: number; dispose?: number } = {
    ...(timing.fetchMs === null ? {} : { fetch: timing.fetchMs }),
    ...(timing.createMs === null ? {} : { create: timing.createMs }),
    ...(timing.firstMs === null ? {} : { first: timing.firstMs }),
    ...(timing.median === null ? {} : { warm: timing.median }),
    ...(timing.disposeMs === null ? {} : { dispose: timing.disposeMs }),
  };
  return (
    Object.keys(known).length > 0 && [
      h('h3', null, 'Where the time goes'),
      figure('One visit’s phases, one after the other; of the warm inferences one, their median', { kind: 'phases', rows: [{ label, ...known }] }),
      facts([
        ['Fetch the model', known.fetch === undefined ? null : millis(known.fetch)],
        ['Create the session', known.create === undefined ? null : millis(known.create)],
        ['First inference', known.first === undefined ? null : millis(known.first)],
        ['Warm inference, median', known.warm === undefined ? null : millis(known.warm)],
        ['Release the session', known.dispose === undefined ? null : millis(known.dispose)],
      ]),
    ]
  );
}
