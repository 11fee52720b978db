import { use } from 'echarts/core';
import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { decal, escaped, legend, names, nameWidth, text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { PhasesData } from './data';
import { millis, tick } from './format';
import { wantsLog } from './statistics';
import { colorOf, type Theme } from './theme';

use([BarChart, GridComponent, LegendComponent, TooltipComponent]);

const PHASES = [
  ['fetch', 'fetch'],
  ['create', 'create session'],
  ['first', 'first inference'],
  ['warm', 'warm inference'],
  ['dispose', 'release'],
] as const;

/**
 * What a user waits for, phase after phase, on each target. Where one target takes very much longer than another, the other's
 * bar would be nothing: then each bar is a whole, and its length stands beside it.
 */
export function phasesChart(data: PhasesData, theme: Theme, width: number): Chart {
  const labels = data.rows.map((row) => row.label);
  const left = nameWidth(labels, width) + 14;
  const seen = PHASES.filter(([key]) => data.rows.some((row) => row[key] !== undefined));
  const totals = data.rows.map((row) => PHASES.reduce((sum, [key]) => sum + (row[key] ?? 0), 0));
  const whole = wantsLog(totals);
  const narrow = width < 560;
  return {
    height: data.rows.length * 38 + (narrow ? 92 : 66),
    label: `Phases by target. ${data.rows
      .map((row) => `${row.label}: ${seen.flatMap(([key, name]) => (row[key] === undefined ? [] : [`${name} ${millis(row[key])}`])).join(', ')}`)
      .join('; ')}`,
    option: {
      tooltip: {
        ...tooltip(theme),
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: ([point]: [{ dataIndex: number }]) => {
          const row = data.rows[point.dataIndex];
          return row === undefined
            ? ''
            : [`<b>${escaped(row.label)}</b>`, ...seen.map(([key, name]) => `${name}: ${row[key] === undefined ? 'not read' : millis(row[key])}`)].join('<br>');
        },
      },
      legend: legend(theme),
      grid: { left, right: whole ? 76 : 24, top: narrow ? 62 : 34, bottom: 32 },
      xAxis: whole
        ? { ...values(theme, (value) => `${value} %`, false), min: 0, max: 100, interval: 25 }
        : { ...values(theme, (value) => tick(value, 'ms'), false), min: 0 },
      yAxis: [
        names(theme, labels, width),
        ...(whole
          ? [
              {
                type: 'category',
                inverse: true,
                position: 'right',
                data: totals.map(millis),
                axisLine: { show: false },
                axisTick: { show: false },
                axisLabel: { ...text(theme), color: theme.ink, interval: 0 },
              },
            ]
          : []),
      ],
      series: seen.map(([key, name], n) => ({
        type: 'bar',
        stack: 'phases',
        name,
        barWidth: 16,
        itemStyle: { color: colorOf(theme, n), borderColor: theme.card, borderWidth: 0.5, decal: decal(theme, n) },
        data: data.rows.map((row, i) => (row[key] === undefined ? null : whole ? (100 * row[key]) / (totals[i] as number) : row[key])),
      })),
    },
  };
}
