// The order of a table's rows, as somebody asked for it by a column's head. Pure.

/** What a row is ordered by in a column; null stands last, whichever way. */
export type Key = string | number | null;

export interface Sorting {
  readonly column: string;
  readonly down: boolean;
}

/** After the head of a column was pressed: upwards, then downwards, then as the rows came. */
export function pressed(before: Sorting | undefined, column: string): Sorting | undefined {
  return before?.column !== column ? { column, down: false } : before.down ? undefined : { column, down: true };
}

/** The rows in the order of their keys; equal ones as they came. */
export function sorted<Row>(rows: readonly Row[], keyOf: (row: Row) => Key, down: boolean): Row[] {
  const order = (a: Key, b: Key): number => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true }));
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key === null || b.key === null ? Number(a.key === null) - Number(b.key === null) : (down ? -1 : 1) * order(a.key, b.key)))
    .map(({ row }) => row);
}
