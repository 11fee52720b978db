// A panel over the page's right side: a modal dialog, so that the focus stays in it, Escape closes it, and the focus goes back.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { h, type Child, type Markup } from './h';

/** @param closed is called when somebody closed it, and not when the page takes it away */
export function Panel({ title, closed, children }: { title: string; closed: () => void; children?: Child }): Markup {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    heading.current?.focus();
    return () => opened?.close();
  }, []);
  return h(
    'dialog',
    {
      class: 'panel',
      'aria-labelledby': 'panel-title',
      ref: dialog,
      onClick: ({ target, currentTarget }: Event) => target === currentTarget && dialog.current?.close(),
      onClose: () => dialog.current?.isConnected === true && closed(),
    },
    h(
      'header',
      { class: 'panel-head' },
      h('h2', { id: 'panel-title', tabindex: -1, ref: heading }, title),
      h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onClick: () => dialog.current?.close() }, '✕'),
    ),
    h('div', { class: 'panel-body' }, children),
  );
}
