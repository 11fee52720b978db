// What variants are worth on one target: charts, figures, where each ran.
import type { QuantizationPoint, QuantizationTarget } from '../api/types';
import { h, type Child } from '../dom/h';
import { drawn } from '../widgets/figure';
import { table, type Column } from '../widgets/table';
import { bytes, millis, percent, significant, times, whole } from '../words/format';

type Figure = QuantizationPoint['lost'];

export function target(on: QuantizationTarget): Child {
  const { points, failed } = on;
  const unmetered = [...new Set(points.flatMap(({ unmetered: why }) => (why === null ? [] : [why])))];
  return [
    h('h2', null, on.target),
    h('p', { class: 'soft' }, on.judgedBy === null ? 'What is lost is not known there, so that no front is drawn by it.' : `Judged by ${on.judgedBy}.`),
    on.charts.map(drawn),
    on.peers !== null && h('p', { class: 'soft' }, `${on.peers}.`),
    table(`Figures of ${on.target}`, columns(on), points, { keyOf: ({ variant }) => variant }),
    h('p', { class: 'soft' }, `Off: the greatest difference of any output. Lost: beside the unquantised model on the same samples${on.inPoints ? ', in points of a hundred' : ''}. Time: to the unquantised model’s, in turn. – was not measured, or is not known.`),
    failed.length > 0 && h('ul', null, failed.map(({ variant, code, message }) => h('li', { key: variant }, `${variant}: `, h('span', { class: 'chip bad' }, code), ` ${message}`))),
    points.flatMap(({ variant, flags }) => flags.map((flag) => h('p', null, h('span', { class: 'chip bad' }, 'flagged'), ` ${variant}: ${flag}`))),
    h('details', null, h('summary', null, 'Where each ran, and in what precision'), h('ul', null, points.map(({ variant, placing, precision }) => h('li', { key: variant }, h('b', null, variant), `: ${placing}; ${precision}`)))),
    unmetered.map((why) => h('p', { class: 'soft' }, `Energy: ${why}`)),
    on.notes.map((note) => h('p', { class: 'soft' }, note)),
  ];
}

/** What a mark is, in words: flagged is never front. */
export function standing({ standing: is, dominatedBy }: QuantizationPoint): Child {
  switch (is) {
    case 'FLAGGED':
      return h('span', { class: 'chip bad' }, 'flagged');
    case 'FRONT':
      return h('span', { class: 'chip good' }, 'front');
    case 'WORSE':
      return h('span', { class: 'soft' }, `worse than ${dominatedBy.join(', ')}`);
    case 'AGAIN':
    case 'UNKNOWN':
      return '–';
  }
}

/** Columns of texts and vectors only where one has such a figure. */
function columns({ points, inPoints }: QuantizationTarget): readonly Column<QuantizationPoint>[] {
  const further = FURTHER.filter(({ known }) => points.some(known)).map(({ column }) => column);
  return [
    { head: 'Variant', cell: ({ variant }) => variant, names: true },
    { head: 'Front', cell: standing },
    { head: 'Bytes', cell: ({ bytes: size }) => whole(size), figure: true },
    { head: 'Accuracy (95 %)', cell: ({ accuracy }) => withEnds(accuracy, percent, (share) => (100 * share).toFixed(1)), figure: true },
    { head: 'p', cell: ({ p }) => small(p), figure: true },
    { head: 'Agrees', cell: ({ agreement }) => (agreement === null ? '–' : percent(agreement)), figure: true },
    { head: 'KL', cell: ({ divergence }) => small(divergence), figure: true },
    { head: 'Off', cell: ({ greatest }) => small(greatest), figure: true },
    ...further,
    { head: 'Lost (95 %)', cell: ({ lost }) => withEnds(lost, inPoints ? hundredths : small, inPoints ? hundredths : small), figure: true },
    { head: 'Time (95 %)', cell: ({ role, ratio }) => (role === 'ORIGINAL' ? times(1) : withEnds(ratio, times, significant)), figure: true },
    { head: 'p50', cell: ({ p50 }) => millis(p50), figure: true },
    { head: 'p95', cell: ({ p95 }) => (p95 === null ? '–' : millis(p95)), figure: true },
    { head: 'Load', cell: ({ loadMs }) => (loadMs === null ? '–' : millis(loadMs)), figure: true },
    { head: 'Memory', cell: ({ memoryBytes }) => (memoryBytes === null ? '–' : bytes(memoryBytes)), figure: true },
    { head: 'Energy', cell: ({ joules }) => (joules === null ? '–' : `${significant(joules)} J`), figure: true },
  ];
}

const FURTHER: readonly { known: (point: QuantizationPoint) => boolean; column: Column<QuantizationPoint> }[] = [
  { known: ({ perplexity }) => perplexity !== null, column: { head: 'Perplexity', cell: ({ perplexity }) => (perplexity === null ? '–' : perplexity.toFixed(2)), figure: true } },
  { known: ({ cosine }) => cosine !== null, column: { head: 'Cosine', cell: ({ cosine }) => (cosine === null ? '–' : cosine.toFixed(5)), figure: true } },
  { known: ({ orderLost }) => orderLost !== null, column: { head: 'Order lost (95 %)', cell: ({ orderLost }) => withEnds(orderLost, (lost) => lost.toFixed(4), (lost) => lost.toFixed(4)), figure: true } },
];

const hundredths = (share: number): string => (100 * share).toFixed(2);

export function withEnds(figure: Figure, said: (value: number) => string, end: (value: number) => string): string {
  return figure === null ? '–' : `${said(figure.value)}${figure.low === null || figure.high === null ? '' : ` (${end(figure.low)} to ${end(figure.high)})`}`;
}

/** A figure that may be very small. */
export function small(value: number | null): string {
  return value === null ? '–' : value === 0 ? '0' : Math.abs(value) < 0.001 ? value.toExponential(1) : significant(value);
}
