import type { LogLine } from '../api/types';
import { h } from '../dom/h';
import { clock } from '../words/format';

/** A log that stays at its end while somebody reads there, and where they are when they read further up. */
export function jobLog(): { readonly element: HTMLElement; readonly show: (lines: readonly LogLine[]) => void } {
  const list = h('ol', { class: 'plain' });
  const box = h('div', { class: 'log', tabindex: 0, role: 'log', 'aria-label': 'Log', 'aria-live': 'off' }, list);
  const element = h('section', null, h('h2', null, 'Log'), box);
  let shown: readonly LogLine[] = [];
  const show = (lines: readonly LogLine[]): void => {
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 24;
    const grown = lines.length >= shown.length && shown.every((line, i) => same(line, lines[i]));
    if (!grown) {
      list.replaceChildren();
    }
    for (const line of grown ? lines.slice(shown.length) : lines) {
      list.append(h('li', { class: line.kind }, h('time', { class: 'soft', datetime: line.at }, clock(line.at)), ' ', line.text));
    }
    shown = lines;
    element.hidden = lines.length === 0;
    if (atEnd) {
      box.scrollTop = box.scrollHeight;
    }
  };
  return { element, show };
}

function same(one: LogLine, other: LogLine | undefined): boolean {
  return other !== undefined && one.at === other.at && one.text === other.text;
}
