import { use } from 'echarts/core';
import { LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { escaped, legend, text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { LinesData } from './data';
import { amount, tick, whole } from './format';
import { colorOf, symbolOf, type Theme } from './theme';

use([GridComponent, LegendComponent, LineChart, TooltipComponent]);

/** Strokes by turns, so that more lines than colours are told apart. */
const STROKES = ['solid', 'dashed', 'dotted'] as const;

/** Room for a name of the legend, in CSS pixels. */
const NAME = 250;

/** Lines over a number such as a step, a name each. */
export function linesChart(data: LinesData, theme: Theme, width: number): Chart {
  const perRow = Math.max(1, Math.floor(width / NAME));
  const top = 14 + 20 * Math.ceil(data.lines.length / perRow);
  return {
    height: 230 + top,
    label: `${data.name} over ${data.over}; ${data.lines.map(({ label, points }) => `${label}: ${points.length === 0 ? 'none' : `${amount(points.at(-1)?.[1] ?? 0, data.unit)} at ${whole(points.at(-1)?.[0] ?? 0)}`}`).join('; ')}`,
    option: {
      legend: {
        ...legend(theme),
        icon: undefined,
        itemWidth: 30,
        itemGap: 10,
        data: data.lines.map(({ label }) => label),
        textStyle: { ...text(theme), width: Math.min(width, NAME) - 44, overflow: 'truncate' },
      },
      tooltip: {
        ...tooltip(theme),
        trigger: 'axis',
        formatter: (points: { seriesName: string; value: [number, number] }[]) =>
          `${escaped(data.over)} ${whole(points[0]?.value[0] ?? 0)}${points.map(({ seriesName, value }) => `<br>${escaped(seriesName)}: ${amount(value[1], data.unit)}`).join('')}`,
      },
      grid: { left: 66, right: 16, top, bottom: 40 },
      xAxis: {
        type: 'value',
        min: 0,
        name: data.over,
        nameLocation: 'middle',
        nameGap: 24,
        nameTextStyle: text(theme, 11),
        axisLabel: { ...text(theme, 11), formatter: whole, hideOverlap: true },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: theme.line } },
        splitLine: { show: false },
      },
      yAxis: { ...values(theme, (value) => tick(value, data.unit), data.log ?? false), ...(data.from === undefined ? {} : { min: data.from }), ...(data.to === undefined ? {} : { max: data.to }) },
      series: data.lines.map(({ label, points }, n) => ({
        type: 'line',
        name: label,
        symbol: symbolOf(n),
        symbolSize: 7,
        showSymbol: points.length <= 30,
        sampling: 'lttb',
        lineStyle: { color: colorOf(theme, n), width: 1.8, type: STROKES[Math.floor(n / theme.series.length) % STROKES.length] },
        itemStyle: { color: colorOf(theme, n) },
        data: points,
      })),
    },
  };
}
