// Tells a screen reader what changed on the page, when it has nothing else to say.
import { createRef } from 'preact';
import { h, type Markup } from './h';

const places = { polite: createRef<HTMLElement>(), assertive: createRef<HTMLElement>() };

/** The live regions; they have to be in the page before anything is said. */
export function regions(): readonly Markup[] {
  return (['polite', 'assertive'] as const).map((how) => h('div', { class: 'unseen', 'aria-live': how, 'aria-atomic': 'true', ref: places[how] }));
}

export function announce(text: string, how: 'polite' | 'assertive' = 'polite'): void {
  const target = places[how].current;
  if (target === null) {
    return;
  }
  // The same words again are a change only if they were gone in between.
  target.textContent = '';
  setTimeout(() => (target.textContent = text), 60);
}
