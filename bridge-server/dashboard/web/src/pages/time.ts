// A cell over time: its medians run by run, where its level changed, and which runs are unlike their neighbours.
import { isAbort } from '../api/client';
import { Newest } from '../api/newest';
import type { Matrix, Series } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { announce } from '../dom/announce';
import { fill, h } from '../dom/h';
import { select } from '../widgets/choice';
import { dropFigures } from '../widgets/figure';
import { operatorCases } from '../widgets/operator-cases';
import { empty, loading, nothingYet, problemBox } from '../widgets/states';
import { count, short } from '../words/format';
import { changesHistory } from './matrix';
import { seriesParts } from './time-series';

export function timePage(context: Context, query: URLSearchParams): View {
  const page = new TimePage(context, query);
  return { title: 'Over time', element: page.element, update: (changed) => page.update(changed), dispose: () => page.dispose() };
}

interface Place {
  readonly machine: string;
  readonly row: string;
  readonly column: string;
}

/** A row's key begins with its model. */
function modelOf(row: string): string {
  return row.split('|')[0] ?? row;
}

class TimePage {
  private readonly choice = h('div', { class: 'controls' });
  private readonly aside = h('div', null);
  private readonly result = h('div', null, loading('the history'));
  readonly element = h('div', null, this.choice, this.aside, this.result);
  private readonly life = new AbortController();
  private readonly asked = new Newest();
  private readonly unfollow: () => void;
  private models: readonly string[] = [];
  private fullest = '';
  /** Models that the list has not, and operator cases. */
  private others = 0;
  private leftOut = 0;
  /** The rows and columns of the model that is shown. */
  private matrix: Matrix | undefined;
  private place: Place | undefined;

  constructor(
    private readonly context: Context,
    private query: URLSearchParams,
  ) {
    this.unfollow = context.live.follow({ event: (event) => changesHistory(event.type) && void this.load(), reload: () => void this.load() });
    void this.load();
  }

  update(query: URLSearchParams): void {
    this.query = query;
    void this.series();
  }

  dispose(): void {
    this.unfollow();
    this.life.abort();
    this.asked.end();
  }

  private async load(): Promise<void> {
    try {
      const known = await this.context.api.get<Matrix>('/matrix', { cases: 'models', size: 50 }, this.life.signal);
      // The history changed: so may have its columns.
      this.matrix = undefined;
      this.models = known.facets['model']?.values.map((model) => model.value) ?? [];
      this.fullest = (known.cells.find((one) => one.medianMs !== null) ?? known.cells[0])?.id ?? '';
      this.others = Math.max(0, (known.facets['model']?.distinct ?? 0) - this.models.length);
      this.leftOut = known.totals.leftOut;
      this.showLeftOut();
      if (known.cells.length === 0 && !this.query.has('cell') && !this.query.has('row')) {
        fill(this.result, this.leftOut > 0 ? empty('No model has a history yet', h('p', null, 'Operator cases are not timed.')) : nothingYet('There is no history yet', 'Each run adds a point to the series of its cells.'));
      } else {
        await this.series();
      }
    } catch (error) {
      this.failed(error, () => void this.load());
    }
  }

  /** Conformance measures no times: an operator's cell is reached from the matrix. */
  private showLeftOut(): void {
    fill(
      this.aside,
      this.others > 0 && h('p', { class: 'soft' }, `The list has the ${this.models.length} models with the most cells; ${count(this.others, 'other')} can be opened from the `, h('a', { href: hrefOf({ page: 'matrix' }) }, 'matrix'), '.'),
      operatorCases(this.leftOut, new URLSearchParams(), (query) => hrefOf({ page: 'matrix' }, query), ', since nobody times them'),
    );
  }

  private async series(): Promise<void> {
    const signal = this.asked.next();
    try {
      const series = await this.context.api.get<Series>('/series', this.wanted(), signal);
      this.place = series;
      await this.know(modelOf(series.row), signal);
      this.showChoice();
      dropFigures(this.result);
      fill(this.result, seriesParts(series));
      announce(`${count(series.points.length, 'run')} of this cell`);
    } catch (error) {
      this.failed(error, () => void this.series());
    }
  }

  /** The cell of the link, or the fullest place to begin with. */
  private wanted(): Record<string, string> {
    const cell = this.query.get('cell');
    const [machine, row, column] = [this.query.get('machine'), this.query.get('row'), this.query.get('column')];
    if (cell !== null) {
      return { cell };
    }
    if (machine !== null && row !== null && column !== null) {
      return { machine, row, column };
    }
    return { cell: this.fullest };
  }

  private async know(model: string, signal: AbortSignal): Promise<void> {
    if (this.matrix === undefined || this.matrix.rows[0]?.model !== model) {
      this.matrix = await this.context.api.get<Matrix>('/matrix', { model, size: 100 }, signal);
    }
  }

  /** A model's first timed cell, or any, for who chooses the model. */
  private async choose(model: string): Promise<void> {
    try {
      await this.know(model, this.asked.next());
      const cells = this.matrix?.cells ?? [];
      const cell = cells.find((one) => one.medianMs !== null) ?? cells[0];
      if (cell !== undefined) {
        this.context.navigation.go(hrefOf({ page: 'time' }, { cell: cell.id }));
      }
    } catch (error) {
      this.failed(error, () => void this.choose(model));
    }
  }

  private showChoice(): void {
    const { matrix, place } = this;
    if (matrix === undefined || place === undefined) {
      return;
    }
    const go = (change: Partial<Place>): void => {
      const { machine, row, column } = { ...place, ...change };
      this.context.navigation.go(hrefOf({ page: 'time' }, { machine, row, column }));
    };
    const several = new Set(matrix.columns.map((column) => column.machine)).size > 1;
    const target = `${place.machine}|${place.column}`;
    fill(
      this.choice,
      select('Model', [...new Set([...this.models, modelOf(place.row)])].map((model) => ({ value: model, label: model })), modelOf(place.row), (model) => void this.choose(model)),
      matrix.rows.length > 1 && select('Case', matrix.rows.map((row) => ({ value: row.key, label: row.label })), place.row, (row) => go({ row })),
      select(
        'Target',
        matrix.columns.map((column) => ({ value: column.id, label: `${column.label} in ${column.group}${several ? ` on ${short(column.machine)}` : ''}` })),
        target,
        (id) => {
          const column = matrix.columns.find((one) => one.id === id);
          if (column !== undefined) {
            go({ machine: column.machine, column: column.key });
          }
        },
      ),
    );
  }

  private failed(error: unknown, again: () => void): void {
    if (!isAbort(error)) {
      this.showChoice();
      fill(this.result, problemBox(error, again));
    }
  }
}
