// Two selections of the history side by side: what is shown in words, as a forest plot, and case by case.
import { isAbort } from '../api/client';
import { ApiError } from '../api/problem';
import type { ComparisonDocument, Machines, Matrix, Runs, Targets } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { announce } from '../dom/announce';
import { fill, h } from '../dom/h';
import { casesOf } from '../state/cases';
import { kindOf, KINDS, narrowed, offers, usual, type Kind, type Known, type Sides } from '../state/sides';
import { select } from '../widgets/choice';
import { chip } from '../widgets/facets';
import { dropFigures } from '../widgets/figure';
import { operatorCases } from '../widgets/operator-cases';
import { empty, loading, nothingYet, problemBox } from '../widgets/states';
import { count } from '../words/format';
import { comparison } from './compare-result';

export function comparePage(context: Context, query: URLSearchParams): View {
  const page = new ComparePage(context, query);
  return { title: 'Compare', element: page.element, update: (changed) => page.update(changed), dispose: () => page.dispose() };
}

class ComparePage {
  private readonly controls = h('div', null, loading('what can be compared'));
  private readonly result = h('div', { class: 'compare-result' });
  readonly element = h('div', null, this.controls, this.result);
  private readonly life = new AbortController();
  private asked: AbortController | undefined;
  private known: Known | undefined;
  private operators = 0;

  constructor(
    private readonly context: Context,
    private query: URLSearchParams,
  ) {
    void this.load();
  }

  update(query: URLSearchParams): void {
    this.query = query;
    this.show();
  }

  dispose(): void {
    this.life.abort();
    this.asked?.abort();
  }

  private async load(): Promise<void> {
    const { api } = this.context;
    try {
      const [{ targets }, { machines }, { runs }, { totals }] = await Promise.all([
        api.get<Targets>('/targets', {}, this.life.signal),
        api.get<Machines>('/machines', {}, this.life.signal),
        api.get<Runs>('/runs', { size: 100 }, this.life.signal),
        api.get<Matrix>('/matrix', { cases: 'models', size: 1 }, this.life.signal),
      ]);
      this.known = { targets, machines, runs };
      this.operators = totals.leftOut;
      if (runs.length === 0) {
        fill(this.controls, nothingYet('There is nothing to compare yet', 'Two runs, two browsers, a browser and native: whatever the history has can be held against each other.'));
      } else {
        this.show();
      }
    } catch (error) {
      if (!isAbort(error)) {
        fill(this.controls, problemBox(error, () => void this.load()));
      }
    }
  }

  private show(): void {
    const { known } = this;
    if (known === undefined) {
      return;
    }
    const asked: Sides = { baseline: this.query.get('baseline') ?? '', candidate: this.query.get('candidate') ?? '' };
    const chosen = KINDS.find(([kind]) => kind === this.query.get('kind'))?.[0];
    const fresh = asked.baseline === '' && asked.candidate === '';
    const kind = chosen ?? (fresh ? 'native' : kindOf(asked, known));
    const sides = fresh ? usual(kind, known) : asked;
    fill(this.controls, this.lists(kind, sides, known));
    void this.compare(sides);
  }

  private lists(kind: Kind, sides: Sides, known: Known): HTMLElement {
    const [left, right] = offers(kind, known);
    const go = (next: Partial<Sides>): void => this.go(kind, { ...sides, ...next });
    const side = (label: string, key: keyof Sides, list: readonly { value: string; label: string }[]): HTMLElement =>
      kind === 'free'
        ? selector(label, sides[key], (value) => go({ [key]: value }))
        : select(label, list.some(({ value }) => value === sides[key]) ? list : [{ value: sides[key], label: sides[key] === '' ? 'choose' : sides[key] }, ...list], sides[key], (value) => go({ [key]: value }));
    const model = this.query.get('model') ?? '';
    return h(
      'div',
      null,
      h(
        'div',
        { class: 'controls' },
        select('Compare', KINDS.map(([value, label]) => ({ value, label })), kind, (value) => this.go(value as Kind, value === 'free' ? sides : usual(value as Kind, known))),
        side('Baseline', 'baseline', left),
        side('Candidate', 'candidate', right),
      ),
      model === '' ? operatorCases(this.operators, this.query, (query) => hrefOf({ page: 'compare' }, query), ', wherever they were run') : h('p', null, chip('Model', model, () => this.go(kind, sides, ''))),
    );
  }

  private go(kind: Kind, sides: Sides, model = this.query.get('model') ?? ''): void {
    const cases = this.query.get('cases') ?? '';
    const query = { kind, ...sides, ...(model === '' ? {} : { model }), ...(cases === '' ? {} : { cases }) };
    this.context.navigation.go(hrefOf({ page: 'compare' }, query));
  }

  private async compare(sides: Sides): Promise<void> {
    this.asked?.abort();
    dropFigures(this.result);
    if (sides.baseline === '' || sides.candidate === '') {
      fill(this.result, h('p', { class: 'soft' }, 'Choose two sides. The history may have only one of this kind.'));
      return;
    }
    const asked = new AbortController();
    this.asked = asked;
    const model = this.query.get('model') ?? '';
    fill(this.result, loading('the comparison'));
    const cases = casesOf(this.query, 'model');
    try {
      const query = { baseline: narrowed(sides.baseline, model), candidate: narrowed(sides.candidate, model), cases };
      const document = await this.context.api.get<ComparisonDocument>('/compare', query, asked.signal);
      fill(this.result, comparison(document, this.context.session.current?.store, cases === undefined ? 0 : this.operators));
      const own = document.cases.filter((one) => one.measuredIn == null).length;
      announce(`${document.summary.compared} of ${count(own, 'case')} compared`);
    } catch (error) {
      if (error instanceof ApiError && error.problem.code === 'NOTHING_SELECTED_TO_RUN') {
        fill(this.result, empty('There is nothing to compare', h('p', null, error.problem.detail)));
      } else if (!isAbort(error)) {
        fill(this.result, problemBox(error, () => void this.compare(sides)));
      }
    }
  }
}

function selector(label: string, value: string, changed: (value: string) => void): HTMLElement {
  const input = h('input', { type: 'text', value, placeholder: 'backend=webnn,browser=chrome', on: { change: () => changed(input.value.trim()) } });
  return h('label', { class: 'field' }, h('span', null, label), input);
}
