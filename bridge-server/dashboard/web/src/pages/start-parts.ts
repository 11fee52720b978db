import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Catalog } from '../api/types';
import { h, type Markup } from '../dom/h';
import { toggledIn, type Wish } from '../state/job-request';
import { check } from '../widgets/choice';
import { bytes, count } from '../words/format';

/** Takes a change of what is wanted, made from what that is by then. */
export type Changed = (change: (before: Wish) => Partial<Wish>) => void;

/** Suites and models. */
export function whatPart(catalog: Catalog, { what }: Wish, changed: Changed): Markup {
  const toggle = (id: string): void => changed((before) => ({ what: toggledIn(before.what, id) }));
  return h(
    'section',
    { class: 'card padded' },
    h('h2', null, 'What'),
    h('fieldset', { class: 'choices' }, h('legend', null, 'Suites'), catalog.suites.map((suite) => h('div', null, check(suite.id, what.includes(suite.id), () => toggle(suite.id), { beside: suite.models === null ? undefined : count(suite.models, 'model'), value: suite.id }), h('p', { class: 'soft hint' }, suite.description)))),
    h('fieldset', { class: 'choices' }, h('legend', null, 'Models'), h(Models, { models: catalog.models, what, toggle })),
  );
}

function Models({ models, what, toggle }: { models: Catalog['models']; what: readonly string[]; toggle: (id: string) => void }): Markup {
  const [sought, setSought] = useState('');
  const box = (model: Catalog['models'][number]): Markup =>
    check(model.name, what.includes(model.id), () => toggle(model.id), {
      beside: [model.family, model.bytes === null || model.bytes === undefined ? '' : bytes(model.bytes)].filter(Boolean).join(' · '),
      value: model.id,
      title: model.description,
      hidden: !`${model.name} ${model.id} ${model.family ?? ''}`.toLowerCase().includes(sought.trim().toLowerCase()),
    });
  return h(
    Fragment,
    null,
    models.length > 12 && h('input', { type: 'search', placeholder: 'Model contains…', 'aria-label': 'Search models', onInput: typed(setSought) }),
    h('div', { class: 'long' }, models.map(box)),
  );
}

/** Backends, chains and browsers; nothing chosen means the usual ones. */
export function wherePart(catalog: Catalog, wish: Wish, changed: Changed): Markup {
  const group = (key: 'backends' | 'chains' | 'browsers', title: string, entries: readonly { value: string; label: string; beside?: string; disabled?: boolean }[]): Markup =>
    h(
      'fieldset',
      { class: 'choices' },
      h('legend', null, title),
      entries.map(({ label, ...box }) => check(label, wish[key].includes(box.value), () => changed((before) => ({ [key]: toggledIn(before[key], box.value) })), box)),
    );
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
export function settingsPart(catalog: Catalog, { filters, settings }: Wish, changed: Changed): Markup {
  const field = (setting: Catalog['settings'][number]): Markup =>
    h(
      'label',
      { class: 'field', title: setting.description },
      h('span', null, setting.option),
      h('input', { type: 'text', placeholder: setting.standard ?? 'none', value: settings[setting.id] ?? '', onInput: typed((value) => changed((before) => ({ settings: { ...before.settings, [setting.id]: value } }))) }),
      h('span', { class: 'soft hint' }, setting.wanted),
    );
  return h(
    'details',
    { class: 'card padded' },
    h('summary', null, h('h2', { class: 'inline' }, 'Settings')),
    h('div', { class: 'columns' }, h('label', { class: 'field' }, h('span', null, 'Only cases'), h('input', { type: 'text', placeholder: 'glob on case ids', value: filters, onInput: typed((value) => changed(() => ({ filters: value }))) })), catalog.settings.map(field)),
  );
}

function typed(told: (value: string) => void): (event: Event) => void {
  return (event) => told((event.currentTarget as HTMLInputElement).value);
}
