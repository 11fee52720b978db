// The cases of conformance runs, thousands of which would bury the models: left out unless they are asked for, and never in silence.
import { h, type Markup } from '../dom/h';
import { allCases, onlyModels } from '../state/cases';
import { count } from '../words/format';

/** How many are left out, with the way to see them; or that they are there, with the way back. */
export function operatorCases(leftOut: number, query: URLSearchParams, to: (query: URLSearchParams) => string, beside = ''): Markup | null {
  if (query.get('cases') === 'all') {
    return line('Operator cases of conformance runs are shown too. ', to(onlyModels(query)), 'Leave them out');
  }
  return leftOut === 0 ? null : line(`${count(leftOut, 'operator case')} of conformance runs ${leftOut === 1 ? 'is' : 'are'} left out${beside}. `, to(allCases(query)), leftOut === 1 ? 'Show it' : 'Show them');
}

function line(words: string, href: string, deed: string): Markup {
  return h('p', { class: 'soft left-out', role: 'note' }, words, h('a', { href }, deed));
}
