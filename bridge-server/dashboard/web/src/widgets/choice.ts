import { h } from '../dom/h';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** A labelled list to choose one from. */
export function select(label: string, options: readonly Option[], value: string, changed: (value: string) => void): HTMLLabelElement {
  const control = h(
    'select',
    { on: { change: () => changed(control.value) } },
    options.map((option) => h('option', { value: option.value, selected: option.value === value, disabled: option.disabled }, option.label)),
  );
  control.value = value;
  return h('label', { class: 'field' }, h('span', null, label), control);
}

/** A labelled box to check. */
export function check(label: string, checked: boolean, changed: (checked: boolean) => void, beside?: string | undefined, value?: string): HTMLLabelElement {
  const box = h('input', { type: 'checkbox', checked, value, on: { change: () => changed(box.checked) } });
  return h('label', { class: 'check' }, box, h('span', { class: 'check-label' }, label), beside === undefined ? null : h('span', { class: 'soft figure' }, beside));
}
