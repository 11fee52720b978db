// Which part of a long list is in sight, so that no more of it need be drawn. Pure.

/** From an entry to one after the last. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * The part to be drawn: what is in sight, and a little beyond.
 *
 * @param scrolled how far the list is scrolled, in the unit of {@code size}
 * @param room what there is to see it through
 * @param size of an entry
 * @param count of all entries
 * @param beyond so many entries on either side
 */
export function partInSight(scrolled: number, room: number, size: number, count: number, beyond: number): Part {
  const first = Math.floor(Math.max(0, scrolled) / size);
  const last = Math.ceil((Math.max(0, scrolled) + Math.max(0, room)) / size);
  return { from: Math.max(0, Math.min(count, first) - beyond), to: Math.min(count, Math.max(last, first + 1) + beyond) };
}

/** Whether what is in sight is drawn already. */
export function covers(drawn: Part, sight: Part): boolean {
  return drawn.from <= sight.from && drawn.to >= sight.to;
}

/** How far to scroll so that an entry is in sight, no farther than it takes. */
export function nearest(scrolled: number, room: number, at: number, size: number): number {
  return at < scrolled ? at : at + size > scrolled + room ? at + size - room : scrolled;
}
