import { use } from 'echarts/core';
import { ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';
import { escaped, FONT, legend, text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { Ends, FrontData } from './data';
import { amount, bytes, significant, tick, times } from './format';
import { whiskers } from './intervals';
import { factors } from './ratios';
import { colorOf, type Theme } from './theme';

use([GridComponent, LabelLayout, LegendComponent, MarkLineComponent, ScatterChart, TooltipComponent]);

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
  const middle = log ? Math.sqrt(least * greatest) : greatest / 2;
  const roles = (Object.keys(NAMES) as Role[]).filter((role) => points.some((point) => point.role === role));
  const said = (value: number, unit: string): string => (unit === '×' ? times(value) : unit === 'bytes' ? bytes(value) : Math.abs(value) < 1e-3 && value !== 0 ? `${value.toExponential(1)} ${unit === '1' ? '' : unit}`.trim() : amount(value, unit));
  const ends = (range: Ends | undefined): string => (range === undefined ? '' : ` (${significant(range[0])}–${significant(range[1])})`);
  const words = (point: Point): string =>
    `${x.name} ${said(point.x, x.unit)}${x.unit === 'bytes' ? '' : ends(point.xEnds)}, ${y.name} ${said(point.y, y.unit)}${ends(point.yEnds)}, ${NAMES[point.role]}`;
  return {
    height: narrow ? 400 : 360,
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
      grid: { left: 76, right: 20, top: narrow ? 64 : 44, bottom: 48 },
      xAxis: {
        ...values(theme, (value) => said(value, x.unit), log),
        ...(log
          ? {
              min: least / pad,
              max: greatest * pad,
              axisTick: { show: false, customValues: ticks },
              axisLabel: { ...text(theme, 11), customValues: ticks, formatter: (value: number) => short(said(value, x.unit)), hideOverlap: true },
            }
          : { min: 0, max: greatest * 1.08, axisLabel: { ...text(theme, 11), formatter: (value: number) => short(said(value, x.unit)), hideOverlap: true, showMaxLabel: false } }),
        name: log ? `${x.name} (logarithmic)` : x.name,
        nameGap: 26,
      },
      yAxis: {
        ...values(theme, (value) => (logY ? value.toExponential(0) : tick(value, y.unit)), logY),
        ...(logY ? { min: 10 ** Math.floor(Math.log10(Math.min(...heights))), max: 10 ** Math.ceil(Math.log10(Math.max(...heights))) } : { scale: true }),
        name: logY ? `${y.name} (logarithmic)` : y.name,
        nameGap: 60,
      },
      series: [
        ...roles.map((role) => ({
          type: 'scatter',
          name: NAMES[role],
          z: role === 'front' ? 6 : 5,
          symbol: { original: 'diamond', front: 'circle', dominated: 'emptyCircle', flagged: HATCHED }[role],
          symbolSize: { original: 14, front: 11, dominated: 8, flagged: 12 }[role],
          itemStyle: {
            color: { original: theme.ink, front: colorOf(theme, 0), dominated: theme.soft, flagged: theme.card }[role],
            ...(role === 'flagged' ? { borderColor: colorOf(theme, 1), borderWidth: 1.4 } : {}),
          },
          // Names make room for each other, each with a line to its mark; what finds none is left to the table.
          labelLayout: { moveOverlap: 'shiftY', hideOverlap: true },
          labelLine: { show: true, length2: 2, lineStyle: { color: theme.line } },
          data: points
            .filter((point) => point.role === role)
            .map((point) => ({
              value: [point.x, point.y],
              name: point.label,
              label: {
                show: true,
                formatter: point.label.replace(/[{}|]/g, ' '),
                position: point.x > middle ? 'left' : 'right',
                distance: 7,
                color: role === 'front' || role === 'original' ? theme.ink : theme.soft,
                fontSize: role === 'front' ? 12 : 11,
                fontFamily: FONT,
              },
            })),
          ...(role === 'original'
            ? { markLine: { silent: true, symbol: 'none', lineStyle: { color: theme.soft, type: [4, 4] }, label: { show: false }, data: [...(logY ? [] : [{ yAxis: 0 }]), ...(x.unit === '×' ? [{ xAxis: 1 }] : [])] } }
            : {}),
        })),
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
