// The same run by the clock, instead of now.
import { useRef, useState } from 'preact/hooks';
import { h, type Markup } from '../dom/h';
import { PRESETS } from '../state/cron';
import { select } from '../widgets/choice';

const OWN = '';

/** A time to run at, with its button; {@code make} is told cron's five fields. */
export function ByClock({ open, ready, make }: { open: boolean; ready: boolean; make: (cron: string) => void }): Markup {
  const line = useRef<HTMLInputElement>(null);
  const [preset, setPreset] = useState(PRESETS[0]?.cron ?? OWN);
  const [cron, setCron] = useState(preset);
  const choose = (value: string): void => {
    setPreset(value);
    if (value === OWN) {
      line.current?.focus();
    } else {
      setCron(value);
    }
  };
  return h(
    'details',
    { class: 'by-clock', open },
    h('summary', null, 'By the clock instead'),
    select('When', [...PRESETS.map(({ cron: value, label }) => ({ value, label })), { value: OWN, label: 'at times of your own' }], preset, choose),
    h(
      'label',
      { class: 'field' },
      h('span', null, 'Minute, hour, day, month, weekday (cron)'),
      h('input', { type: 'text', value: cron, spellcheck: false, autocomplete: 'off', ref: line, onInput: (event: Event) => setCron((event.currentTarget as HTMLInputElement).value) }),
    ),
    h('p', { class: 'soft hint' }, 'By the clock of the server’s machine. It goes on until somebody pauses or deletes it, also after the server is started again.'),
    h('button', { type: 'button', disabled: !ready, onClick: () => make(cron.trim()) }, 'Schedule'),
  );
}
