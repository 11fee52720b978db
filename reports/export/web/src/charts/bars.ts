import { use } from 'echarts/core';
import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { decal, escaped, legend, names, nameWidth, tooltip, values } from './axes';
import type { Chart } from './chart';
import type { BarsData } from './data';
import { amount, tick } from './format';
import { wantsLog } from './statistics';
import { colorOf, type Theme } from './theme';

use([BarChart, GridComponent, LegendComponent, TooltipComponent]);

/** Bars of names, one or several each; where some are very much longer than others, equal lengths are equal factors. */
export function barsChart(data: BarsData, theme: Theme, width: number): Chart {
  const labels = data.rows.map((row) => row.label);
  const positive = data.rows.flatMap((row) => Object.values(row.values)).filter((value) => value > 0);
  const log = positive.length > 1 && wantsLog(positive);
  // A log axis has no 0: what is 0 there has no bar, which the words say.
  const least = log ? Math.min(...positive) / 2 : 0;
  const several = data.series.length > 1;
  const said = (values: Readonly<Record<string, number>>, name: string): string => {
    const value = values[name];
    return value === undefined ? 'not measured' : value === 0 ? '0' : told(value, data.unit);
  };
  return {
    height: data.rows.length * (several ? 40 : 28) + (several ? 78 : 52),
    label: `${data.name}. ${data.rows.map((row) => `${row.label}: ${data.series.map((name) => `${several ? `${name} ` : ''}${said(row.values, name)}`).join(', ')}`).join('; ')}`,
    option: {
      ...(several ? { legend: legend(theme) } : {}),
      tooltip: {
        ...tooltip(theme),
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: ([point]: [{ dataIndex: number }]) => {
          const row = data.rows[point.dataIndex];
          return row === undefined ? '' : [`<b>${escaped(row.label)}</b>`, ...data.series.map((name) => `${escaped(name)}: ${said(row.values, name)}`)].join('<br>');
        },
      },
      grid: { left: nameWidth(labels, width) + 14, right: 24, top: several ? 34 : 8, bottom: log ? 44 : 32 },
      xAxis: { ...values(theme, (value) => (data.unit === '1' && value > 0 && value < 1e-3 ? value.toExponential(0) : tick(value, data.unit)), log), ...(log ? { min: least } : { min: 0 }) },
      yAxis: names(theme, labels, width),
      series: data.series.map((name, n) => ({
        type: 'bar',
        name,
        barWidth: 13,
        itemStyle: { color: colorOf(theme, n), decal: decal(theme, n) },
        data: data.rows.map(({ values: own }) => (own[name] === undefined || (log && own[name] === 0) ? null : own[name])),
      })),
    },
  };
}

/** Whole bits are whole, and what is very small has its power of ten. */
function told(value: number, unit: string): string {
  return unit === 'bits' ? `${value} bits` : unit === '1' && value < 1e-3 ? value.toExponential(1) : amount(value, unit);
}
