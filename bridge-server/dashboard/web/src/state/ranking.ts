// What became of an order of names. Pure.

export interface Move {
  readonly name: string;
  /** Places from 1. */
  readonly from: number;
  readonly to: number;
}

/** The names whose place is another one, in their former order; a name that one of the orders lacks has not moved. */
export function moves(before: readonly string[], after: readonly string[]): readonly Move[] {
  return before.map((name, i) => ({ name, from: i + 1, to: after.indexOf(name) + 1 })).filter(({ from, to }) => to > 0 && from !== to);
}
