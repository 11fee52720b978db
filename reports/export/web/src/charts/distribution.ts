import { use } from 'echarts/core';
import { BoxplotChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { escaped, legend, names, nameWidth, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { DistributionData } from './data';
import { millis, tick, whole } from './format';
import { box, drawn, wantsLog } from './statistics';
import { colorOf, symbolOf, type Theme } from './theme';

use([BoxplotChart, GridComponent, LegendComponent, LineChart, ScatterChart, TooltipComponent]);

const ROW = 44;
/** More dots than this in a row tell no more than these do, but for those beyond the whiskers. */
const DOTS = 150;
/** Names of shapes are for those who do not tell the colours apart. */
const LINES = ['solid', 'dashed', 'dotted', [8, 3, 2, 3], [2, 2], [12, 4]] as const;

/** A box for each target over its samples, of one model: where half of the times lie, and how far the rest reaches. */
export function distributionChart(data: DistributionData, theme: Theme, width: number): Chart {
  const labels = data.rows.map((row) => row.label);
  const log = wantsLog(data.rows.flatMap((row) => row.samples));
  const boxes = data.rows.map((row) => box(row.samples));
  const left = nameWidth(labels, width) + 14;
  return {
    height: data.rows.length * ROW + 48,
    label: `Times of an inference by target. ${data.rows
      .map((row, i) => `${row.label}: median ${millis(row.median)}, middle half ${millis(boxes[i]?.q1 ?? 0)} to ${millis(boxes[i]?.q3 ?? 0)}, ${whole(row.samples.length)} samples`)
      .join('; ')}`,
    option: {
      tooltip: tooltip(theme),
      grid: { left, right: 24, top: 8, bottom: 36 },
      xAxis: { ...values(theme, (value) => tick(value, 'ms'), log), ...(log ? {} : { min: 0 }) },
      yAxis: [
        names(theme, labels, width),
        { type: 'value', show: false, inverse: true, min: -0.5, max: labels.length - 0.5 },
      ],
      series: [
        {
          type: 'boxplot',
          boxWidth: [16, 22],
          itemStyle: { color: theme.card, opacity: 0.9, borderColor: theme.accent, borderWidth: 1.5 },
          data: boxes.map(({ low, q1, median, q3, high }) => [low, q1, median, q3, high]),
          tooltip: {
            formatter: ({ dataIndex }: { dataIndex: number }) => {
              const row = data.rows[dataIndex];
              const drawn = boxes[dataIndex];
              return row === undefined || drawn === undefined
                ? ''
                : `<b>${escaped(row.label)}</b><br>median ${millis(row.median)}${
                    row.ends === undefined ? '' : `<br>95 %: ${millis(row.ends[0])} to ${millis(row.ends[1])}`
                  }<br>middle half ${millis(drawn.q1)} to ${millis(drawn.q3)}<br>${whole(row.samples.length)} samples`;
            },
          },
        },
        {
          type: 'scatter',
          yAxisIndex: 1,
          silent: true,
          symbolSize: 4,
          z: 1,
          itemStyle: { color: theme.accent, opacity: 0.4 },
          data: data.rows.flatMap((row, i) => drawn(row.samples, DOTS).map((at, n) => [row.samples[at], i + spread(n)])),
        },
      ],
    },
  };
}

/** Even, and the same each time: by multiples of the golden ratio, which leave no gaps. */
function spread(n: number): number {
  return (((n * 0.618034) % 1) - 0.5) * 0.62;
}

/** The share of a target's samples that lie below each time: where two lines cross, neither target is always faster. */
export function cumulativeChart(data: DistributionData, theme: Theme): Chart {
  const log = wantsLog(data.rows.flatMap((row) => row.samples));
  return {
    height: 300,
    label: `Share of the inferences that took no longer than a time. ${data.rows.map((row) => `${row.label}: half within ${millis(row.median)}`).join('; ')}`,
    option: {
      tooltip: { ...tooltip(theme), trigger: 'item', formatter: ({ seriesName, value }: { seriesName: string; value: [number, number] }) => `${escaped(seriesName)}: ${(value[1] * 100).toFixed(0)} % within ${millis(value[0])}` },
      legend: { ...legend(theme), type: 'scroll', icon: undefined },
      grid: { left: 48, right: 24, top: 40, bottom: 36 },
      xAxis: { ...values(theme, (value) => tick(value, 'ms'), log), ...(log ? {} : { scale: true }) },
      yAxis: { ...values(theme, (value) => `${Math.round(value * 100)} %`, false), min: 0, max: 1 },
      series: data.rows.map((row, n) => {
        const sorted = [...row.samples].sort((a, b) => a - b);
        return {
          type: 'line',
          name: row.label,
          step: 'end',
          symbol: symbolOf(n),
          symbolSize: 6,
          showSymbol: sorted.length < 40,
          lineStyle: { width: 2, type: LINES[n % LINES.length] },
          color: colorOf(theme, n),
          data: drawn(sorted, 200).map((i) => [sorted[i], (i + 1) / sorted.length]),
        };
      }),
    },
  };
}
