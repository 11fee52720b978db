// A test made of a cell, or of a model where nobody has run it yet: its files to look at, to copy, to download.
import { isAbort } from '../api/client';
import type { Catalog, GeneratedFile, GeneratedTest } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { announce } from '../dom/announce';
import { copyButton } from '../dom/copy';
import { fill, h, type Child } from '../dom/h';
import { browserId, generateQuery, type Wanted } from '../state/generate';
import { select } from '../widgets/choice';
import { empty, loading, problemBox, withCode } from '../widgets/states';
import { count } from '../words/format';

export function generatePage(context: Context, query: URLSearchParams): View {
  const page = new GeneratePage(context, query);
  return { title: 'Generate a test', element: page.element, update: (changed) => page.update(changed), dispose: () => page.dispose() };
}

class GeneratePage {
  private readonly form = h('div', { class: 'controls' });
  private readonly result = h('div');
  readonly element = h('div', null, h('p', { class: 'soft' }, 'A suite, a JUnit 5 class that runs it, and a workflow for CI. They are files of your project from then on: nothing here depends on them.'), this.form, this.result);
  private asked = new AbortController();
  private catalog: Catalog | undefined;

  constructor(
    private readonly context: Context,
    private query: URLSearchParams,
  ) {
    void this.load();
  }

  update(query: URLSearchParams): void {
    this.query = query;
    void this.load();
  }

  dispose(): void {
    this.asked.abort();
  }

  private async load(): Promise<void> {
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    fill(this.result, loading('the test'));
    try {
      this.catalog ??= await this.context.api.get<Catalog>('/catalog', {}, signal);
      const wanted = this.wanted(this.catalog);
      fill(this.form, this.query.has('cell') ? null : this.lists(this.catalog, wanted));
      const query = generateQuery(wanted);
      if (query === undefined) {
        fill(this.result, empty('Choose a model and where it is to run', h('p', null, 'Or open a cell of the ', h('a', { href: hrefOf({ page: 'matrix' }) }, 'matrix'), ' and generate a test of what it came to.')));
        return;
      }
      const test = await this.context.api.get<GeneratedTest>('/generate', query, signal);
      fill(this.result, files(test, this.context.api.href('/generate.zip', query)));
      announce(`${count(test.files.length, 'file')} generated`);
    } catch (error) {
      if (!isAbort(error)) {
        fill(this.result, problemBox(error, () => void this.load()));
      }
    }
  }

  private wanted(catalog: Catalog): Wanted {
    const where = this.query.get('where') ?? '';
    const browser = this.query.get('browser') ?? browserId(where, catalog);
    return { cell: this.query.get('cell') ?? undefined, model: this.query.get('model') ?? undefined, chain: this.query.getAll('chain'), browser };
  }

  private lists(catalog: Catalog, wanted: Wanted): Child {
    const go = (change: Partial<Wanted>): void => {
      const { model = '', chain, browser = '' } = { ...wanted, ...change };
      const query = new URLSearchParams([['model', model], ...chain.map((rung) => ['chain', rung] as [string, string]), ['browser', browser]].filter(([, value]) => value !== '') as [string, string][]);
      this.context.navigation.go(hrefOf({ page: 'generate' }, query), true);
    };
    const chains = [...catalog.backends.map((backend) => backend.id), ...catalog.chains];
    const none = { value: '', label: 'choose' };
    return [
      select('Model', [none, ...catalog.models.map((model) => ({ value: model.id, label: model.name }))], wanted.model ?? '', (model) => go({ model })),
      select('Backend or chain', [none, ...chains.map((chain) => ({ value: chain, label: chain }))], wanted.chain.join('→'), (chain) => go({ chain: chain.split('→').filter((rung) => rung !== '') })),
      select('Browser', [{ value: '', label: 'the best for the backend' }, ...catalog.browsers.map((browser) => ({ value: browser.id, label: browser.name }))], wanted.browser ?? '', (browser) => go({ browser })),
    ];
  }
}

function files(test: GeneratedTest, zip: string): Child {
  return [
    h('p', { class: 'actions' }, h('a', { class: 'button primary', href: zip, download: 'bascule-test.zip' }, 'Download all as a zip')),
    test.todo.length > 0 && h('div', { class: 'card padded' }, h('h2', null, 'Left for you to do'), h('ul', null, test.todo.map((todo) => h('li', null, withCode(todo))))),
    test.files.map(file),
  ];
}

function file({ path, text }: GeneratedFile): HTMLElement {
  return h(
    'section',
    { class: 'file card', 'aria-label': path },
    h('div', { class: 'file-head' }, h('h3', null, path), copyButton(() => text)),
    h('pre', { tabindex: 0, role: 'region', 'aria-label': `Content of ${path}` }, h('code', null, text)),
  );
}
