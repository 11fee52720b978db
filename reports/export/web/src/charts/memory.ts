import { use } from 'echarts/core';
import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { decal, legend, names, nameWidth, text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { MemoryData } from './data';
import { bytes, tick } from './format';
import { colorOf, type Theme } from './theme';

use([BarChart, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent]);

/** The most that an attempt used, and what was left of it, on each target. */
export function memoryChart(data: MemoryData, theme: Theme, width: number): Chart {
  const labels = data.rows.map((row) => row.label);
  const left = nameWidth(labels, width) + 14;
  const after = data.rows.some((row) => row.after !== undefined);
  return {
    height: data.rows.length * (after ? 42 : 30) + 70,
    label: `Memory by target. ${data.rows
      .map((row) => `${row.label}: peak ${bytes(row.peak)}${row.after === undefined ? '' : `, after release ${bytes(row.after)}`}`)
      .join('; ')}${data.estimate === undefined ? '' : `; the model's tensors need ${bytes(data.estimate)} by their shapes`}`,
    option: {
      tooltip: { ...tooltip(theme), trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: (value: number | null | undefined) => (value == null ? 'not read' : bytes(value)) },
      legend: legend(theme),
      grid: { left, right: 24, top: 34, bottom: 32 },
      xAxis: { ...values(theme, (value) => tick(value, 'bytes'), false), min: 0 },
      yAxis: names(theme, labels, width),
      series: [
        {
          type: 'bar',
          name: 'peak',
          barWidth: 13,
          itemStyle: { color: colorOf(theme, 0) },
          data: data.rows.map((row) => row.peak),
          ...(data.estimate === undefined
            ? {}
            : {
                markLine: {
                  silent: true,
                  symbol: 'none',
                  lineStyle: { color: theme.ink, type: 'dashed' },
                  label: { ...text(theme, 11), formatter: `estimate ${bytes(data.estimate)}`, position: 'insideEndTop' },
                  data: [{ xAxis: data.estimate }],
                },
              }),
        },
        ...(after
          ? [
              {
                type: 'bar',
                name: 'after release',
                barWidth: 13,
                itemStyle: { color: colorOf(theme, 1), decal: decal(theme, 1) },
                data: data.rows.map((row) => row.after ?? null),
              },
            ]
          : []),
      ],
    },
  };
}
