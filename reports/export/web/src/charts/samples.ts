import { use } from 'echarts/core';
import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { SamplesData } from './data';
import { millis, tick, whole } from './format';
import { drawn, greatest, histogram, least, wantsLog } from './statistics';
import type { Theme } from './theme';

use([BarChart, GridComponent, LineChart, MarkAreaComponent, MarkLineComponent, ScatterChart, TooltipComponent]);

const HEIGHT = 200;
const LINE = 14;
/** More dots than these hide each other, and are more than a browser draws at ease. */
const MOST = 2000;

/** Every sample in the order measured, warm-up hollow; beside it how often which time occurred. */
export function samplesChart(data: SamplesData, theme: Theme, width: number): Chart {
  const warm = data.warmUp.length;
  const all = [...data.warmUp, ...data.measured];
  const low = least(all);
  const high = greatest(all);
  const shown = drawn(data.measured, MOST);
  // One far-off sample would press all others on the axis.
  const log = wantsLog(all);
  const from = log ? low / 1.3 : low < high / 3 ? 0 : low - (high - low) * 0.1;
  const to = log ? high * 1.3 : high + (high - from) * 0.06;
  const bins = log ? histogram(data.measured.map(Math.log10)).map(({ from, to, count }) => ({ from: 10 ** from, to: 10 ** to, count })) : histogram(data.measured);
  const beside = width >= 520;
  const plotRight = beside ? Math.round(width * 0.2) + 20 : 12;
  const words = [
    warm > 0 ? 'warm-up (hollow), then in the order measured' : 'in the order measured',
    ...(shown.length < data.measured.length ? [`${whole(shown.length)} of ${whole(data.measured.length)} drawn`] : []),
    ...(log ? ['logarithmic'] : []),
  ];
  // A line that is wider than the chart would press its picture together.
  const lines = beside ? 1 : words.length;
  const bottom = 26 + (lines - 1) * LINE;
  const axis = { ...values(theme, (value) => tick(value, 'ms'), log), name: '', min: from, max: to };
  // The ends are where the samples are, and no round figures.
  Object.assign(axis, { axisLabel: { ...axis.axisLabel, showMinLabel: from === 0, showMaxLabel: false } });
  return {
    height: HEIGHT + bottom - 26,
    label:
      `${whole(data.measured.length)} samples${warm > 0 ? ` after ${whole(warm)} of warm-up` : ''} in the order measured: median ${millis(data.median)}` +
      `${data.ends === undefined ? '' : `, 95 % interval ${millis(data.ends[0])} to ${millis(data.ends[1])}`}, from ` +
      `${millis(least(data.measured))} to ${millis(greatest(data.measured))}`,
    option: {
      tooltip: { ...tooltip(theme), trigger: 'item' },
      grid: [
        { left: 58, right: plotRight, top: 12, bottom },
        ...(beside ? [{ left: width - plotRight + 6, right: 8, top: 12, bottom, show: false }] : []),
      ],
      xAxis: [
        {
          type: 'value',
          min: 0,
          max: all.length + 1,
          name: words.join(beside ? '; ' : '\n'),
          nameLocation: 'middle',
          nameGap: 8,
          nameTextStyle: { ...text(theme, 11), lineHeight: LINE },
          axisLabel: { show: false },
          axisTick: { show: false },
          axisLine: { lineStyle: { color: theme.line } },
          splitLine: { show: false },
        },
        ...(beside ? [{ gridIndex: 1, type: 'value', show: false, min: 0 }] : []),
      ],
      yAxis: [axis, ...(beside ? [{ ...axis, gridIndex: 1, axisLabel: { show: false } }] : [])],
      series: [
        {
          type: 'scatter',
          name: 'warm-up',
          symbolSize: 5,
          itemStyle: { color: 'transparent', borderColor: theme.soft, borderWidth: 1 },
          data: drawn(data.warmUp, MOST).map((i) => [i + 1, data.warmUp[i]]),
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
          symbolSize: shown.length > 400 ? 3.5 : 5,
          itemStyle: { color: theme.accent, opacity: 0.8 },
          data: shown.map((i) => [warm + i + 1, data.measured[i]]),
          tooltip: { formatter: (point: { value: [number, number] }) => `sample ${whole(point.value[0] - warm)}: ${millis(point.value[1])}` },
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
