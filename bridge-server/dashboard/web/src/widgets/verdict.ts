import { h, type Markup } from '../dom/h';
import { lookOf } from '../words/verdicts';

/** A verdict's sign and word in its colour. */
export function verdictChip(verdict: string): Markup {
  const look = lookOf(verdict);
  return h('span', { class: `chip ${look.tone}` }, h('span', { 'aria-hidden': 'true' }, look.sign), ` ${look.word}`);
}

/** How many of each verdict, the worst last, as the server orders them. */
export function tally(verdicts: Readonly<Record<string, number>>): Markup {
  const entries = Object.entries(verdicts).filter(([, n]) => n > 0);
  return h(
    'span',
    { class: 'tally' },
    entries.map(([verdict, n]) => {
      const look = lookOf(verdict);
      return h('span', { class: `chip ${look.tone}`, title: look.word }, h('span', { 'aria-hidden': 'true' }, look.sign), ` ${n}`, h('span', { class: 'unseen' }, ` ${look.word}`));
    }),
  );
}
