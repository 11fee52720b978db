// The matrix over the whole history: filters beside it, a cell's evidence in a panel over it.
import type { Matrix } from '../api/types';
import { isAbort } from '../api/client';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { announce } from '../dom/announce';
import { fill, h } from '../dom/h';
import { casesOf } from '../state/cases';
import { daysOf, fromQuery, isNarrowed, only, SIZES, toggled, toQuery, widened, type Filters } from '../state/filters';
import { chip, chosenChips, facetList, verdictLabel, type FacetWords } from '../widgets/facets';
import { select } from '../widgets/choice';
import { matrixTable, type MatrixGrid } from '../widgets/matrix-table';
import { operatorCases } from '../widgets/operator-cases';
import { pager } from '../widgets/pager';
import { empty, loading, nothingYet, problemBox } from '../widgets/states';
import { count, dateTime, short } from '../words/format';
import { legend } from './matrix-legend';
import { cellPanel } from './cell';
import { gapPanel } from './gap';

export const FACETS: readonly FacetWords[] = [
  { name: 'verdict', title: 'Verdict', label: verdictLabel },
  { name: 'family', title: 'Family' },
  { name: 'model', title: 'Model' },
  { name: 'browser', title: 'Browser' },
  { name: 'backend', title: 'Backend' },
  { name: 'engine', title: 'Engine' },
  { name: 'machine', title: 'Machine', label: short },
  { name: 'suite', title: 'Suite' },
];
const NAMES = FACETS.map((facet) => facet.name);

export function matrixPage(context: Context, query: URLSearchParams): View {
  const page = new MatrixPage(context, query);
  return { title: 'Matrix', element: page.element, update: (changed) => page.update(changed), dispose: () => page.dispose() };
}

