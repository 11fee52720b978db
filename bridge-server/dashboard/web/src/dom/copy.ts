import { useState } from 'preact/hooks';
import { announce } from './announce';
import { h, type Markup } from './h';

/** A button that copies a text. */
export function CopyButton({ text }: { text: string }): Markup {
  const [label, setLabel] = useState('Copy');
  const copied = async (): Promise<void> => {
    const done = await put(text);
    setLabel(done ? 'Copied' : 'Select and copy by hand');
    announce(done ? 'Copied' : 'The browser does not let this page copy');
    setTimeout(() => setLabel('Copy'), 2000);
  };
  return h('button', { type: 'button', class: 'small-button', onClick: () => void copied() }, label);
}

/** A line to be run elsewhere, with its button. */
export function commandLine(text: string, label = 'Command line'): Markup {
  return h('div', { class: 'command' }, h('code', { tabindex: 0, role: 'group', 'aria-label': label }, text), h(CopyButton, { text }));
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
