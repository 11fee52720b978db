// Commands that made models smaller, the newest first.
import type { QuantizationAdvised, QuantizationHeading, Quantizations } from '../api/types';
import { shown } from '../app/hooks';
import type { PageProps } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { pager } from '../widgets/pager';
import { emptyWithCommand } from '../widgets/states';
import { table, type Column } from '../widgets/table';
import { commandColumns, useList } from './kept-list';

export function QuantizationsPage(props: PageProps): Markup {
  const { answer, go } = useList<Quantizations>(props, 'quantizations');
  return h('div', null, shown(answer, 'the quantisations', (quantizations) => quantizationList(quantizations, go)));
}

export function quantizationList({ quantizations, page }: Quantizations, go: (number: number) => void): Child {
  return page.total === 0
    ? emptyWithCommand('No quantisations yet', 'What `bascule quantize` makes and measures goes into the history while no server holds it, and stands here then.', 'bascule quantize model.onnx --backends wasm,cpu')
    : [pager(page, 'quantisation', go), table('Quantisations', COLUMNS, quantizations, { keyOf: ({ id }) => id })];
}

const COLUMNS: readonly Column<QuantizationHeading>[] = [
  ...commandColumns('Quantisation', 'quantization'),
  { head: 'Model', cell: ({ model }) => model },
  { head: 'Data', cell: ({ data }) => data },
  { head: 'Variants', cell: ({ made }) => made, figure: true },
  { head: 'Take', cell: ({ targets, interrupted }) => [targets.map((target) => h('div', { key: target.target }, `${take(target)} `, h('span', { class: 'soft' }, `on ${target.target}`))), interrupted && h('span', { class: 'chip none below' }, 'stopped')] },
];

/** What is advised, as the list of the command line has it. */
export function take({ advised, keeps }: QuantizationAdvised): string {
  return advised === null ? 'none' : keeps ? advised : `none (nearest: ${advised})`;
}