class MatrixPage {
  private readonly aside = h('div', { class: 'facets' });
  private readonly top = h('div', { class: 'matrix-top' });
  private readonly main = h('div', { class: 'matrix-main' });
  private readonly search: HTMLInputElement;
  private readonly unfollow: () => void;
  readonly element: HTMLElement;
  private query: URLSearchParams;
  private matrix: Matrix | undefined;
  private asked: AbortController | undefined;
  private shown: string | undefined;
  private panel: { readonly key: string; readonly close: () => void } | undefined;
  private typing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly context: Context,
    query: URLSearchParams,
  ) {
    this.query = query;
    this.search = h('input', { type: 'search', placeholder: 'Model, case, browser…', 'aria-label': 'Search the matrix', on: { input: () => this.typed() } });
    const filters = h('details', { class: 'facet-box', open: matchMedia('(min-width: 900px)').matches }, h('summary', null, 'Filters'), this.aside);
    this.element = h('div', { class: 'matrix-page' }, h('div', { class: 'side' }, this.search, filters), h('div', { class: 'matrix-content' }, this.top, this.main));
    this.unfollow = context.live.follow({ event: (event) => changesHistory(event.type) && void this.load(), reload: () => void this.load() });
    fill(this.main, loading('the matrix'));
    this.update(query);
  }

  update(query: URLSearchParams): void {
    const before = withoutPanel(this.query).toString();
    this.query = query;
    if (this.matrix === undefined || withoutPanel(query).toString() !== before) {
      void this.load();
    }
    this.showPanel();
  }

  dispose(): void {
    this.unfollow();
    this.asked?.abort();
    clearTimeout(this.typing);
    // Closed by somebody's leaving, it must not lead back here.
    const open = this.panel;
    this.panel = undefined;
    open?.close();
  }

  private get filters(): Filters {
    return fromQuery(this.query, NAMES);
  }

  private go(filters: Filters, replace = false): void {
    this.context.navigation.go(hrefOf({ page: 'matrix' }, toQuery(filters, NAMES, withoutPanel(this.query))), replace);
  }

  private typed(): void {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.go({ ...this.filters, text: this.search.value.trim(), page: 1 }, true), 250);
  }

  private async load(): Promise<void> {
    this.asked?.abort();
    const asked = new AbortController();
    this.asked = asked;
    const filters = this.filters;
    if (document.activeElement !== this.search) {
      this.search.value = filters.text;
    }
    this.main.setAttribute('aria-busy', 'true');
    try {
      const matrix = await this.context.api.get<Matrix>(
        '/matrix',
        { ...filters.chosen, cases: casesOf(this.query, 'suite'), q: filters.text, page: filters.page, size: filters.size, sort: filters.sort, since: this.since() },
        asked.signal,
      );
      // The same again, since the history changed: nobody's place is to be lost.
      const key = withoutPanel(this.query).toString();
      const again = this.shown === key;
      this.shown = key;
      this.matrix = matrix;
      this.show(matrix, filters, again);
    } catch (error) {
      if (!isAbort(error)) {
        fill(this.main, problemBox(error, () => void this.load()));
      }
    } finally {
      if (this.asked === asked) {
        this.main.removeAttribute('aria-busy');
      }
    }
  }

  private show(matrix: Matrix, filters: Filters, again: boolean): void {
    const toggle = (facet: string, value: string): void => this.go(changed(this.filters, facet, value));
    const clear = (): void => this.context.navigation.go(hrefOf({ page: 'matrix' }, ever(toQuery(widened(this.filters), NAMES, withoutPanel(this.query)))));
    const open = new Set([...this.aside.querySelectorAll<HTMLElement>('.facet')].filter((facet) => facet.querySelector('details')?.open).map((facet) => facet.dataset['facet']));
    const focused = focusKey();
    fill(this.aside, this.times(), facetList(FACETS, { ...matrix.facets }, filters, toggle));
    this.aside.querySelectorAll<HTMLElement>('.facet').forEach((facet) => open.has(facet.dataset['facet']) && facet.querySelector('details')?.setAttribute('open', ''));
    fill(
      this.top,
      h('div', { class: 'bar' }, pager(matrix.page, 'row', (number) => this.go({ ...this.filters, page: number }), matrix.columns.length === 0 ? '' : `, ${count(matrix.columns.length, 'column')}`), this.sizes(matrix, filters)),
      this.since() === '' ? null : h('div', { class: 'chips' }, this.timeChip()),
      chosenChips(FACETS, filters, toggle, clear),
      operatorCases(matrix.totals.leftOut, withoutPanel(this.query), (query) => hrefOf({ page: 'matrix' }, query)),
    );
    if (matrix.rows.length === 0) {
      fill(this.main, isNarrowed(filters) || this.since() !== '' ? nothingLeft(clear) : matrix.totals.leftOut > 0 ? operatorsOnly() : noRuns());
    } else {
      const before = this.main.querySelector('.matrix-box');
      const [left, top] = [before?.scrollLeft ?? 0, before?.scrollTop ?? 0];
      const grid = this.table(matrix, filters);
      fill(this.main, grid.element, legend(this.ofSomeRuns));
      if (again) {
        grid.scrollTo(left, top);
      } else if (filters.chosen['verdict'] !== undefined) {
        grid.seek(matrix.cells.find((cell) => filters.chosen['verdict']?.includes(cell.verdict))?.column ?? 0);
      }
      restoreFocus(this.element, focused);
    }
    announce(`${count(matrix.page.total, 'row')} in the matrix`);
  }

  private table(matrix: Matrix, filters: Filters): MatrixGrid {
    const verdicts = filters.chosen['verdict'];
    return matrixTable(matrix, {
      cell: (cell) => this.linkTo('cell', cell.id),
      gap: (row, column) => this.linkTo('gap', `${row.key}\n${column.id}`),
      someRuns: this.ofSomeRuns,
      ...(verdicts === undefined ? {} : { sought: (cell) => verdicts.includes(cell.verdict) }),
    });
  }

  /** Days count from now on, whenever the link was made; a moment stays what it is. */
  private since(): string {
    const days = daysOf(this.query);
    return days === undefined ? (this.query.get('since') ?? '') : new Date(Date.now() - days * 86_400_000).toISOString();
  }

  /** Whether filters leave out runs, and with them cells, of a row that is shown. */
  private get ofSomeRuns(): boolean {
    return this.filters.chosen['suite'] !== undefined || this.since() !== '';
  }

  private sizes(matrix: Matrix, filters: Filters): HTMLElement | null {
    return matrix.page.total <= SIZES[0]
      ? null
      : select('Rows', SIZES.map((size) => ({ value: String(size), label: String(size) })), String(filters.size), (size) => this.go({ ...this.filters, size: Number(size), page: 1 }));
  }

  private times(): HTMLElement {
    const days = [
      ['', 'ever'],
      ['1', 'last day'],
      ['7', 'last 7 days'],
      ['30', 'last 30 days'],
    ] as const;
    return select('Measured', days.map(([value, label]) => ({ value, label })), this.query.get('days') ?? '', (chosen) => this.measured(chosen));
  }

  /** Says that older runs are left out, also where the filters are folded up. */
  private timeChip(): HTMLElement {
    const days = daysOf(this.query);
    const label = days === undefined ? `since ${dateTime(this.since())}` : days === 1 ? 'last day' : `last ${days} days`;
    return chip('Measured', label, () => this.measured(''));
  }

  private measured(days: string): void {
    const query = ever(withoutPanel(this.query));
    query.delete('page');
    if (days !== '') {
      query.set('days', days);
    }
    this.context.navigation.go(hrefOf({ page: 'matrix' }, query));
  }

  private linkTo(panel: 'cell' | 'gap', key: string): string {
    const query = withoutPanel(this.query);
    query.set(panel, key);
    return hrefOf({ page: 'matrix' }, query);
  }

  /** Opens or closes the panel, so that it is as the address says. */
  private showPanel(): void {
    const cell = this.query.get('cell');
    const gap = this.query.get('gap');
    const key = `${cell ?? ''}/${gap ?? ''}`;
    if (this.panel?.key === key) {
      return;
    }
    const before = this.panel;
    this.panel = undefined;
    before?.close();
    const closed = (): void => {
      if (this.panel?.key === key) {
        this.panel = undefined;
        this.context.navigation.leave(hrefOf({ page: 'matrix' }, withoutPanel(this.query)));
      }
    };
    if (cell !== null) {
      this.panel = { key, close: cellPanel(this.context, cell, closed).close };
    } else if (gap !== null) {
      this.panel = { key, close: gapPanel(this.context, gap, () => this.matrix, this.ofSomeRuns, closed).close };
    }
  }
}

