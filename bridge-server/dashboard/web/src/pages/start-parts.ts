import type { Catalog } from '../api/types';
import { h } from '../dom/h';
import { toggledIn, type Wish } from '../state/job-request';
import { check } from '../widgets/choice';
import { bytes, count } from '../words/format';

type Changed = (change: Partial<Wish>) => void;

/** Suites and models. */
export function whatPart(catalog: Catalog, wish: Wish, changed: Changed): HTMLElement {
  let what = wish.what;
  const toggle = (id: string): void => changed({ what: (what = toggledIn(what, id)) });
  const models = catalog.models.map((model) => ({ model, box: check(model.name, what.includes(model.id), () => toggle(model.id), [model.family, model.bytes === null || model.bytes === undefined ? '' : bytes(model.bytes)].filter(Boolean).join(' · '), model.id) }));
  models.forEach(({ model, box }) => (box.title = model.description));
  const narrow = (text: string): void => models.forEach(({ model, box }) => (box.hidden = !`${model.name} ${model.id} ${model.family ?? ''}`.toLowerCase().includes(text.trim().toLowerCase())));
  const search = h('input', { type: 'search', placeholder: 'Model contains…', 'aria-label': 'Search models', on: { input: () => narrow(search.value) } });
  return h(
    'section',
    { class: 'card padded' },
    h('h2', null, 'What'),
    h('fieldset', { class: 'choices' }, h('legend', null, 'Suites'), catalog.suites.map((suite) => described(check(suite.id, what.includes(suite.id), () => toggle(suite.id), suite.models === null ? undefined : count(suite.models, 'model'), suite.id), suite.description))),
    h('fieldset', { class: 'choices' }, h('legend', null, 'Models'), catalog.models.length > 12 && search, h('div', { class: 'long' }, models.map(({ box }) => box))),
  );
}

function described(box: HTMLElement, words: string): HTMLElement {
  return h('div', null, box, h('p', { class: 'soft hint' }, words));
}

/** Backends, chains and browsers; nothing chosen means the usual ones. */
export function wherePart(catalog: Catalog, wish: Wish, changed: Changed): HTMLElement {
  const group = (key: 'backends' | 'chains' | 'browsers', title: string, entries: readonly { value: string; label: string; beside?: string; disabled?: boolean }[]): HTMLElement => {
    let chosen = wish[key];
    return h(
      'fieldset',
      { class: 'choices' },
      h('legend', null, title),
      entries.map(({ value, label, beside, disabled }) => {
        const box = check(label, chosen.includes(value), () => changed({ [key]: (chosen = toggledIn(chosen, value)) }), beside, value);
        box.querySelector('input')?.toggleAttribute('disabled', disabled === true);
        return box;
      }),
    );
  };
  const chains = [...new Set([...catalog.chains, ...wish.chains])];
  return h(
    'section',
    { class: 'card padded' },
    h('h2', null, 'Where'),
    h('p', { class: 'soft' }, 'Nothing chosen: what a suite says, or else the usual backends and chains, each in the best of the installed browsers that truly runs it.'),
    h(
      'div',
      { class: 'columns' },
      group('backends', 'Backends, each on its own', catalog.backends.map((backend) => ({ value: backend.id, label: backend.id, beside: backend.side }))),
      group('chains', 'Fallback chains', chains.map((chain) => ({ value: chain, label: chain.replaceAll('->', ' → ') }))),
      group('browsers', 'Browsers', catalog.browsers.map((browser) => ({ value: browser.id, label: browser.name, beside: browser.installed ? (browser.version ?? '') : 'not installed', disabled: !browser.installed }))),
    ),
  );
}

/** Everything else; a text for each, checked by the server. */
export function settingsPart(catalog: Catalog, wish: Wish, changed: Changed): HTMLElement {
  let settings = wish.settings;
  const filters = h('input', { type: 'text', placeholder: 'glob on case ids', value: wish.filters, on: { input: () => changed({ filters: filters.value }) } });
  const field = (setting: Catalog['settings'][number]): HTMLElement => {
    const control = h('input', { type: 'text', placeholder: setting.standard ?? 'none', value: settings[setting.id] ?? '', on: { input: () => changed({ settings: (settings = { ...settings, [setting.id]: control.value }) }) } });
    return h('label', { class: 'field', title: setting.description }, h('span', null, setting.option), control, h('span', { class: 'soft hint' }, setting.wanted));
  };
  return h('details', { class: 'card padded' }, h('summary', null, h('h2', { class: 'inline' }, 'Settings')), h('div', { class: 'columns' }, h('label', { class: 'field' }, h('span', null, 'Only cases'), filters), catalog.settings.map(field)));
}
