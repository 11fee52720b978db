import { useState } from 'preact/hooks';
import { h, type Child, type Markup } from '../dom/h';
import { pressed, sorted, type Key, type Sorting } from '../state/sorting';
import { count } from '../words/format';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Child;
  /** Figures stand to the right. */
  readonly figure?: boolean;
  /** The column that names its row. */
  readonly names?: boolean;
  /** What rows are ordered by where somebody asks for it by the head. */
  readonly order?: (row: Row) => Key;
}

/** More columns than this are no table on a phone. */
const NARROW = 2;

export interface TableOptions<Row> {
  /** What tells a row from the others, also where they are told anew. */
  readonly keyOf?: (row: Row) => string;
  /** Rows that stand out. */
  readonly marked?: (row: Row) => boolean;
  /** So many rows at first, and the others when somebody asks for them. */
  readonly most?: number;
}

interface TableProps extends TableOptions<unknown> {
  readonly caption: string;
  readonly columns: readonly Column<unknown>[];
  readonly rows: readonly unknown[];
}

/**
 * A table in a box that scrolls sideways by itself, so that the page never does; the keyboard can scroll it too. Where a
 * phone has no room for its columns, each row is a card with its columns' names.
 */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[], options: TableOptions<Row> = {}): Markup {
  return h(Table, { caption, columns, rows, ...options } as TableProps);
}

function Table({ caption, columns, rows, keyOf, marked, most = Infinity }: TableProps): Markup {
  const [all, setAll] = useState(false);
  const [sorting, setSorting] = useState<Sorting>();
  const by = columns.find(({ head, order }) => head === sorting?.column && order !== undefined)?.order;
  const inOrder = by === undefined ? rows : sorted(rows, by, sorting?.down === true);
  const stacks = columns.length > NARROW;
  // What is no table on a phone is one to a screen reader all the same: a box that is none loses its part otherwise.
  const role = (name: 'table' | 'rowgroup' | 'row' | 'rowheader' | 'cell' | 'columnheader') => (stacks ? name : undefined);
  const line = (row: unknown): Markup =>
    h(
      'tr',
      { role: role('row'), key: keyOf?.(row), class: marked?.(row) === true ? 'marked' : undefined },
      columns.map((column) =>
        column.names === true
          ? h('th', { scope: 'row', role: role('rowheader') }, column.cell(row))
          : h('td', { class: column.figure === true ? 'figure' : undefined, role: role('cell'), 'data-head': stacks ? column.head : undefined }, column.cell(row)),
      ),
    );
  const head = (column: Column<unknown>): Markup => {
    const own = sorting?.column === column.head ? sorting : undefined;
    return h(
      'th',
      { scope: 'col', role: role('columnheader'), class: column.figure === true ? 'figure' : undefined, 'aria-sort': column.order === undefined ? undefined : own === undefined ? 'none' : own.down ? 'descending' : 'ascending' },
      column.order === undefined ? column.head : h('button', { type: 'button', class: 'sort', onClick: () => setSorting(pressed(sorting, column.head)) }, column.head, h('span', { 'aria-hidden': 'true' }, own === undefined ? ' ↕' : own.down ? ' ↓' : ' ↑')),
    );
  };
  return h(
    'div',
    { class: 'scroll card', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      { class: stacks ? 'stacks' : undefined, role: role('table') },
      h('caption', { class: 'unseen' }, caption),
      h('thead', { role: role('rowgroup') }, h('tr', { role: role('row') }, columns.map((column) => head(column)))),
      h('tbody', { role: role('rowgroup') }, (all ? inOrder : inOrder.slice(0, most)).map(line)),
    ),
    rows.length > most && !all && h('button', { type: 'button', class: 'link more-rows', onClick: () => setAll(true) }, `Show ${count(rows.length - most, 'more row')}`),
  );
}

/** Names and values, such as what is known of a machine; what is not known is left out. */
export function facts(entries: readonly (readonly [name: string, value: Child])[]): Markup {
  return h(
    'dl',
    { class: 'facts' },
    entries.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false).map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))),
  );
}
