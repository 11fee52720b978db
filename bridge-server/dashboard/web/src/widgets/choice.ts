import { h, type Markup } from '../dom/h';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** A labelled list to choose one from. */
export function select(label: string, options: readonly Option[], value: string, changed: (value: string) => void): Markup {
  return h(
    'label',
    { class: 'field' },
    h('span', null, label),
    h(
      'select',
      { value, onChange: (event: Event) => changed((event.currentTarget as HTMLSelectElement).value) },
      options.map((option) => h('option', { value: option.value, disabled: option.disabled }, option.label)),
    ),
  );
}

export interface Box {
  readonly value?: string;
  readonly beside?: string | undefined;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly hidden?: boolean;
}

/** A labelled box to check. */
export function check(label: string, checked: boolean, changed: () => void, { value, beside, title, disabled, hidden }: Box = {}): Markup {
  return h(
    'label',
    { class: 'check', key: value, title, hidden },
    h('input', { type: 'checkbox', checked, value, disabled, onChange: changed }),
    h('span', { class: 'check-label' }, label),
    beside === undefined ? null : h('span', { class: 'soft figure' }, beside),
  );
}
