// The cells and heads of the matrix.
import type { MatrixCell, MatrixColumn, MatrixRow } from '../api/types';
import { h, type Child, type Markup } from '../dom/h';
import { BASELINE } from '../state/native';
import { placeOf, type Gaps } from '../state/predictions';
import { millis, range, short, sigma, significant, speed } from '../words/format';
import { plainReason } from '../words/reason';
import { lookOf, proofOf } from '../words/verdicts';
import { predictedCell } from './predicted-cell';

/** Where a cell's link leads, and that of a place where nothing was run. */
export interface Links {
  readonly cell: (cell: MatrixCell) => string;
  readonly gap: (row: MatrixRow, column: MatrixColumn) => string;
  /** Whether the cells are those of some runs only, so that others may have run what is blank. */
  readonly someRuns?: boolean;
  /** The cells that are looked for, where a row has others besides. */
  readonly sought?: (cell: MatrixCell) => boolean;
  /** What is expected where nothing was run, where that is to be seen. */
  readonly gaps?: Gaps | undefined;
}

/** A cell's column as ARIA counts them, and whether the tab key stops there. */
export interface CellAt {
  readonly column: number;
  readonly tabindex: 0 | -1;
}

/** Both rows of heads: the columns, under their browser and machine. */
export function head(columns: readonly MatrixColumn[], several: boolean): Markup {
  const groups: { name: string; machine: string; span: number }[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (last !== undefined && last.name === column.group && last.machine === column.machine) {
      last.span++;
    } else {
      groups.push({ name: column.group, machine: column.machine, span: 1 });
    }
  }
  return h(
    'thead',
    null,
    h(
      'tr',
      { 'aria-rowindex': 1 },
      h('th', { scope: 'col', rowspan: 2, class: 'corner' }, 'Model'),
      groups.map((group) =>
        h('th', { scope: 'colgroup', colspan: group.span, class: 'group' }, h('span', { class: 'stay' }, group.name, several && h('span', { class: 'soft' }, ` on ${group.machine.slice(0, 8)}`))),
      ),
    ),
    h(
      'tr',
      { 'aria-rowindex': 2 },
      columns.map((column) =>
        h('th', { scope: 'col', title: titleOf(column) }, breakable(column.label), column.software === true && h('span', { class: 'soft below' }, 'software adapter')),
      ),
    ),
  );
}

/** A chain may break behind its arrows. */
function breakable(label: string): Child {
  return label.split(/(?<=→)/).flatMap((part, i) => (i === 0 ? [part] : [h('wbr', null), part]));
}

export function rowHead(row: MatrixRow): Markup {
  const settings = Object.entries(row.settings).map(([name, value]) => `${name} ${value}`);
  const more = [...shaOf(row), row.family, ...(row.case === row.model ? [] : [row.case]), ...settings].join(' · ');
  return h('th', { scope: 'row' }, h('span', { class: 'row-name', title: row.label }, row.model), h('span', { class: 'soft row-more' }, more));
}

/** The model's SHA-256 where only that tells the row from another: its label has it then. */
function shaOf({ label, sha256 }: MatrixRow): readonly string[] {
  const sha = `sha ${short(sha256)}`;
  return label.endsWith(` ${sha}`) ? [sha] : [];
}

/** A column in words: where, on which engine. */
export function titleOf(column: MatrixColumn): string {
  return `${column.label} in ${column.group}, ${column.engine}${column.software === null ? '' : column.software ? ', software adapter' : ', hardware adapter'}`;
}

/** A cell's colour deepens with its score; verdicts that are no success have a colour of their own. */
function tint(cell: MatrixCell): string {
  const tone = lookOf(cell.verdict).tone;
  return tone === 'good' || tone === 'fair' ? `${tone} g${cell.score === null ? 0 : Math.min(4, Math.floor(cell.score / 20))}` : tone;
}

/** The cell of a row that is nearest to the exact result, where several backends on their own were held against it. */
export function nearestOf(cells: readonly (readonly [MatrixColumn, MatrixCell])[]): MatrixCell | undefined {
  const alone = cells.filter(([column, cell]) => cell.fromExact !== null && !column.label.includes('→')).map(([, cell]) => cell);
  return alone.length < 2 ? undefined : alone.reduce((nearest, cell) => ((cell.fromExact ?? Infinity) < (nearest.fromExact ?? Infinity) ? cell : nearest));
}

