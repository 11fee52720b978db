import { use } from 'echarts/core';
import { CustomChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { escaped, FONT, legend, text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { Ends, FrontData } from './data';
import { amount, bytes, significant, tick, times } from './format';
import { whiskers } from './intervals';
import { placeNames, type Box } from './place-names';
import { factors } from './ratios';
import { colorOf, type Theme } from './theme';

use([CustomChart, GridComponent, LegendComponent, MarkLineComponent, ScatterChart, TooltipComponent]);

type Point = FrontData['points'][number];
type Role = Point['role'];

/** A square with stripes: scatter marks take no pattern. */
const HATCHED = 'path://M0,0 L10,0 L10,10 L0,10 Z M0,5 L5,0 M0,10 L10,0 M5,10 L10,5';

const NAMES: Record<Role, string> = {
  original: 'unquantised',
  front: 'front',
  dominated: 'worse than another',
  flagged: 'flagged, never advised',
};

/** What one quantity costs in another, a mark a variant: those that nobody dominates are full, flagged ones are hatched. */
export function frontChart(data: FrontData, theme: Theme, width: number): Chart {
  const { x, y, points } = data;
  const narrow = width < 560;
  const reach = points.flatMap((point) => [point.x, ...(point.xEnds ?? [])]).filter((value) => value > 0);
  const [least, greatest] = [Math.min(...reach), Math.max(...reach)];
  const log = x.unit === '×' || greatest > 12 * least;
  const heights = points.map((point) => point.y);
  const logY = y.unit === 'nats' && heights.every((value) => value > 0) && Math.max(...heights) > 12 * Math.min(...heights);
  const pad = Math.max(1.12, (greatest / least) ** 0.06);
  const ticks = log ? factors(least / pad, greatest * pad, narrow ? 3 : 6) : [];
  const height = narrow ? 400 : 360;
  const plot: Box = { left: 76, top: narrow ? 64 : 44, width: Math.max(40, width - 96), height: height - (narrow ? 112 : 92) };
  const [left, right] = log ? [least / pad, greatest * pad] : [0, greatest * 1.08];
  const [bottom, top] = ends(points, logY);
  const across = (value: number): number => plot.left + plot.width * share(value, left, right, log);
  const up = (value: number): number => plot.top + plot.height * (1 - share(value, bottom, top, logY));
  const names = placeNames(
    points.map((point) => ({ name: point.label, x: across(point.x), y: up(point.y), first: ['front', 'original', 'flagged', 'dominated'].indexOf(point.role) })),
    plot,
    logY ? undefined : up(0),
  );
  const roles = (Object.keys(NAMES) as Role[]).filter((role) => points.some((point) => point.role === role));
  const said = (value: number, unit: string): string => (unit === '×' ? times(value) : unit === 'bytes' ? bytes(value) : Math.abs(value) < 1e-3 && value !== 0 ? `${value.toExponential(1)} ${unit === '1' ? '' : unit}`.trim() : amount(value, unit));
  const interval = (range: Ends | undefined): string => (range === undefined ? '' : ` (${significant(range[0])}–${significant(range[1])})`);
  const words = (point: Point): string =>
    `${x.name} ${said(point.x, x.unit)}${x.unit === 'bytes' ? '' : interval(point.xEnds)}, ${y.name} ${said(point.y, y.unit)}${interval(point.yEnds)}, ${NAMES[point.role]}`;
  return {
    height,
    label: `${y.name} over ${x.name}. ${points.map((point) => `${point.label}: ${words(point)}`).join('; ')}`,
    option: {
      legend: { ...legend(theme), icon: undefined, itemWidth: 12, itemHeight: 12 },
      tooltip: {
        ...tooltip(theme),
        formatter: ({ seriesName, dataIndex }: { seriesName: string; dataIndex: number }) => {
          const point = points.filter(({ role }) => NAMES[role] === seriesName)[dataIndex];
          return point === undefined ? '' : `<b>${escaped(point.label)}</b><br>${escaped(words(point)).replaceAll(', ', '<br>')}`;
        },
      },
      grid: { left: plot.left, right: 20, top: plot.top, bottom: 48, outerBoundsMode: 'none' },
      xAxis: {
        ...values(theme, (value) => said(value, x.unit), log),
        ...(log
          ? {
              min: left,
              max: right,
              axisTick: { show: false, customValues: ticks },
              axisLabel: { ...text(theme, 11), customValues: ticks, formatter: (value: number) => short(said(value, x.unit)), hideOverlap: true },
            }
          : { min: left, max: right, axisLabel: { ...text(theme, 11), formatter: (value: number) => short(said(value, x.unit)), hideOverlap: true, showMaxLabel: false } }),
        name: log ? `${x.name} (logarithmic)` : x.name,
        nameGap: 26,
      },
      yAxis: {
        ...values(theme, (value) => (logY ? value.toExponential(0) : tick(value, '1')), logY),
        min: bottom,
        max: top,
        ...(logY ? {} : { axisLabel: { ...text(theme, 11), formatter: (value: number) => tick(value, '1'), showMinLabel: false, showMaxLabel: false, hideOverlap: true } }),
        name: `${y.name}${y.unit === '1' ? '' : ` in ${y.unit}`}${logY ? ' (logarithmic)' : ''}`,
        nameGap: 54,
      },
      series: [
        ...roles.map((role) => ({
          type: 'scatter',
          name: NAMES[role],
          z: role === 'front' ? 6 : 5,
          symbol: { original: 'diamond', front: 'circle', dominated: 'circle', flagged: HATCHED }[role],
          symbolSize: { original: 14, front: 11, dominated: 8, flagged: 12 }[role],
          itemStyle: {
            color: { original: theme.ink, front: colorOf(theme, 0), dominated: theme.card, flagged: theme.card }[role],
            ...(role === 'flagged' ? { borderColor: colorOf(theme, 1), borderWidth: 1.4 } : role === 'dominated' ? { borderColor: theme.soft, borderWidth: 1.8 } : {}),
          },
          data: points
            .filter((point) => point.role === role)
            .map((point) => ({ point, at: names[points.indexOf(point)] }))
            .map(({ point, at }) => ({
              value: [point.x, point.y],
              name: point.label,
              label: {
                show: at !== undefined,
                formatter: point.label.replace(/[{}|]/g, ' '),
                position: at?.left === true ? 'left' : 'right',
                distance: 7,
                offset: [0, at?.down ?? 0],
                color: role === 'front' || role === 'original' ? theme.ink : theme.soft,
                fontSize: role === 'front' ? 12 : 11,
                fontFamily: FONT,
              },
            })),
          ...(role === 'original'
            ? { markLine: { silent: true, symbol: 'none', lineStyle: { color: theme.soft, type: [4, 4] }, label: { show: false }, data: [...(logY ? [] : [{ yAxis: 0 }]), ...(x.unit === '×' ? [{ xAxis: 1 }] : [])] } }
            : {}),
        })),
        leaders(points, names, theme),
        whiskers(points.flatMap((point) => (point.yEnds === undefined ? [] : [[point.x, ...point.yEnds] as const])), theme.soft, 'y', 1),
        whiskers(points.flatMap((point) => (point.xEnds === undefined || point.xEnds[0] <= 0 ? [] : [[point.y, ...point.xEnds] as const])), theme.soft, 'x', 1),
      ],
    },
  };
}

/** Without digits that say nothing. */
function short(words: string): string {
  return words.replace(/(\.\d*?)0+(?=\s|$)/, '$1').replace(/\.(?=\s|$)/, '');
}

/** Where a value lies between two others, by steps or by factors. */
function share(value: number, from: number, to: number, log: boolean): number {
  const of = (number: number): number => (log ? Math.log(Math.max(number, Number.MIN_VALUE)) : number);
  return (of(value) - of(from)) / (of(to) - of(from));
}

/** Ends of the upright axis: all values and intervals with a little room, or whole powers of ten. */
function ends(points: readonly Point[], log: boolean): Ends {
  const all = points.flatMap((point) => [point.y, ...(point.yEnds ?? [])]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (log) {
    return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high) + 1e-9)];
  }
  const room = (high - low || Math.abs(high) || 1) * 0.12;
  return [low - room, high + room];
}

/** Lines from marks to names that had to make room. */
function leaders(points: readonly Point[], names: readonly ({ left: boolean; down: number } | undefined)[], theme: Theme): object {
  return {
    type: 'custom',
    silent: true,
    z: 2,
    data: points.flatMap((point, i) => {
      const at = names[i];
      return at === undefined || at.down === 0 ? [] : [[point.x, point.y, at.left ? -7 : 7, at.down]];
    }),
    renderItem: (_: unknown, api: { value(dimension: number): number; coord(point: number[]): [number, number] }) => {
      const [x, y] = api.coord([api.value(0), api.value(1)]);
      return { type: 'line', shape: { x1: x, y1: y, x2: x + api.value(2), y2: y + api.value(3) }, style: { stroke: theme.soft, lineWidth: 0.8 } };
    },
  };
}
