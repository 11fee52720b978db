import { use } from 'echarts/core';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { decal, legend, text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { HistogramData } from './data';
import { significant, whole } from './format';
import { colorOf, type Theme } from './theme';

use([BarChart, GridComponent, LegendComponent, LineChart, TooltipComponent]);

/** How many numbers lie where, before and after, in bins of one width. */
export function histogramChart(data: HistogramData, theme: Theme): Chart {
  const width = (data.high - data.low) / data.before.length;
  const edge = (i: number): number => data.low + width * i;
  const bins = data.before.map((_, i) => `${significant(edge(i))} to ${significant(edge(i + 1))}`);
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  const most = (counts: readonly number[]): string => bins[counts.indexOf(Math.max(...counts))] ?? '';
  const told = (counts: readonly number[]): string => `${whole(sum(counts))} elements in ${counts.filter((count) => count > 0).length} of ${counts.length} bins, most from ${most(counts)}`;
  return {
    height: 240,
    label: `${data.name}, from ${significant(data.low)} to ${significant(data.high)}. Before: ${told(data.before)}. After: ${told(data.after)}`,
    option: {
      legend: legend(theme),
      tooltip: {
        ...tooltip(theme),
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: ([point]: [{ dataIndex: number }]) => {
          const i = point.dataIndex;
          return `${bins[i] ?? ''}<br>before: ${whole(data.before[i] ?? 0)}<br>after: ${whole(data.after[i] ?? 0)}`;
        },
      },
      grid: { left: 66, right: 16, top: 34, bottom: 32 },
      xAxis: {
        type: 'category',
        data: bins,
        axisLabel: { ...text(theme, 11), formatter: (_: string, i: number) => significant(edge(i + 0.5)), hideOverlap: true },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: theme.line } },
      },
      yAxis: { ...values(theme, (value) => whole(value), false), min: 0, minInterval: 1 },
      series: [
        { type: 'bar', name: 'before', barWidth: '90%', itemStyle: { color: colorOf(theme, 0), opacity: 0.55 }, data: data.before },
        // Narrower and striped within: both are seen, also without colour.
        { type: 'bar', name: 'after', barWidth: '42%', barGap: '-71%', itemStyle: { color: colorOf(theme, 1), decal: decal(theme, 1) }, data: data.after },
      ],
    },
  };
}
