// A model on a target where nobody has run it: what is expected there, where that is asked for, and how to get there.
import type { Matrix, MatrixRow, PredictedGap, PredictedTime } from '../api/types';
import { hrefOf } from '../app/router';
import { h, type Child, type Markup } from '../dom/h';
import { Panel } from '../dom/panel';
import { titleOf } from '../widgets/matrix-table';
import { intervalOf } from '../widgets/predicted-cell';
import { empty, withCode } from '../widgets/states';
import { facts } from '../widgets/table';
import { count, millis, percent } from '../words/format';

interface GapProps {
  /** The row and the column. */
  readonly about: string;
  /** What is said of it, where predictions are shown. */
  readonly expected: PredictedGap | undefined;
  readonly matrix: Matrix | undefined;
  /** Whether the matrix has the cells of some runs only. */
  readonly someRuns: boolean;
  readonly closed: () => void;
}

export function GapPanel({ about, expected, matrix: known, someRuns, closed }: GapProps): Markup {
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
  const place: Child = [h('strong', null, row?.label ?? model), ' on ', h('strong', null, column === undefined ? `${chain} in ${where}` : titleOf(column))];
  const actions = (run: string): Markup =>
    h(
      'p',
      { class: 'actions' },
      h('a', { class: 'button primary', href: hrefOf({ page: 'start' }, runOf(model, row, column?.chain.join('→') ?? chain, where)) }, run),
      h('a', { class: 'button', href: hrefOf({ page: 'generate' }, generated) }, 'Generate a test'),
    );
  return h(
    Panel,
    { title: model, closed },
    expected?.predicted == null
      ? empty(
          someRuns ? 'None of the chosen runs has this' : 'Nobody has run this yet',
          h('p', null, place, someRuns ? ' has no data in the runs that the filters leave; others of this history may have some.' : ' has no data in this history. An empty cell says nothing about the target: it was never tried.'),
          expected?.reason != null && h('p', { class: 'soft' }, 'Nothing is predicted: ', withCode(expected.reason), '.'),
          actions('Run this'),
        )
      : [h('p', null, place), predicted(expected.predicted), actions('Measure this'), footnote()],
  );
}

/** The same model with the same settings, there. */
function runOf(model: string, row: MatrixRow | undefined, chain: string, where: string): URLSearchParams {
  return new URLSearchParams([['model', model], ['chain', chain], ['where', where], ...Object.entries(row?.settings ?? {}).map(([name, value]): [string, string] => ['set', `${name}=${value}`])]);
}

/** A prediction with what it rests on. */
export function predicted(time: PredictedTime): Child {
  return [
    h('p', { class: 'lead' }, h('span', { class: 'chip predicted' }, 'predicted, not measured'), ' ', h('strong', null, `≈ ${millis(time.ms)}`), ' for a warm inference'),
    time.doubt !== null && h('p', { class: 'fair' }, `Doubtful whether it runs there: ${time.doubt}.`),
    facts([
      ['Interval', time.interval === null ? (time.noInterval ?? 'none') : `${intervalOf(time)}, which holds the true time in ${percent(time.interval.level, 0)} of such cases at least`],
      ['Rests on', `${time.restsOn} (${time.level})`],
      ['Kind of case', REGIMES[time.regime] ?? time.regime],
      ['Usual error', time.usualError === null ? 'unknown: too few models were measured there' : `${percent(time.usualError)}, the median on architectures that the fit never saw`],
      ['Learned from', `${count(time.models, 'model')} of ${count(time.architectures, 'architecture')} measured there, by ${time.method}`],
      ['Target', h('code', null, `${time.target}, ${count(time.threads, 'thread')}`)],
    ]),
  ];
}

const REGIMES: Readonly<Record<string, string>> = {
  'known architecture': 'known architecture: others of its kind were measured there',
  'new architecture': 'new architecture: nothing of its kind was measured there',
  'new target': 'new target: only a few models were measured there',
};

function footnote(): Markup {
  return h('p', { class: 'soft' }, 'It is no verdict, and enters no score, baseline or order. What is started from here runs on the server’s own machine. ', h('a', { href: hrefOf({ page: 'predictions' }) }, 'How far such predictions are off'), '.');
}
