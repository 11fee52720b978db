// Light, dark, or as the system has it. The choice stays in this browser.
import { redrawAll } from '@bascule/charts/index';
import { h } from '../dom/h';

const KEY = 'bascule-theme';
const CHOICES = ['system', 'light', 'dark'] as const;
type Choice = (typeof CHOICES)[number];

const SIGNS: Readonly<Record<Choice, string>> = { system: '◐', light: '☀', dark: '☾' };

export function themeSwitch(): HTMLElement {
  let choice = stored();
  const button = h('button', { type: 'button', class: 'quiet theme', on: { click: () => next() } });
  const show = (): void => {
    button.textContent = SIGNS[choice];
    button.setAttribute('aria-label', `Colours: ${choice}`);
    button.title = `Colours: ${choice}`;
    if (choice === 'system') {
      delete document.documentElement.dataset['theme'];
    } else {
      document.documentElement.dataset['theme'] = choice;
    }
  };
  const next = (): void => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] as Choice;
    store(choice);
    show();
    redrawAll();
  };
  show();
  return button;
}

function stored(): Choice {
  try {
    return CHOICES.find((choice) => choice === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system';
  }
}

function store(choice: Choice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // A browser that keeps nothing keeps no theme either.
  }
}
