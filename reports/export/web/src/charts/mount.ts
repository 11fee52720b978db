// Draws charts into the page: as SVG, in the page's colours, as wide as their place, told to a screen reader in words.
import { init, use, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Chart } from './chart';
import { themeOf, type Theme } from './theme';

use([SVGRenderer]);

/** How a chart is made: asked again when the page's colours change or its place changes its width. */
export type Maker = (theme: Theme, width: number) => Chart;

interface Mounted {
  readonly chart: EChartsType;
  readonly redraw: () => void;
}

const mounted = new Map<HTMLElement, Mounted>();

/** Draws a chart into an element, and again whenever the element's width or the page's colours change. */
export function mount(place: HTMLElement, make: Maker): EChartsType {
  unmount(place);
  const chart = init(place, null, { renderer: 'svg', width: place.clientWidth || 640, height: 240 });
  const redraw = (): void => {
    const width = place.clientWidth || 640;
    const made = make(themeOf(isDark()), width);
    place.setAttribute('role', 'img');
    place.setAttribute('aria-label', made.label);
    place.style.height = `${made.height}px`;
    chart.resize({ width, height: made.height });
    chart.setOption({ animation: false, ...made.option }, { notMerge: true });
  };
  redraw();
  mounted.set(place, { chart, redraw });
  resizes?.observe(place);
  return chart;
}

/** Takes a chart out of the page again. */
export function unmount(place: HTMLElement): void {
  mounted.get(place)?.chart.dispose();
  mounted.delete(place);
  resizes?.unobserve(place);
}

/** Draws all anew, such as for paper. */
export function redrawAll(): void {
  mounted.forEach(({ redraw }) => redraw());
}

function isDark(): boolean {
  if (matchMedia('print').matches) {
    return false;
  }
  const chosen = document.documentElement.dataset['theme'];
  return chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}

const widths = new WeakMap<Element, number>();
const resizes =
  typeof ResizeObserver === 'undefined'
    ? undefined
    : new ResizeObserver((entries) => {
        for (const { target, contentRect } of entries) {
          // Our own change of the height must not start it again.
          if (contentRect.width > 0 && widths.get(target) !== contentRect.width) {
            widths.set(target, contentRect.width);
            mounted.get(target as HTMLElement)?.redraw();
          }
        }
      });

if (typeof matchMedia !== 'undefined') {
  for (const query of ['(prefers-color-scheme: dark)', 'print']) {
    matchMedia(query).addEventListener('change', redrawAll);
  }
}
