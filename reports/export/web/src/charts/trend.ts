import { use } from 'echarts/core';
import { LineChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { escaped, text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { TrendData } from './data';
import { millis, tick } from './format';
import { whiskers } from './intervals';
import { colorOf, type Theme } from './theme';

use([DataZoomComponent, GridComponent, LineChart, MarkLineComponent, TooltipComponent]);

/** A time over the runs of a history, with intervals, and an upright line where its level changed. */
export function trendChart(data: TrendData, theme: Theme): Chart {
  const last = data.points.at(-1);
  return {
    height: 300,
    label: `${data.points.length} runs${last === undefined ? '' : `, the last ${millis(last.value)}`}; ${
      data.changes.length === 0 ? 'no change of level was found' : `the level changed ${data.changes.length} times`
    }${data.anomalies === undefined || data.anomalies.length === 0 ? '' : `; ${data.anomalies.length} runs are unlike their neighbors`}`,
    option: {
      tooltip: {
        ...tooltip(theme),
        trigger: 'axis',
        formatter: ([point]: [{ dataIndex: number }]) => {
          const at = data.points[point.dataIndex];
          return at === undefined
            ? ''
            : `${new Date(at.at).toISOString().slice(0, 16).replace('T', ' ')}<br>${millis(at.value)}${
                at.ends === undefined ? '' : ` (${millis(at.ends[0])} to ${millis(at.ends[1])})`
              }${at.label === undefined ? '' : `<br>${escaped(at.label)}`}`;
        },
      },
      grid: { left: 66, right: 16, top: 24, bottom: 40 },
      xAxis: { type: 'time', axisLabel: { ...text(theme, 11), hideOverlap: true }, axisLine: { lineStyle: { color: theme.line } } },
      yAxis: { ...values(theme, (value) => tick(value, 'ms'), false), scale: true },
      dataZoom: [{ type: 'inside', filterMode: 'none' }],
      series: [
        {
          type: 'line',
          symbol: 'circle',
          symbolSize: 6,
          lineStyle: { color: theme.accent, width: 1.5 },
          itemStyle: { color: theme.accent },
          data: data.points.map((point, i) => ({
            value: [point.at, point.value],
            ...(data.anomalies?.includes(i) === true ? { symbol: 'diamond', symbolSize: 13, itemStyle: { color: colorOf(theme, 1) } } : {}),
          })),
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { color: theme.ink, type: 'dashed' },
            label: { ...text(theme, 11), formatter: 'change' },
            data: data.changes.flatMap((index) => {
              const at = data.points[index];
              return at === undefined ? [] : [{ xAxis: at.at }];
            }),
          },
        },
        whiskers(
          data.points.flatMap((point) => (point.ends === undefined ? [] : [[point.at, ...point.ends] as const])),
          theme.soft,
          'y',
          1,
        ),
      ],
    },
  };
}
