// A test made of a cell, or of a model where nobody has run it yet: its files to look at, to copy, to download.
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Api, Query } from '../api/client';
import type { Catalog, GeneratedFile, GeneratedTest } from '../api/types';
import { shown, useAnswer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { announce } from '../dom/announce';
import { CopyButton } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { browserId, generateQuery, type Wanted } from '../state/generate';
import { select } from '../widgets/choice';
import { empty, withCode } from '../widgets/states';
import { count } from '../words/format';

export function GeneratePage({ context, query }: PageProps): Markup {
  const { api } = context;
  const catalog = useAnswer((signal) => api.get<Catalog>('/catalog', {}, signal));
  const go = (changed: URLSearchParams): void => context.navigation.go(hrefOf({ page: 'generate' }, changed), true);
  return h(
    'div',
    null,
    h('p', { class: 'soft' }, 'A suite, a JUnit 5 class that runs it, and a workflow for CI. They are files of your project from then on: nothing here depends on them.'),
    h('div', { class: 'controls' }, catalog.value !== undefined && !query.has('cell') && lists(catalog.value, wantedOf(query, catalog.value), go)),
    h('div', null, shown(catalog, 'the test', (found) => result(api, generateQuery(wantedOf(query, found))))),
  );
}

function wantedOf(query: URLSearchParams, catalog: Catalog): Wanted {
  const browser = query.get('browser') ?? browserId(query.get('where') ?? '', catalog);
  return { cell: query.get('cell') ?? undefined, model: query.get('model') ?? undefined, chain: query.getAll('chain'), browser };
}

function lists(catalog: Catalog, wanted: Wanted, to: (query: URLSearchParams) => void): Child {
  const go = (change: Partial<Wanted>): void => {
    const { model = '', chain, browser = '' } = { ...wanted, ...change };
    to(new URLSearchParams([['model', model], ...chain.map((rung) => ['chain', rung]), ['browser', browser]].filter(([, value]) => value !== '') as [string, string][]));
  };
  const chains = [...catalog.backends.map((backend) => backend.id), ...catalog.chains];
  const none = { value: '', label: 'choose' };
  return [
    select('Model', [none, ...catalog.models.map((model) => ({ value: model.id, label: model.name }))], wanted.model ?? '', (model) => go({ model })),
    select('Backend or chain', [none, ...chains.map((chain) => ({ value: chain, label: chain }))], wanted.chain.join('→'), (chain) => go({ chain: chain.split('→').filter((rung) => rung !== '') })),
    select('Browser', [{ value: '', label: 'the best for the backend' }, ...catalog.browsers.map((browser) => ({ value: browser.id, label: browser.name }))], wanted.browser ?? '', (browser) => go({ browser })),
  ];
}

function result(api: Api, query: Query | undefined): Child {
  return query === undefined
    ? empty('Choose a model and where it is to run', h('p', null, 'Or open a cell of the ', h('a', { href: hrefOf({ page: 'matrix' }) }, 'matrix'), ' and generate a test of what it came to.'))
    : h(Generated, { key: JSON.stringify(query), api, query });
}

function Generated({ api, query }: { api: Api; query: Query }): Markup {
  const test = useAnswer((signal) => api.get<GeneratedTest>('/generate', query, signal));
  useEffect(() => test.value && announce(`${count(test.value.files.length, 'file')} generated`), [test.value]);
  return h(Fragment, null, shown(test, 'the test', (found) => files(found, api.href('/generate.zip', query))));
}

function files(test: GeneratedTest, zip: string): Child {
  return [
    h('p', { class: 'actions' }, h('a', { class: 'button primary', href: zip, download: 'bascule-test.zip' }, 'Download all as a zip')),
    test.todo.length > 0 && h('div', { class: 'card padded' }, h('h2', null, 'Left for you to do'), h('ul', null, test.todo.map((todo) => h('li', null, withCode(todo))))),
    test.files.map(file),
  ];
}

function file({ path, text }: GeneratedFile): Markup {
  return h(
    'section',
    { class: 'file card', 'aria-label': path },
    h('div', { class: 'file-head' }, h('h3', null, path), h(CopyButton, { text })),
    h('pre', { tabindex: 0, role: 'region', 'aria-label': `Content of ${path}` }, h('code', null, text)),
  );
}
