import { chartOf, cumulativeChart, mount, redrawAll, type ChartData, type DistributionData } from '../charts';
import { bandMatrices } from './bands';

/** Draws the charts whose data the page carries, each when it comes near the window; all that are open, for paper. */
export function drawCharts(): void {
  const source = document.getElementById('charts');
  if (source === null) {
    return;
  }
  const data = JSON.parse(source.textContent) as Record<string, ChartData>;
  const waiting = new Map<HTMLElement, ChartData>();
  for (const [id, chart] of Object.entries(data)) {
    const place = document.getElementById(id);
    if (place !== null) {
      waiting.set(place, chart);
    }
  }
  const draw = (place: HTMLElement): void => {
    const chart = waiting.get(place);
    if (chart !== undefined) {
      waiting.delete(place);
      near.unobserve(place);
      mount(place, (theme, width) => chartOf(chart, theme, width));
      if (chart.kind === 'distribution') {
        offerCumulative(place, chart);
      }
    }
  };
  const near = new IntersectionObserver(
    (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => draw(entry.target as HTMLElement)),
    { rootMargin: '300px' },
  );
  waiting.forEach((_, place) => near.observe(place));
  const forPaper = (): void => {
    bandMatrices();
    [...waiting.keys()].filter((place) => place.checkVisibility()).forEach(draw);
    redrawAll();
  };
  addEventListener('beforeprint', forPaper);
  matchMedia('print').addEventListener('change', (event) => event.matches && forPaper());
}

/** Boxes or cumulative shares: two views of the same samples. */
function offerCumulative(place: HTMLElement, chart: DistributionData): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'switch';
  button.setAttribute('aria-pressed', 'false');
  button.textContent = 'Cumulative shares';
  button.addEventListener('click', () => {
    const cumulative = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(cumulative));
    mount(place, (theme, width) => (cumulative ? cumulativeChart(chart, theme) : chartOf(chart, theme, width)));
  });
  place.before(button);
}
