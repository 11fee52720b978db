// A model on a target where nobody has run it: how to get there.
import type { Matrix } from '../api/types';
import { hrefOf } from '../app/router';
import { h, type Markup } from '../dom/h';
import { Panel } from '../dom/panel';
import { titleOf } from '../widgets/matrix-table';
import { empty } from '../widgets/states';

/**
 * @param about the row and the column
 * @param someRuns whether the matrix has the cells of some runs only
 */
export function GapPanel({ about, matrix: known, someRuns, closed }: { about: string; matrix: Matrix | undefined; someRuns: boolean; closed: () => void }): Markup {
  const [rowKey = '', columnKey = ''] = about.split('\n');
  const row = known?.rows.find((one) => one.key === rowKey);
  const column = known?.columns.find((one) => one.id === columnKey);
  const model = row?.model ?? rowKey.split('|')[0] ?? rowKey;
  const [, where = '', , chain = ''] = columnKey.split('|');
  const sameRow = known?.cells.find((cell) => known.rows[cell.row] === row && row !== undefined);
  const generated = new URLSearchParams([
    sameRow === undefined ? ['model', model] : ['cell', sameRow.id],
    ...(column?.chain ?? chain.split('→')).map((rung): [string, string] => ['chain', rung]),
    ['where', where],
  ]);
  return h(
    Panel,
    { title: model, closed },
    empty(
      someRuns ? 'None of the chosen runs has this' : 'Nobody has run this yet',
      h('p', null, h('strong', null, row?.label ?? model), ' on ', h('strong', null, column === undefined ? `${chain} in ${where}` : titleOf(column)), someRuns ? ' has no data in the runs that the filters leave; others of this history may have some.' : ' has no data in this history. An empty cell says nothing about the target: it was never tried.'),
      h(
        'p',
        { class: 'actions' },
        h('a', { class: 'button primary', href: hrefOf({ page: 'start' }, { model, chain: column?.chain.join('→') ?? chain, where }) }, 'Run this'),
        h('a', { class: 'button', href: hrefOf({ page: 'generate' }, generated) }, 'Generate a test'),
      ),
    ),
  );
}
