import { use } from 'echarts/core';
import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { decal, escaped, legend, names, nameWidth, text, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { PhasesData, StepsData } from './data';
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

const STEPS = [
  ['decode', 'decode'],
  ['features', 'features'],
  ['upload', 'upload'],
  ['inference', 'inference'],
  ['download', 'download'],
  ['postProcessing', 'post-processing'],
] as const;

/** What a user waits for, phase after phase, on each target. */
export function phasesChart({ rows }: PhasesData, theme: Theme, width: number): Chart {
  return stacked({ title: 'Phases by target', stack: 'phases', parts: PHASES, absent: 'not read' }, rows, theme, width);
}

/** What lies between a file and the model's outputs, step after step, on each target. */
export function stepsChart({ rows }: StepsData, theme: Theme, width: number): Chart {
  return stacked({ title: 'From file to outputs by target, medians', stack: 'steps', parts: STEPS, absent: 'not told apart' }, rows, theme, width);
}

/** Parts of a whole in their order, by key and name; and what is said of one that a row lacks. */
interface Parts<K extends string> {
  readonly title: string;
  readonly stack: string;
  readonly parts: readonly (readonly [key: K, name: string])[];
  readonly absent: string;
}

/**
 * Bars of parts, one after the other. Where one target takes very much longer than another, the other's bar would be nothing: then
 * each bar is a whole, and its length stands beside it.
 */
function stacked<K extends string>(
  { title, stack, parts, absent }: Parts<K>,
  rows: readonly (Readonly<{ label: string; total?: number }> & Readonly<Partial<Record<K, number>>>)[],
  theme: Theme,
  width: number,
): Chart {
  const inAll = ({ total }: { total?: number }): string => (total === undefined ? '' : `, ${millis(total)} in all`);
  const labels = rows.map((row) => row.label);
  const left = nameWidth(labels, width) + 14;
  const seen = parts.filter(([key]) => rows.some((row) => row[key] !== undefined));
  const totals = rows.map((row) => parts.reduce<number>((sum, [key]) => sum + (row[key] ?? 0), 0));
  const whole = wantsLog(totals);
  const narrow = width < 560;
  return {
    height: rows.length * 38 + (narrow ? 92 : 66),
    label: `${title}. ${rows
      .map((row) => `${row.label}${inAll(row)}: ${seen.flatMap(([key, name]) => (row[key] === undefined ? [] : [`${name} ${millis(row[key])}`])).join(', ')}`)
      .join('; ')}`,
    option: {
      tooltip: {
        ...tooltip(theme),
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: ([point]: [{ dataIndex: number }]) => {
          const row = rows[point.dataIndex];
          return row === undefined
            ? ''
            : [`<b>${escaped(row.label)}</b>${inAll(row)}`, ...seen.map(([key, name]) => `${name}: ${row[key] === undefined ? absent : millis(row[key])}`)].join('<br>');
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
                data: rows.map(({ total }, i) => millis(total ?? (totals[i] as number))),
                axisLine: { show: false },
                axisTick: { show: false },
                axisLabel: { ...text(theme), color: theme.ink, interval: 0 },
              },
            ]
          : []),
      ],
      series: seen.map(([key, name], n) => ({
        type: 'bar',
        stack,
        name,
        barWidth: 16,
        itemStyle: { color: colorOf(theme, n), borderColor: theme.card, borderWidth: 0.5, decal: decal(theme, n) },
        data: rows.map((row, i) => (row[key] === undefined ? null : whole ? (100 * row[key]) / (totals[i] as number) : row[key])),
      })),
    },
  };
}
