import type { Page } from '../api/types';
import { h, type Markup } from '../dom/h';
import { count } from '../words/format';

/** Which part of a list is shown, and the way to the others. */
export function pager(page: Page, what: string, go: (number: number) => void, beside = ''): Markup {
  const first = (page.number - 1) * page.size + 1;
  const last = Math.min(page.total, page.number * page.size);
  const button = (label: string, number: number, sign: string): Markup =>
    h('button', { type: 'button', class: 'small-button', 'aria-label': label, disabled: number < 1 || number > page.pages, onClick: () => go(number) }, sign);
  return h(
    'nav',
    { class: 'pager', 'aria-label': 'Parts of the list' },
    h('span', { class: 'soft' }, page.total === 0 ? `no ${what}s` : page.pages === 1 ? count(page.total, what) : `${first}–${last} of ${count(page.total, what)}`, beside),
    page.pages > 1 && [
      button('First page', page.number === 1 ? 0 : 1, '«'),
      button('Previous page', page.number - 1, '‹'),
      h('span', { 'aria-current': 'page' }, `page ${page.number} of ${page.pages}`),
      button('Next page', page.number + 1, '›'),
      button('Last page', page.number === page.pages ? page.pages + 1 : page.pages, '»'),
    ],
  );
}
