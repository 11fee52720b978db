import { use } from 'echarts/core';
import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { CurveData } from './data';
import { amount, tick } from './format';
import { whiskers } from './intervals';
import type { Theme } from './theme';

use([GridComponent, LineChart, MarkLineComponent, TooltipComponent]);

/** A quantity over the batch, where a doubling is a step, with intervals and the size that was chosen. */
export function curveChart(data: CurveData, theme: Theme): Chart {
  const chosen = data.points.findIndex((point) => point.batch === data.chosen);
  return {
    height: 210,
    label: `${data.quantity} over the batch; ${data.points.map((point) => `batch ${point.batch}: ${amount(point.value, data.unit)}`).join('; ')}${
      data.chosen === undefined ? '' : `; chosen: ${data.chosen}`
    }`,
    option: {
      tooltip: { ...tooltip(theme), trigger: 'axis', formatter: ([point]: [{ dataIndex: number }]) => {
        const at = data.points[point.dataIndex];
        return at === undefined ? '' : `batch ${at.batch}: ${amount(at.value, data.unit)}${at.ends === undefined ? '' : `<br>95 %: ${amount(at.ends[0], data.unit)} to ${amount(at.ends[1], data.unit)}`}`;
      } },
      grid: { left: 66, right: 16, top: 22, bottom: 40 },
      xAxis: {
        type: 'category',
        data: data.points.map((point) => String(point.batch)),
        name: 'batch',
        nameLocation: 'middle',
        nameGap: 24,
        nameTextStyle: text(theme, 11),
        axisLabel: text(theme, 11),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: theme.line } },
      },
      yAxis: { ...values(theme, (value) => tick(value, data.unit), false), min: 0 },
      series: [
        {
          type: 'line',
          symbol: 'circle',
          symbolSize: 7,
          lineStyle: { color: theme.accent, width: 2 },
          itemStyle: { color: theme.accent },
          data: data.points.map((point) => point.value),
          ...(chosen < 0
            ? {}
            : {
                markLine: {
                  silent: true,
                  symbol: 'none',
                  lineStyle: { color: theme.soft, type: [4, 4] },
                  label: { ...text(theme, 11), formatter: 'chosen' },
                  data: [{ xAxis: chosen }],
                },
              }),
        },
        whiskers(
          data.points.flatMap((point, i) => (point.ends === undefined ? [] : [[i, ...point.ends] as const])),
          theme.ink,
          'y',
        ),
      ],
    },
  };
}