/** Which events make the matrix another one. */
export function changesHistory(type: string): boolean {
  return type === 'history.changed';
}

function withoutPanel(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('cell');
  rest.delete('gap');
  return rest;
}

/** Without a limit of time. */
function ever(query: URLSearchParams): URLSearchParams {
  query.delete('days');
  query.delete('since');
  return query;
}

/** A run is of one suite: the server takes one. */
function changed(filters: Filters, facet: string, value: string): Filters {
  return facet === 'suite' ? only(filters, facet, filters.chosen[facet]?.includes(value) === true ? '' : value) : toggled(filters, facet, value);
}

function focusKey(): string | undefined {
  const focused = document.activeElement;
  return focused instanceof HTMLElement ? (focused.dataset['cell'] ?? facetKey(focused)) : undefined;
}

function facetKey(focused: HTMLElement): string | undefined {
  const facet = focused.closest<HTMLElement>('.facet')?.dataset['facet'];
  return facet !== undefined && focused instanceof HTMLInputElement ? `${facet}=${focused.value}` : undefined;
}

/** Gives the focus back to what stands in the place of what had it. */
function restoreFocus(part: HTMLElement, key: string | undefined): void {
  if (key === undefined) {
    return;
  }
  const places = [...part.querySelectorAll<HTMLElement>('a[data-cell], .facet input')];
  places.find((place) => (place.dataset['cell'] ?? facetKey(place)) === key)?.focus({ preventScroll: true });
}

function nothingLeft(clear: () => void): HTMLElement {
  return empty('No cell passes all of these filters', h('button', { type: 'button', on: { click: clear } }, 'Clear all filters'));
}

function operatorsOnly(): HTMLElement {
  return empty('No model yet', h('p', null, 'The history has operator cases of conformance runs only.'));
}

function noRuns(): HTMLElement {
  return nothingYet('No runs yet', 'The matrix fills with whatever is run.');
}
