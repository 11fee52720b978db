import { use } from 'echarts/core';
import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { SamplesData } from './data';
import { millis, tick } from './format';
import { histogram, wantsLog } from './statistics';
import type { Theme } from './theme';

use([BarChart, GridComponent, LineChart, MarkAreaComponent, MarkLineComponent, ScatterChart, TooltipComponent]);

const HEIGHT = 200;

/** Every sample in the order measured, warm-up hollow; beside it how often which time occurred. */
export function samplesChart(data: SamplesData, theme: Theme, width: number): Chart {
  const warm = data.warmUp.length;
  const all = [...data.warmUp, ...data.measured];
  const least = Math.min(...all);
  const greatest = Math.max(...all);
  // One far-off sample would press all others on the axis.
  const log = wantsLog(all);
  const from = log ? least / 1.3 : least < greatest / 3 ? 0 : least - (greatest - least) * 0.1;
  const to = log ? greatest * 1.3 : greatest + (greatest - from) * 0.06;
  const bins = log ? histogram(data.measured.map(Math.log10)).map(({ from, to, count }) => ({ from: 10 ** from, to: 10 ** to, count })) : histogram(data.measured);
  const beside = width >= 520;
  const plotRight = beside ? Math.round(width * 0.2) + 20 : 12;
  const axis = { ...values(theme, (value) => tick(value, 'ms'), log), min: from, max: to };
  // The ends are where the samples are, and no round figures.
  Object.assign(axis, { axisLabel: { ...axis.axisLabel, showMinLabel: from === 0, showMaxLabel: false } });
  return {
    height: HEIGHT,
    label:
      `${data.measured.length} samples${warm > 0 ? ` after ${warm} of warm-up` : ''} in the order measured: median ${millis(data.median)}` +
      `${data.ends === undefined ? '' : `, 95 % interval ${millis(data.ends[0])} to ${millis(data.ends[1])}`}, from ` +
      `${millis(Math.min(...data.measured))} to ${millis(Math.max(...data.measured))}`,
    option: {
      tooltip: { ...tooltip(theme), trigger: 'item' },
      grid: [
        { left: 58, right: plotRight, top: 12, bottom: 26 },
        { left: width - plotRight + 6, right: 8, top: 12, bottom: 26, show: false },
      ],
      xAxis: [
        {
          type: 'value',
          min: 0,
          max: all.length + 1,
          name: warm > 0 ? 'warm-up (hollow), then in the order measured' : 'in the order measured',
          nameLocation: 'middle',
          nameGap: 8,
          nameTextStyle: text(theme, 11),
          axisLabel: { show: false },
          axisTick: { show: false },
          axisLine: { lineStyle: { color: theme.line } },
          splitLine: { show: false },
        },
        { gridIndex: 1, type: 'value', show: false, min: 0 },
      ],
      yAxis: [axis, { ...axis, gridIndex: 1, axisLabel: { show: false } }],
      series: [
        {
          type: 'scatter',
          name: 'warm-up',
          symbolSize: 5,
          itemStyle: { color: 'transparent', borderColor: theme.soft, borderWidth: 1 },
          data: data.warmUp.map((value, i) => [i + 1, value]),
          tooltip: { formatter: (point: { value: [number, number] }) => `warm-up ${point.value[0]}: ${millis(point.value[1])}` },
          ...(warm > 0
            ? {
                markLine: {
                  silent: true,
                  symbol: 'none',
                  label: { show: false },
                  lineStyle: { color: theme.soft, type: [3, 3], width: 1 },
                  data: [{ xAxis: warm + 0.5 }],
                },
              }
            : {}),
        },
        {
          type: 'scatter',
          name: 'measured',
          symbolSize: data.measured.length > 400 ? 3.5 : 5,
          itemStyle: { color: theme.accent, opacity: 0.8 },
          data: data.measured.map((value, i) => [warm + i + 1, value]),
          tooltip: { formatter: (point: { value: [number, number] }) => `sample ${point.value[0] - warm}: ${millis(point.value[1])}` },
          markLine: {
            silent: true,
            symbol: 'none',
            label: { show: false },
            lineStyle: { color: theme.accent, type: 'solid', width: 1.5 },
            data: [{ yAxis: data.median }],
          },
          ...(data.ends === undefined
            ? {}
            : {
                markArea: {
                  silent: true,
                  itemStyle: { color: theme.accent, opacity: 0.16 },
                  data: [[{ yAxis: data.ends[0] }, { yAxis: data.ends[1] }]],
                },
              }),
        },
        ...(beside
          ? [
              {
                type: 'line',
                xAxisIndex: 1,
                yAxisIndex: 1,
                step: 'end',
                symbol: 'none',
                silent: true,
                lineStyle: { color: theme.accent, width: 1.2 },
                areaStyle: { color: theme.accent, opacity: 0.22 },
                data: outline(bins),
              },
            ]
          : []),
      ],
    },
  };
}

/** A histogram on its side, as the outline of its bins. */
function outline(bins: ReturnType<typeof histogram>): readonly (readonly [number, number])[] {
  return bins.flatMap(({ from, to, count }) => [[0, from] as const, [count, from] as const, [count, to] as const, [0, to] as const]);
}
