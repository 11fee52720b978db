// Names beside marks, so that none covers another or a mark.

/** In CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A mark with a name; those of less `first` have the first choice. */
export interface Named {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly first: number;
}

/** Beside which end of its mark a name stands, and how far below it. */
export interface Placed {
  readonly left: boolean;
  readonly down: number;
}

const LETTER = 6.6;
const LINE = 15;
const GAP = 8;
const MARK = 12;
const LINES_AWAY = 8;

/** A place for each name, the nearest that is free; undefined where there is none: the table has it. */
export function placeNames(marks: readonly Named[], plot: Box, line?: number): (Placed | undefined)[] {
  const taken: Box[] = marks.map(({ x, y }) => ({ left: x - MARK / 2, top: y - MARK / 2, width: MARK, height: MARK }));
  if (line !== undefined) {
    taken.push({ left: plot.left, top: line - 1, width: plot.width, height: 2 });
  }
  const places: (Placed | undefined)[] = marks.map(() => undefined);
  const order = marks.map((_, i) => i).sort((a, b) => (marks[a]?.first ?? 0) - (marks[b]?.first ?? 0));
  for (const i of order) {
    const mark = marks[i] as Named;
    const found = candidates(mark, plot).find(({ box }) => within(box, plot) && !taken.some((other) => overlap(box, other)));
    if (found !== undefined) {
      taken.push(found.box);
      places[i] = found.place;
    }
  }
  return places;
}

function candidates({ name, x, y }: Named, plot: Box): { place: Placed; box: Box }[] {
  const width = name.length * LETTER;
  const leftFirst = x > plot.left + plot.width / 2;
  const downs = [0, ...Array.from({ length: LINES_AWAY }, (_, i) => [-(i + 1) * LINE, (i + 1) * LINE]).flat()];
  return downs.flatMap((down) =>
    [leftFirst, !leftFirst].map((left) => ({
      place: { left, down },
      box: { left: left ? x - GAP - width : x + GAP, top: y + down - LINE / 2, width, height: LINE - 1 },
    })),
  );
}

function within(box: Box, plot: Box): boolean {
  return box.left >= plot.left && box.left + box.width <= plot.left + plot.width && box.top >= plot.top && box.top + box.height <= plot.top + plot.height;
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.left + other.width && other.left < one.left + one.width && one.top < other.top + other.height && other.top < one.top + one.height;
}
