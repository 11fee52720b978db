// Light, dark, or as the system has it. The choice stays in this browser.
import { redrawAll } from '@bascule/charts/index';
import { useLayoutEffect, useState } from 'preact/hooks';
import { h, type Markup } from '../dom/h';

const KEY = 'bascule-theme';
const CHOICES = ['system', 'light', 'dark'] as const;
type Choice = (typeof CHOICES)[number];

const SIGNS: Readonly<Record<Choice, string>> = { system: '◐', light: '☀', dark: '☾' };

export function ThemeSwitch(): Markup {
  const [choice, setChoice] = useState(stored);
  useLayoutEffect(() => {
    if (choice === 'system') {
      delete document.documentElement.dataset['theme'];
    } else {
      document.documentElement.dataset['theme'] = choice;
    }
    redrawAll();
  }, [choice]);
  const next = (): void => {
    const chosen = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] as Choice;
    store(chosen);
    setChoice(chosen);
  };
  return h('button', { type: 'button', class: 'quiet theme', 'aria-label': `Colours: ${choice}`, title: `Colours: ${choice}`, onClick: next }, SIGNS[choice]);
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
