import { useState } from 'preact/hooks';
import { announce } from '../dom/announce';
import { h, type Markup } from '../dom/h';

interface SureProps {
  readonly label: string;
  /** What it says after the first press. */
  readonly sure: string;
  /** What it is done to, for who does not see the row. */
  readonly about: string;
  /** What is told after the first press. */
  readonly warning: string;
  readonly press: () => void;
}

/** A button for what cannot be undone: it is pressed twice. */
export function SureButton({ label, sure, about, warning, press }: SureProps): Markup {
  const [asked, setAsked] = useState(false);
  const shown = asked ? sure : label;
  const pressed = (): void => {
    if (asked) {
      setAsked(false);
      press();
      return;
    }
    setAsked(true);
    announce(warning);
  };
  return h('button', { type: 'button', class: 'small-button danger', 'aria-label': shown.replace(/^\w+/, (deed) => `${deed} ${about}`), onClick: pressed, onBlur: () => setAsked(false) }, shown);
}
