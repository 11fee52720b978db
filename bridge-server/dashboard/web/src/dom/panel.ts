// A panel over the page's right side: a modal dialog, so that the focus stays in it, Escape closes it, and the focus goes back.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { h, type Child, type Markup } from './h';

/** @param closed is called when somebody closed it, and not when the page takes it away */
export function Panel({ title, closed, children }: { title: string; closed: () => void; children?: Child }): Markup {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Somebody closed it, and the page's address is not yet what it was before: no drawing opens it again meanwhile.
  const leaving = useRef(false);
  const shut = (): void => {
    leaving.current = true;
    dialog.current?.close();
  };
  useLayoutEffect(() => {
    const opened = dialog.current;
    const arrived = (): void => void (leaving.current = false);
    addEventListener('popstate', arrived);
    return () => {
      removeEventListener('popstate', arrived);
      opened?.close();
    };
  }, []);
  // At first, and where somebody went back and forth between two drawings, for which it is still the same panel.
  useLayoutEffect(() => {
    if (dialog.current?.open === false && !leaving.current) {
      dialog.current.showModal();
      heading.current?.focus();
    }
  });
  return h(
    'dialog',
    {
      class: 'panel',
      'aria-labelledby': 'panel-title',
      ref: dialog,
      onClick: ({ target, currentTarget }: Event) => target === currentTarget && shut(),
      onCancel: () => void (leaving.current = true),
      onClose: () => {
        if (dialog.current?.isConnected === true) {
          leaving.current = true;
          closed();
        }
      },
    },
    h(
      'header',
      { class: 'panel-head' },
      h('h2', { id: 'panel-title', tabindex: -1, ref: heading }, title),
      h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close', onClick: shut }, '✕'),
    ),
    h('div', { class: 'panel-body' }, children),
  );
}
