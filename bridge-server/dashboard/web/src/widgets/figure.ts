// Charts of the shared set in a page. The figures stand in a table or in words beside each; a chart's label tells them too.
import { useEffect, useRef } from 'preact/hooks';
import { chartOf, mount, unmount, type ChartData } from '@bascule/charts/index';
import type { QuantizationChart } from '../api/types';
import { h, type Markup } from '../dom/h';

interface FigureProps {
  readonly caption: string;
  readonly data: ChartData;
}

/** A chart; it is drawn once it is in the page and has a width. */
export function figure(caption: string, data: ChartData): Markup {
  return h(Figure, { caption, data });
}

function Figure({ caption, data }: FigureProps): Markup {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawn = place.current as HTMLDivElement;
    mount(drawn, (theme, width) => chartOf(data, theme, width));
    return () => unmount(drawn);
  }, [JSON.stringify(data)]);
  return h('figure', null, h('figcaption', null, caption), h('div', { class: 'chart', ref: place }));
}

/** A chart as the server made it, of what the report's page draws. */
export function drawn({ caption, chart }: QuantizationChart): Markup {
  return h(Figure, { key: caption, caption, data: chart as unknown as ChartData });
}
