// A blank of the matrix with what is expected there: to be seen at once as not measured.
import type { PredictedTime } from '../api/types';
import { h, type Markup } from '../dom/h';
import { millis, percent, range } from '../words/format';
import type { CellAt } from './matrix-cells';

/** The interval, or that there is none. */
export function intervalOf({ interval }: PredictedTime): string {
  return interval === null ? 'no interval' : range([interval.lowMs, interval.highMs], millis);
}

/**
 * @param place the row and the column in words
 * @param column its id
 * @param href where the details are, and the way to measure it
 */
export function predictedCell(place: string, column: string, time: PredictedTime, href: string, at: CellAt): Markup {
  const more = [
    'predicted, not measured',
    time.interval === null ? (time.noInterval ?? 'no interval') : `${percent(time.interval.level, 0)} interval ${intervalOf(time)}`,
    `rests on ${time.restsOn}`,
    time.regime,
    time.doubt === null ? '' : `doubtful whether it runs there: ${time.doubt}`,
    time.usualError === null ? '' : `usual error ${percent(time.usualError)}`,
  ].filter((part) => part !== '');
  return h(
    'td',
    { role: 'gridcell', key: column, 'aria-colindex': at.column, class: 'gap predicted' },
    h(
      'a',
      { href, tabindex: at.tabindex, title: [place, ...more].join('\n') },
      h('span', { class: 'cell-word' }, 'predicted'),
      h('span', { class: 'cell-time' }, `≈ ${millis(time.ms)}`),
      h('span', { class: 'cell-more' }, intervalOf(time)),
      h('span', { class: 'unseen' }, `, ${more.join(', ')}`),
    ),
  );
}
