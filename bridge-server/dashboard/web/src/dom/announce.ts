// Tells a screen reader what changed on the page, when it has nothing else to say.
import { h } from './h';

const places = { polite: place('polite'), assertive: place('assertive') };

function place(how: 'polite' | 'assertive'): HTMLElement {
  return h('div', { class: 'unseen', 'aria-live': how, 'aria-atomic': 'true' });
}

/** The live regions; they have to be in the page before anything is said. */
export function regions(): readonly HTMLElement[] {
  return [places.polite, places.assertive];
}

export function announce(text: string, how: 'polite' | 'assertive' = 'polite'): void {
  const target = places[how];
  // The same words again are a change only if they were gone in between.
  target.textContent = '';
  setTimeout(() => (target.textContent = text), 60);
}
