import type { CellProgress, JobDetail } from '../api/types';
import { hrefOf } from '../app/router';
import { h, type Child, type Markup } from '../dom/h';
import { memo } from '../dom/memo';
import { isOver } from '../live/jobs';
import { verdictChip } from '../widgets/verdict';
import { millis } from '../words/format';

/** The cells of a job in the order in which they began. */
export function jobCells(detail: JobDetail | undefined): Markup {
  const began = detail?.progress.filter((cell) => cell != null) ?? [];
  return h(
    'section',
    null,
    h('h2', null, 'Cells'),
    h('p', { class: 'soft' }, detail !== undefined && hint(detail, began.length)),
    h(
      'div',
      { class: 'scroll card', tabindex: 0, role: 'region', 'aria-label': 'Cells in the order in which they began' },
      h(
        'table',
        { class: 'cells stacks', role: 'table' },
        h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, ['Verdict', 'Case', 'Chain', 'Median', 'Why'].map((head) => h('th', { scope: 'col', role: 'columnheader' }, head)))),
        h('tbody', { role: 'rowgroup' }, began.map((cell) => h(Row, { key: cell.number, cell }))),
      ),
    ),
  );
}

function hint({ planned, job }: JobDetail, began: number): string {
  if (began === 0) {
    return planned.length === 0 ? '' : isOver(job) ? 'None began.' : 'Each stands here as soon as it begins.';
  }
  return job.cells === null ? '' : `${began} of ${job.cells} ${isOver(job) ? 'began' : 'have begun'}.`;
}

const Row = memo(({ cell }: { cell: CellProgress }): Markup => {
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
});
