// What is said above the matrix of the predictions in it. Pure.
import { h, type Markup } from '../dom/h';
import type { Expected } from '../state/predictions';
import { withCode } from '../widgets/states';
import { count } from '../words/format';

/** As many reasons as a line or two can hold. */
const MOST = 3;

/**
 * What settles it for the rows that are asked for now; nothing while that is on its way. What is pending says itself that it is
 * asked again.
 */
export function settledFor(asked: string, told: { readonly asked: string; readonly expected: Expected } | undefined, busy: boolean): Expected | undefined {
  return told === undefined || told.asked !== asked || (busy && !told.expected.pending) ? undefined : told.expected;
}

/** @param expected nothing while it is on its way */
export function expectationOf(expected: Expected | undefined): Markup {
  if (expected === undefined) {
    return waiting('Working out predictions…');
  }
  if (expected.blanks === 0) {
    return line('Nothing to predict: these rows have no blank of a single backend.');
  }
  const settled = `${expected.predicted} of ${count(expected.blanks, 'blank')} predicted`;
  const reasons = expected.reasons.slice(0, MOST).map(([reason, blanks]) => `${blanks} ${blanks === 1 ? 'has' : 'have'} none: ${reason}`);
  const more = expected.reasons.length > MOST ? [`${count(expected.reasons.length - MOST, 'more reason')} in the blanks`] : [];
  const said = `${[settled, ...reasons, ...more].join('. ')}.`;
  return expected.pending ? waiting(`${said} Asked again every few seconds…`) : line(said);
}

function line(words: string): Markup {
  return h('p', { class: 'soft expected', role: 'status' }, withCode(words));
}

function waiting(words: string): Markup {
  return h('p', { class: 'soft expected', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), ' ', words);
}