export function full(row: MatrixRow, column: MatrixColumn, cell: MatrixCell, links: Links, at: CellAt, nearest = false): Markup {
  const look = lookOf(cell.verdict);
  const proof = proofOf(cell.proof);
  const time = cell.medianMs === null ? undefined : millis(cell.medianMs);
  const reason = cell.reason?.message ?? null;
  const reached = cell.actual !== null && cell.actual !== cell.requested ? cell.actual : undefined;
  const plain = reason === null ? null : plainReason(reason);
  const below = time === undefined ? plain : relative(cell);
  const more = [
    time === undefined ? '' : `median${cell.ci95Ms === null ? '' : `, 95 % ${range(cell.ci95Ms, millis)}`}${cell.n === null ? '' : `, ${cell.n} samples`}`,
    cell.ratio === null || cell.basis === BASELINE ? '' : `against native CPU: ${BASES[cell.basis ?? ''] ?? cell.basis ?? ''}${cell.ratioCi95 === null ? '' : `, 95 % of the ratio of times ${range(cell.ratioCi95, significant)}`}`,
    cell.score === null ? '' : `score ${cell.score}`,
    ...cell.ways.map((way) => WAYS[way] ?? way),
    cell.fromExact === null ? '' : `${nearest ? 'nearest to the exact result of this row: ' : 'from the exact result: '}${sigma(cell.fromExact)}`,
    cell.throttled ? 'the machine throttled' : '',
    cell.noise ?? '',
    time === undefined && plain === reason ? '' : (reason ?? ''),
    proof.words,
  ].filter((part) => part !== '');
  return h(
    'td',
    { role: 'gridcell', key: column.id, 'aria-colindex': at.column, class: links.sought === undefined ? tint(cell) : links.sought(cell) ? `${tint(cell)} sought` : 'beside' },
    h(
      'a',
      { href: links.cell(cell), tabindex: at.tabindex, title: [`${row.label} on ${titleOf(column)}`, ...(time === undefined && plain === reason && reason !== null ? [reason] : []), ...more].join('\n'), 'data-cell': cell.id },
      h('span', { class: 'cell-word' }, h('span', null, sign(look.sign), ` ${reached === undefined ? look.word : `${look.word} → ${reached}`}`), h('span', { class: 'soft', 'aria-hidden': 'true' }, nearest && '◎ ', proof.sign)),
      time !== undefined && h('span', { class: 'cell-time' }, time, cell.throttled && sign(' ⚠')),
      cell.ways.length > 0 && h('span', { class: 'cell-more', 'aria-hidden': 'true' }, cell.ways.join(', ')),
      below !== null && h('span', { class: time === undefined ? 'cell-reason' : 'cell-more' }, below),
      h('span', { class: 'unseen' }, `, ${more.join(', ')}`),
    ),
  );
}

/** How a cell came here that was not measured by this program alone. */
const WAYS: Readonly<Record<string, string>> = { imported: 'imported: measured elsewhere and read from a file', attached: 'attached: measured on a device that nobody here could watch' };

/** How the ratio to the native CPU was come by. */
const BASES: Readonly<Record<string, string>> = { interleaved: 'measured in turn', 'medians-of-the-same-run': 'medians of one run, measured one after the other' };

/** The speed against the native CPU, which is none of its own. */
function relative({ ratio, basis, ratioCi95 }: MatrixCell): string | null {
  return basis === BASELINE ? 'the baseline' : ratio === null ? null : `${ratioCi95 === null ? '≈ ' : ''}${speed(ratio, ratioCi95)}`;
}

/** Says nothing to a screen reader, which has the word beside it. */
function sign(text: string): Markup {
  return h('span', { 'aria-hidden': 'true' }, text);
}

export function gap(row: MatrixRow, column: MatrixColumn, links: Links, at: CellAt): Markup {
  const expected = links.gaps?.get(placeOf(row.key, column.id));
  if (expected?.predicted != null) {
    return predictedCell(`${row.label} on ${titleOf(column)}`, column.id, expected.predicted, links.gap(row, column), at);
  }
  const why = expected?.reason == null ? '' : `; not predicted: ${expected.reason}`;
  return h(
    'td',
    { role: 'gridcell', key: column.id, 'aria-colindex': at.column, class: 'gap' },
    h('a', { href: links.gap(row, column), tabindex: at.tabindex, title: expected?.reason ?? undefined, 'aria-label': `${row.label} on ${titleOf(column)}: ${links.someRuns === true ? 'none of these runs has it' : 'nobody has run it'}${why}` }, h('span', { 'aria-hidden': 'true' }, '·')),
  );
}
