// The same run by the clock, instead of now.
import { h } from '../dom/h';
import { PRESETS } from '../state/cron';
import { select } from '../widgets/choice';

const OWN = '';

/**
 * A time to run at, with its button.
 *
 * @param make is told cron's five fields
 */
export function byClock(open: boolean, make: (cron: string) => void): { readonly element: HTMLElement; readonly enable: (on: boolean) => void } {
  const cron = h('input', { type: 'text', value: PRESETS[0]?.cron ?? '', spellcheck: 'false', autocomplete: 'off' });
  const button = h('button', { type: 'button', disabled: true, on: { click: () => make(cron.value.trim()) } }, 'Schedule');
  const preset = select('When', [...PRESETS.map(({ cron: value, label }) => ({ value, label })), { value: OWN, label: 'at times of your own' }], cron.value, (value) => {
    if (value === OWN) {
      cron.focus();
    } else {
      cron.value = value;
    }
  });
  const element = h(
    'details',
    { class: 'by-clock', open },
    h('summary', null, 'By the clock instead'),
    preset,
    h('label', { class: 'field' }, h('span', null, 'Minute, hour, day, month, weekday (cron)'), cron),
    h('p', { class: 'soft hint' }, 'By the clock of the server’s machine. It goes on until somebody pauses or deletes it, also after the server is started again.'),
    button,
  );
  return { element, enable: (on) => (button.disabled = !on) };
}
