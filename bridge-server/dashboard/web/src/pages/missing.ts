import { hrefOf } from '../app/router';
import type { View } from '../app/view';
import { h } from '../dom/h';
import { empty } from '../widgets/states';

export function missingPage(): View {
  return { title: 'No such page', element: empty('There is no page at this address', h('a', { class: 'button', href: hrefOf({ page: 'matrix' }) }, 'To the matrix')) };
}
