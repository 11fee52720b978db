// Commands that made models smaller, the newest first.
import type { QuantizationAdvised, QuantizationHeading, Quantizations } from '../api/types';
import { shown, useAnswer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { fromQuery, toQuery } from '../state/filters';
import { pager } from '../widgets/pager';
import { emptyWithCommand } from '../widgets/states';
import { table, type Column } from '../widgets/table';
import { ago, dateTime } from '../words/format';

export function QuantizationsPage({ context, query }: PageProps): Markup {
  const { page, size } = fromQuery(query, []);
  const answer = useAnswer((signal) => context.api.get<Quantizations>('/quantizations', { page, size }, signal), [page, size]);
  const go = (number: number): void => context.navigation.go(hrefOf({ page: 'quantizations' }, toQuery({ ...fromQuery(query, []), page: number }, [], query)));
  return h('div', null, shown(answer, 'the quantisations', (quantizations) => quantizationList(quantizations, go)));
}

export function quantizationList({ quantizations, page }: Quantizations, go: (number: number) => void): Child {
  return page.total === 0
    ? emptyWithCommand('No quantisations yet', 'What `bascule quantize` makes and measures goes into the history while no server holds it, and stands here then.', 'bascule quantize model.onnx --backends wasm,cpu')
    : [pager(page, 'quantisation', go), table('Quantisations', COLUMNS, quantizations, { keyOf: ({ id }) => id })];
}

const COLUMNS: readonly Column<QuantizationHeading>[] = [
  { head: 'Quantisation', cell: ({ id, imported }) => [h('a', { href: hrefOf({ page: 'quantization', id }) }, h('code', { class: 'whole' }, id)), imported && h('span', { class: 'chip none below' }, 'imported')], names: true },
  { head: 'When', cell: ({ at }) => h('time', { datetime: at, title: ago(at, Date.now()) }, dateTime(at)) },
  { head: 'Model', cell: ({ model }) => model },
  { head: 'Data', cell: ({ data }) => data },
  { head: 'Variants', cell: ({ made }) => made, figure: true },
  { head: 'Take', cell: ({ targets, interrupted }) => [targets.map((target) => h('div', { key: target.target }, `${take(target)} `, h('span', { class: 'soft' }, `on ${target.target}`))), interrupted && h('span', { class: 'chip none below' }, 'stopped')] },
];

/** What is advised, as the list of the command line has it. */
export function take({ advised, keeps }: QuantizationAdvised): string {
  return advised === null ? 'none' : keeps ? advised : `none (nearest: ${advised})`;
}
