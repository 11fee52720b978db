import { announce } from './announce';
import { h } from './h';

/** A button that copies a text. */
export function copyButton(text: () => string, label = 'Copy'): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'small-button', on: { click: () => void copied() } }, label);
  const copied = async (): Promise<void> => {
    const done = await put(text());
    button.textContent = done ? 'Copied' : 'Select and copy by hand';
    announce(done ? 'Copied' : 'The browser does not let this page copy');
    setTimeout(() => (button.textContent = label), 2000);
  };
  return button;
}

/** A line to be run elsewhere, with its button. */
export function commandLine(text: string, label = 'Command line'): HTMLElement {
  return h('div', { class: 'command' }, h('code', { tabindex: 0, role: 'group', 'aria-label': label }, text), copyButton(() => text));
}

async function put(text: string): Promise<boolean> {
  try {
    // Not there on a page without TLS on another host than this one.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
