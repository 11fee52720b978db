import type { EChartsCoreOption } from 'echarts/core';

/** A chart as data: what ECharts draws, how high it wants to be, and what it shows, in words. */
export interface Chart {
  readonly option: EChartsCoreOption;
  /** In CSS pixels. */
  readonly height: number;
  /** What someone who cannot see it is told; the figures themselves stand in a table beside it. */
  readonly label: string;
}
