import { useLayoutEffect, useRef } from 'preact/hooks';
import type { LogLine } from '../api/types';
import { h, type Markup } from '../dom/h';
import { memo } from '../dom/memo';
import { clock } from '../words/format';

/** A log that stays at its end while somebody reads there, and where they are when they read further up. */
export function JobLog({ lines }: { lines: readonly LogLine[] }): Markup {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (atEnd.current && box.current !== null) {
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [lines]);
  const scrolled = ({ currentTarget }: Event): void => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget as HTMLElement;
    atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
  };
  return h(
    'section',
    { hidden: lines.length === 0 },
    h('h2', null, 'Log'),
    h(
      'div',
      { class: 'log', tabindex: 0, role: 'log', 'aria-label': 'Log', 'aria-live': 'off', ref: box, onScroll: scrolled },
      h(Lines, { lines }),
    ),
  );
}

const Lines = memo(({ lines }: { lines: readonly LogLine[] }): Markup =>
  h('ol', { class: 'plain' }, lines.map((line) => h('li', { class: line.kind }, h('time', { class: 'soft', datetime: line.at }, clock(line.at)), ' ', line.text))),
);
