// A model on a target where nobody has run it: how to get there.
import type { Matrix } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context } from '../app/view';
import { fill, h } from '../dom/h';
import { openPanel, type Panel } from '../dom/panel';
import { titleOf } from '../widgets/matrix-table';
import { empty } from '../widgets/states';

/** @param someRuns whether the matrix has the cells of some runs only */
export function gapPanel(_: Context, key: string, matrix: () => Matrix | undefined, someRuns: boolean, closed: () => void): Panel {
  const [rowKey = '', columnKey = ''] = key.split('\n');
  const known = matrix();
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
  const panel = openPanel(model, closed);
  fill(
    panel.body,
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
  return panel;
}
