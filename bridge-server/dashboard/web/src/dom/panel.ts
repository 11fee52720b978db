// A panel over the page's right side: a modal dialog, so that the focus stays in it and Escape closes it.
import { h } from './h';

export interface Panel {
  readonly body: HTMLElement;
  title(text: string): void;
  close(): void;
}

/**
 * Opens a panel.
 *
 * @param closed is called once, however it was closed
 */
export function openPanel(title: string, closed: () => void): Panel {
  const heading = h('h2', { id: 'panel-title', tabindex: -1 }, title);
  const body = h('div', { class: 'panel-body' });
  const dialog = h(
    'dialog',
    { class: 'panel', 'aria-labelledby': 'panel-title' },
    h(
      'header',
      { class: 'panel-head' },
      heading,
      h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', on: { click: () => dialog.close() } }, '✕'),
    ),
    body,
  );
  const before = document.activeElement;
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed();
    if (before instanceof HTMLElement && before.isConnected) {
      before.focus();
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  heading.focus();
  return { body, title: (text) => (heading.textContent = text), close: () => dialog.close() };
}
