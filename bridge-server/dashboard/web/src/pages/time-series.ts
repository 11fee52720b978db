import type { Series, SeriesAnalysis, SeriesPoint } from '../api/types';
import { hrefOf } from '../app/router';
import { h, type Child, type Markup } from '../dom/h';
import { figure } from '../widgets/figure';
import { table } from '../widgets/table';
import { verdictChip } from '../widgets/verdict';
import { count, dateTime, millis, range } from '../words/format';
import { changeWords } from './time-changes';

/** A line says nothing with fewer points. */
const FEWEST = 2;

/** Who wants more rows of a long history at once asks for them. */
const MOST = 50;

interface Timed {
  readonly run: string;
  readonly at: string;
  readonly medianMs: number;
}

export function seriesParts(series: Series): Child {
  const timed = timedPoints(series);
  return [
    changeWords(series.analysis, timed.length),
    timed.length < FEWEST
      ? h('p', { class: 'soft' }, timed.length === 0 ? 'No right and timed attempt yet: there is nothing to draw.' : 'One run only: a line needs two.')
      : trend(series, timed),
    pointTable(series),
  ];
}

/** Over all versions where that was looked into; else those of this place alone. */
function timedPoints(series: Series): readonly Timed[] {
  const all = series.analysis?.points ?? series.points.map(({ run, startedAt, medianMs }) => ({ run, at: startedAt, medianMs }));
  return all.flatMap(({ run, at, medianMs }) => (medianMs === null ? [] : [{ run, at, medianMs }]));
}

function trend(series: Series, timed: readonly Timed[]): Markup {
  const known = new Map(series.points.map((point) => [point.run, point]));
  const index = (run: string): number => timed.findIndex((point) => point.run === run);
  return figure('Median of each run with its 95 % interval; dashed: the level changed, diamonds: unlike their neighbors', {
    kind: 'trend',
    points: timed.map(({ run, at, medianMs }) => {
      const point = known.get(run);
      return {
        at: Date.parse(at),
        value: medianMs,
        label: point === undefined ? 'another version' : versions(point).join(', '),
        ...(point?.ci95Ms == null ? {} : { ends: [point.ci95Ms[0] as number, point.ci95Ms[1] as number] as const }),
      };
    }),
    changes: (series.analysis?.changes ?? []).map((change) => index(change.run)).filter((at) => at > 0),
    anomalies: (series.analysis?.anomalies ?? []).map((anomaly) => index(anomaly.run)).filter((at) => at >= 0),
  });
}

function versions(point: SeriesPoint): string[] {
  return Object.entries(point.software)
    .filter(([name]) => /browser|engine|driver/i.test(name))
    .map(([name, version]) => `${name} ${version}`);
}

function pointTable(series: Series): Markup {
  const newest = [...series.points].reverse();
  return table(count(newest.length, 'run'), [
    { head: 'Run', cell: (point: SeriesPoint) => [h('a', { class: 'whole', href: hrefOf({ page: 'matrix' }, { cell: point.cell }) }, dateTime(point.startedAt)), h('span', { class: 'soft below' }, point.run)], names: true },
    { head: 'Verdict', cell: (point) => verdictChip(point.verdict) },
    { head: 'Median', cell: (point) => (point.medianMs === null ? '–' : millis(point.medianMs)), figure: true },
    { head: '95 %', cell: (point) => range(point.ci95Ms, millis), figure: true },
    { head: 'n', cell: (point) => (point.n === 0 ? '' : point.n), figure: true },
    { head: 'Machine', cell: (point) => [point.noise ?? '', point.throttled && ' throttled'] },
    { head: 'Versions changed', cell: (point) => versionsChanged(series.analysis, point.run) },
  ], newest, { most: MOST });
}

/** What had another version than in the run before. */
function versionsChanged(analysis: SeriesAnalysis | null, run: string): Child {
  return (analysis?.versionChanges ?? []).filter((mark) => mark.run === run).map((mark) => h('div', null, `${mark.what}: ${mark.before} → ${mark.after}`));
}
