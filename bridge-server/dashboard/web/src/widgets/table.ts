import { h, type Child } from '../dom/h';
import { count } from '../words/format';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Child;
  /** Figures stand to the right. */
  readonly figure?: boolean;
  /** The column that names its row. */
  readonly names?: boolean;
}

/** More columns than this are no table on a phone. */
const NARROW = 2;

/**
 * A table in a box that scrolls sideways by itself, so that the page never does; the keyboard can scroll it too. Where a
 * phone has no room for its columns, each row is a card with its columns' names.
 *
 * @param most so many rows at first, and the others when somebody asks for them
 */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[], most = Infinity): HTMLElement {
  const stacks = columns.length > NARROW;
  // What is no table on a phone is one to a screen reader all the same: a box that is none loses its part otherwise.
  const role = (name: string): string | undefined => (stacks ? name : undefined);
  const line = (row: Row): HTMLElement =>
    h(
      'tr',
      { role: role('row') },
      columns.map((column) => {
        const content = column.cell(row);
        return column.names === true
          ? h('th', { scope: 'row', role: role('rowheader') }, content)
          : h('td', { class: column.figure === true ? 'figure' : undefined, role: role('cell'), 'data-head': stacks ? column.head : undefined }, content);
      }),
    );
  const body = h('tbody', { role: role('rowgroup') }, rows.slice(0, most).map(line));
  return h(
    'div',
    { class: 'scroll card', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      { class: stacks ? 'stacks' : undefined, role: role('table') },
      h('caption', { class: 'unseen' }, caption),
      h('thead', { role: role('rowgroup') }, h('tr', { role: role('row') }, columns.map((column) => h('th', { scope: 'col', role: role('columnheader'), class: column.figure === true ? 'figure' : undefined }, column.head)))),
      body,
    ),
    rows.length > most && theRest(rows.length - most, () => body.append(...rows.slice(most).map(line))),
  );
}

function theRest(left: number, show: () => void): HTMLElement {
  const button = h('button', { type: 'button', class: 'link more-rows', on: { click: () => (show(), button.remove()) } }, `Show ${count(left, 'more row')}`);
  return button;
}

/** Names and values, such as what is known of a machine; what is not known is left out. */
export function facts(entries: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  return h(
    'dl',
    { class: 'facts' },
    entries.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false).map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))),
  );
}
