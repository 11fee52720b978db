// Charts as pure functions from data: what the offline report and the dashboard draw with.
import { barsChart } from './bars';
import type { Chart } from './chart';
import { curveChart } from './curve';
import type { ChartData } from './data';
import { distributionChart } from './distribution';
import { flowChart } from './flow';
import { frontChart } from './front';
import { histogramChart } from './histogram';
import { linesChart } from './lines';
import { memoryChart } from './memory';
import { phasesChart, stepsChart } from './phases';
import { ratiosChart } from './ratios';
import { samplesChart } from './samples';
import { seriesChart } from './series';
import type { Theme } from './theme';
import { trendChart } from './trend';

export type { Chart } from './chart';
export type * from './data';
export { cumulativeChart } from './distribution';
export { mount, redrawAll, unmount, type Maker } from './mount';
export { themeOf, type Theme } from './theme';

/** The chart of some data, for a place of this width in CSS pixels. */
export function chartOf(data: ChartData, theme: Theme, width: number): Chart {
  switch (data.kind) {
    case 'samples':
      return samplesChart(data, theme, width);
    case 'distribution':
      return distributionChart(data, theme, width);
    case 'phases':
      return phasesChart(data, theme, width);
    case 'steps':
      return stepsChart(data, theme, width);
    case 'memory':
      return memoryChart(data, theme, width);
    case 'ratios':
      return ratiosChart(data, theme, width);
    case 'series':
      return seriesChart(data, theme);
    case 'curve':
      return curveChart(data, theme);
    case 'lines':
      return linesChart(data, theme, width);
    case 'flow':
      return flowChart(data, theme, width);
    case 'front':
      return frontChart(data, theme, width);
    case 'bars':
      return barsChart(data, theme, width);
    case 'histogram':
      return histogramChart(data, theme);
    case 'trend':
      return trendChart(data, theme);
  }
}
