// A matrix that is wider than paper, in bands of columns one below the other. The screen scrolls it instead.

/** Columns beside the names that a page in portrait has room for. */
const ROOM = 6;

/** A band's columns: from the first, to one after the last. */
export interface Band {
  readonly from: number;
  readonly to: number;
}

/** Parts columns into bands; a browser's columns stay together where they can. */
export function bandsOf(groups: readonly number[], room: number): readonly Band[] {
  const bands: Band[] = [];
  let from = 0;
  let to = 0;
  const end = (): void => {
    if (to > from) {
      bands.push({ from, to });
      from = to;
    }
  };
  for (const width of groups) {
    if (to + width - from > room) {
      end();
    }
    for (let rest = width; rest > 0; ) {
      const taken = Math.min(rest, room - (to - from));
      to += taken;
      rest -= taken;
      if (rest > 0) {
        end();
      }
    }
  }
  end();
  return bands;
}

/** Puts the bands of each matrix behind it, as the matrix is now. */
export function bandMatrices(): void {
  document.querySelectorAll('.paper').forEach((old) => old.remove());
  for (const table of document.querySelectorAll<HTMLTableElement>('table.matrix')) {
    const box = table.closest('.scroll');
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])].slice(1);
    const bands = bandsOf(heads.map((head) => head.colSpan), ROOM);
    box?.classList.toggle('screen', bands.length > 1);
    if (bands.length > 1) {
      box?.after(...bands.map((band) => paper(table, band)));
    }
  }
}

function paper(table: HTMLTableElement, band: Band): HTMLElement {
  const part = document.createElement('div');
  part.className = 'paper card';
  const copy = table.cloneNode(true) as HTMLTableElement;
  const [groups, ...others] = [...copy.rows];
  let at = 0;
  for (const head of [...(groups?.cells ?? [])].slice(1)) {
    const shared = Math.min(band.to, at + head.colSpan) - Math.max(band.from, at);
    at += head.colSpan;
    if (shared > 0) {
      head.colSpan = shared;
    } else {
      head.remove();
    }
  }
  for (const row of others) {
    // The first row's name stands beside the heads of the columns as well.
    const names = row.parentElement === copy.tHead ? 0 : 1;
    [...row.cells].forEach((cell, i) => i >= names && (i - names < band.from || i - names >= band.to) && cell.remove());
  }
  part.append(copy);
  return part;
}
