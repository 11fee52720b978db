// Layers of variants, the worst first: bars, figures, histograms of weights.
import type { QuantizationChart, QuantizationLayer, QuantizationVariant } from '../api/types';
import { h, type Child, type Markup } from '../dom/h';
import { drawn } from '../widgets/figure';
import { table, type Column } from '../widgets/table';
import { count, significant, whole } from '../words/format';
import { small } from './quantization-target';

export function layers(variants: readonly QuantizationVariant[]): Child {
  const layered = variants.filter(({ layers: some }) => some.length > 0);
  return layered.length > 0 && [
    h('h2', null, 'Layers'),
    h('p', { class: 'soft' }, 'The worst first: by what outputs lose when a layer alone has fewer bits, where that was measured, else by how far the weight is off.'),
    layered.map(variant),
  ];
}

function variant({ name, layers: own, layersLeftOut, bars, histograms, notes }: QuantizationVariant): Markup {
  return h(
    'details',
    { key: name },
    h('summary', null, `${name}: ${count(own.length + layersLeftOut, 'layer')}`),
    table(`Layers of ${name}`, LAYERS, own, { keyOf: ({ weight }) => weight, most: 100 }),
    layersLeftOut > 0 && h('p', { class: 'soft' }, `${count(layersLeftOut, 'layer')} more: the history has all.`),
    bars.map(drawn),
    histograms.length === 0 && h('p', { class: 'soft' }, 'Elements of its weights were not counted.'),
    histograms.map((each) => histogram(name, each)),
    notes.map((note) => h('p', { class: 'soft' }, note)),
  );
}

const LAYERS: readonly Column<QuantizationLayer>[] = [
  { head: 'Weight', cell: ({ weight }) => h('code', null, weight), names: true },
  { head: 'Operator', cell: ({ operator }) => operator },
  { head: 'Elements', cell: ({ elements }) => whole(elements), figure: true },
  { head: 'Bits', cell: ({ bits }) => bits, figure: true },
  { head: 'Bytes before', cell: ({ bytesBefore }) => whole(bytesBefore), figure: true },
  { head: 'After', cell: ({ bytesAfter }) => whole(bytesAfter), figure: true },
  { head: 'Error', cell: ({ error }) => small(error), figure: true },
  { head: 'Outputs lose, alone', cell: ({ alone }) => (alone.length === 0 ? '–' : alone.map(({ bits, lost }) => `${small(lost)} in ${bits} bits`).join(', ')) },
];

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

function histogram(of: string, { caption, chart }: QuantizationChart): Markup {
  return h(
    'details',
    { key: caption },
    h('summary', null, 'Histogram of ', h('code', null, caption), ', before and after'),
    drawn({ caption: 'How many elements lie where: wide bars before, narrow striped ones after, as products get them', chart }),
    table(`Counts of ${caption} of ${of}`, BINS, bins(chart), { keyOf: ({ from }) => String(from) }),
  );
}

export function bins(chart: QuantizationChart['chart']): readonly Bin[] {
  const { low, high, before, after } = chart as unknown as { low: number; high: number; before: number[]; after: number[] };
  const edge = (i: number): number => low + ((high - low) * i) / before.length;
  return before.map((n, i) => ({ from: edge(i), to: edge(i + 1), before: n, after: after[i] ?? 0 }));
}

const BINS: readonly Column<Bin>[] = [
  { head: 'From', cell: ({ from }) => significant(from), names: true, figure: true },
  { head: 'To', cell: ({ to }) => significant(to), figure: true },
  { head: 'Before', cell: ({ before }) => whole(before), figure: true },
  { head: 'After', cell: ({ after }) => whole(after), figure: true },
];
