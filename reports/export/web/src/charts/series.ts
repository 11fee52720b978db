import { use } from 'echarts/core';
import { LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { SeriesData } from './data';
import { amount, tick, whole } from './format';
import { greatest, least } from './statistics';
import { colorOf, type Theme } from './theme';

use([GridComponent, LineChart, ScatterChart, TooltipComponent]);

/** Readings in the order read, with the straight line that was found through them. */
export function seriesChart(data: SeriesData, theme: Theme): Chart {
  const low = least(data.values);
  const high = greatest(data.values);
  const from = low < high / 3 ? 0 : Math.max(0, low - (high - low) * 0.3);
  const last = data.values.length - 1;
  const trend = data.trend;
  return {
    height: 190,
    label: `${data.name}: ${whole(data.values.length)} readings from ${amount(low, data.unit)} to ${amount(high, data.unit)}${
      trend === undefined ? '' : `; a line through them changes by ${amount(trend.slope, data.unit)} a step`
    }`,
    option: {
      tooltip: { ...tooltip(theme), formatter: ({ value }: { value: [number, number] }) => `reading ${value[0] + 1}: ${amount(value[1], data.unit)}` },
      grid: { left: 66, right: 12, top: 12, bottom: 26 },
      xAxis: {
        type: 'value',
        min: 0,
        max: last,
        name: 'in the order read',
        nameLocation: 'middle',
        nameGap: 8,
        nameTextStyle: text(theme, 11),
        axisLabel: { show: false },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: theme.line } },
        splitLine: { show: false },
      },
      yAxis: { ...values(theme, (value) => tick(value, data.unit), false), min: from },
      series: [
        { type: 'scatter', symbolSize: 6, itemStyle: { color: theme.accent, opacity: 0.8 }, data: data.values.map((value, i) => [i, value]) },
        ...(trend === undefined
          ? []
          : [
              {
                type: 'line',
                silent: true,
                symbol: 'none',
                lineStyle: { color: colorOf(theme, 1), width: 2 },
                data: [
                  [trend.from, trend.start],
                  [last, trend.start + trend.slope * (last - trend.from)],
                ],
              },
            ]),
      ],
    },
  };
}
