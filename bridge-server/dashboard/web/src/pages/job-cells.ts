import type { CellProgress, JobDetail } from '../api/types';
import { hrefOf } from '../app/router';
import { h, fill, type Child } from '../dom/h';
import { isOver } from '../live/jobs';
import { verdictChip } from '../widgets/verdict';
import { millis } from '../words/format';

/** The cells of a job in the order in which they began; a row is made anew only when its cell changed. */
export function jobCells(): { readonly element: HTMLElement; readonly show: (detail: JobDetail) => void } {
  const body = h('tbody', { role: 'rowgroup' });
  const rows = new Map<number, { readonly cell: CellProgress; readonly row: HTMLElement }>();
  const hint = h('p', { class: 'soft' });
  const element = h(
    'section',
    null,
    h('h2', null, 'Cells'),
    hint,
    h(
      'div',
      { class: 'scroll card', tabindex: 0, role: 'region', 'aria-label': 'Cells in the order in which they began' },
      h('table', { class: 'cells stacks', role: 'table' }, h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, ['Verdict', 'Case', 'Chain', 'Median', 'Why'].map((head) => h('th', { scope: 'col', role: 'columnheader' }, head)))), body),
    ),
  );
  const show = ({ progress, planned, job }: JobDetail): void => {
    const began = progress.length === 0 ? (isOver(job) ? 'None began.' : 'Each stands here as soon as it begins.') : job.cells === null ? '' : `${progress.length} of ${job.cells} ${isOver(job) ? 'began' : 'have begun'}.`;
    fill(hint, progress.length === 0 && planned.length === 0 ? '' : began);
    for (const cell of progress) {
      if (cell !== undefined && rows.get(cell.number)?.cell !== cell) {
        const row = rowOf(cell);
        const before = rows.get(cell.number)?.row;
        if (before === undefined) {
          body.append(row);
        } else {
          before.replaceWith(row);
        }
        rows.set(cell.number, { cell, row });
      }
    }
  };
  return { element, show };
}

function rowOf(cell: CellProgress): HTMLElement {
  const open = cell.cell ?? undefined;
  const name: Child = open === undefined ? cell.caseId : h('a', { href: hrefOf({ page: 'matrix' }, { cell: open }) }, cell.caseId);
  const running = cell.verdict === null || cell.verdict === undefined;
  return h(
    'tr',
    { 'data-number': cell.number, role: 'row' },
    h('td', { role: 'cell', 'data-head': 'Verdict' }, running ? h('span', { class: 'chip active' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), 'running') : verdictChip(cell.verdict as string), cell.retried && h('span', { class: 'soft' }, ' retried')),
    h('th', { scope: 'row', role: 'rowheader', class: 'case' }, name),
    h('td', { role: 'cell', 'data-head': 'Chain' }, cell.chain.join(' → '), cell.target !== null && cell.target !== undefined && h('span', { class: 'soft below' }, cell.target)),
    h('td', { class: 'figure', role: 'cell', 'data-head': 'Median' }, cell.medianMs === null || cell.medianMs === undefined ? '' : millis(cell.medianMs)),
    h('td', { class: 'soft why', role: 'cell', 'data-head': 'Why' }, cell.reason ?? ''),
  );
}
