// Filters with their values and how many there are of each; a long list shows its most frequent values first.
import { useState } from 'preact/hooks';
import type { Facet, Facets } from '../api/types';
import { h, type Markup } from '../dom/h';
import type { Filters } from '../state/filters';
import { lookOf } from '../words/verdicts';
import { check } from './choice';
import { whole } from '../words/format';

const SHORT = 7;

export interface FacetWords {
  readonly name: string;
  readonly title: string;
  /** How a value is shown where it is not shown as it is. */
  readonly label?: (value: string) => string;
}

export function verdictLabel(value: string): string {
  const look = lookOf(value);
  return `${look.sign} ${look.word}`;
}

/** All facets; those with one value only, of which nothing is chosen, would narrow nothing and are left out. */
export function facetList(
  words: readonly FacetWords[],
  facets: Readonly<Partial<Record<string, Facets>>>,
  filters: Filters,
  toggle: (facet: string, value: string) => void,
): Markup[] {
  return words.flatMap((facet) => {
    const chosen = filters.chosen[facet.name] ?? [];
    const values = withChosen(facets[facet.name]?.values ?? [], chosen);
    return values.length < 2 && chosen.length === 0 ? [] : [h(Group, { key: facet.name, facet, values, chosen, toggle: (value) => toggle(facet.name, value) })];
  });
}

/** A chosen value of which nothing is left must stay, or it could not be unchosen. */
function withChosen(values: readonly Facet[], chosen: readonly string[]): readonly Facet[] {
  const missing = chosen.filter((value) => !values.some((known) => known.value === value));
  return [...values, ...missing.map((value) => ({ value, count: 0 }))];
}

interface GroupProps {
  readonly facet: FacetWords;
  readonly values: readonly Facet[];
  readonly chosen: readonly string[];
  readonly toggle: (value: string) => void;
}

function Group({ facet, values, chosen, toggle }: GroupProps): Markup {
  const box = ({ value, count }: Facet): Markup => check(facet.label?.(value) ?? value, chosen.includes(value), () => toggle(value), { beside: whole(count), value });
  // What is chosen later stays where it is, and so does the focus.
  const [first] = useState(chosen);
  const shown = values.filter((value, i) => i < SHORT || first.includes(value.value));
  const rest = values.filter((value) => !shown.includes(value));
  return h(
    'fieldset',
    { class: 'facet', 'data-facet': facet.name },
    h('legend', null, facet.title),
    shown.map(box),
    rest.length > 0 && h('details', { class: 'more' }, h('summary', null, `${rest.length} more`), rest.map(box)),
  );
}

/** Something that was chosen, to be taken back. */
export function chip(title: string, label: string, takeAway: () => void): Markup {
  return h(
    'button',
    { type: 'button', class: 'chosen', 'aria-label': `Take away ${title}: ${label}`, onClick: takeAway },
    h('span', { class: 'soft' }, `${title}: `),
    label,
    h('span', { 'aria-hidden': 'true' }, ' ✕'),
  );
}

/** What is chosen, each to be taken back. */
export function chosenChips(
  words: readonly FacetWords[],
  filters: Filters,
  toggle: (facet: string, value: string) => void,
  clear: () => void,
): Markup | null {
  const chips = words.flatMap((facet) =>
    (filters.chosen[facet.name] ?? []).map((value) => {
      const label = facet.label?.(value) ?? value;
      return chip(facet.title, label, () => toggle(facet.name, value));
    }),
  );
  return chips.length === 0 ? null : h('div', { class: 'chips' }, chips, h('button', { type: 'button', class: 'link', onClick: clear }, 'Clear all'));
}
