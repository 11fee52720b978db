import { use } from 'echarts/core';
import { ScatterChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { names, nameWidth, text, values } from './axes';
import type { Chart } from './chart';
import type { RatiosData } from './data';
import { significant, times, whole } from './format';
import { whiskers } from './intervals';
import { colorOf, symbolOf, type Theme } from './theme';

use([GridComponent, MarkLineComponent, ScatterChart, TooltipComponent]);

/** How many times as long as a base, with intervals; equal factors are equally far apart, and the dashed line is the base. */
export function ratiosChart(data: RatiosData, theme: Theme, width: number): Chart {
  const labels = data.rows.map((row) => row.label);
  const left = nameWidth(labels, width) + 14;
  const reach = data.rows.flatMap((row) => [row.ratio, ...(row.ends ?? [])]).filter((value) => value > 0);
  const [least, greatest] = [Math.min(1, ...reach), Math.max(1, ...reach)];
  const ticks = factors(least / 1.15, greatest * 1.15, width < 560 ? 3 : 6);
  const words = ({ ratio, ends, beside }: RatiosData['rows'][number], withEnds = true, withRest = true): string =>
    `${times(ratio)}${withEnds && ends !== undefined ? ` (${significant(ends[0])}–${significant(ends[1])})` : ''}${withRest && beside !== undefined ? `, ${beside}` : ''}`;
  // Where there is no room for all, the interval is in the picture alone, and then the rest is left to the page: half a word is none.
  const forms = [data.rows.map((row) => words(row)), data.rows.map((row) => words(row, false)), data.rows.map((row) => words(row, false, false))];
  const room = (form: readonly string[]): number => Math.max(...form.map((text) => text.length)) * 7.4 + 24;
  const beside = forms.find((form) => room(form) <= width * 0.42 && left + room(form) <= width * 0.65) ?? (forms.at(-1) as string[]);
  const right = Math.min(room(beside), width * 0.42);
  return {
    height: data.rows.length * 36 + 66,
    label: `Times as long as ${data.base}; below 1 is faster. ${data.rows.map((row) => `${row.label}: ${words(row)}`).join('; ')}`,
    option: {
      grid: { left, right, top: 22, bottom: 40 },
      xAxis: {
        ...values(theme, (value) => times(value), true),
        min: least / 1.15,
        max: greatest * 1.15,
        axisTick: { show: false, customValues: ticks },
        axisLabel: { ...text(theme, 11), customValues: ticks, formatter: (value: number) => `×${value < 1000 ? Number(value.toPrecision(3)) : whole(value)}`, hideOverlap: true },
      },
      yAxis: [
        names(theme, labels, width),
        {
          type: 'category',
          inverse: true,
          position: 'right',
          data: beside,
          axisLine: { show: false },
          axisTick: { show: false },
          axisLabel: { ...text(theme), interval: 0, width: right - 12, overflow: 'truncate' },
        },
      ],
      series: [
        {
          type: 'scatter',
          silent: true,
          symbolSize: 9,
          z: 4,
          data: data.rows.map((row, i) => ({
            value: [row.ratio, i],
            symbol: symbolOf(row.ratio <= 1 ? 0 : 3),
            itemStyle: { color: colorOf(theme, row.ratio <= 1 ? 0 : 1) },
          })),
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { color: theme.soft, type: [4, 4] },
            label: { ...text(theme, 11), formatter: data.base, position: 'start' },
            data: [{ xAxis: 1 }],
          },
        },
        whiskers(
          data.rows.flatMap((row, i) => (row.ends !== undefined && row.ends[0] > 0 ? [[i, ...row.ends] as const] : [])),
          theme.ink,
          'x',
        ),
      ],
    },
  };
}

/** Round factors within a range, 1 among them, no more than so many: by powers of ten, then finer. */
export function factors(least: number, greatest: number, most: number): number[] {
  const powers = Array.from({ length: 13 }, (_, i) => 10 ** (i - 6));
  const steps = [
    powers.flatMap((power) => [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.5, 3, 4, 5, 6, 7, 8, 9].map((step) => step * power)),
    powers.flatMap((power) => [1, 1.25, 1.5, 2, 3, 4, 5, 7].map((step) => step * power)),
    powers.flatMap((power) => [1, 2, 5].map((step) => step * power)),
    powers,
    powers.filter((_, i) => i % 2 === 0),
    [1],
  ];
  const within = steps.map((step) => step.map((value) => Number(value.toPrecision(3))).filter((value) => value >= least && value <= greatest));
  return within.find((values) => values.length <= most) ?? [1];
}
