// Charts of the shared set in a page. The figures stand in a table or in words beside each; a chart's label tells them too.
import { chartOf, mount, unmount, type ChartData, type Maker } from '@bascule/charts/index';
import { h } from '../dom/h';

/** A place for a chart; it is drawn once it is in the page and has a width. */
export function figure(caption: string, data: ChartData | Maker): HTMLElement {
  const place = h('div', { class: 'chart' });
  const maker: Maker = typeof data === 'function' ? data : (theme, width) => chartOf(data, theme, width);
  requestAnimationFrame(() => place.isConnected && mount(place, maker));
  return h('figure', null, h('figcaption', null, caption), place);
}

/** Takes the charts of a part of the page away before it is thrown away. */
export function dropFigures(part: ParentNode): void {
  part.querySelectorAll<HTMLElement>('.chart').forEach(unmount);
}
