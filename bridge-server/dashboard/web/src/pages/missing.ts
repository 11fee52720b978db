import { hrefOf } from '../app/router';
import { h, type Markup } from '../dom/h';
import { empty } from '../widgets/states';

export function MissingPage(): Markup {
  return empty('There is no page at this address', h('a', { class: 'button', href: hrefOf({ page: 'matrix' }) }, 'To the matrix'));
}
