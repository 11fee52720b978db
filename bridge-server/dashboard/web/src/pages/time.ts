// A cell over time: its medians run by run, where its level changed, and which runs are unlike their neighbours.
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAbort } from '../api/client';
import { Newest } from '../api/newest';
import type { Matrix, Series } from '../api/types';
import { shown, useAnswer, useEvents } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { announce } from '../dom/announce';
import { h, type Child, type Markup } from '../dom/h';
import { changesHistory } from '../live/types';
import { select } from '../widgets/choice';
import { operatorCases } from '../widgets/operator-cases';
import { empty, nothingYet, problemBox } from '../widgets/states';
import { count, short } from '../words/format';
import { seriesParts } from './time-series';

/** A row's key begins with its model. */
function modelOf(row: string): string {
  return row.split('|')[0] ?? row;
}

/** A model's first timed cell, or any. */
function fullest({ cells }: Matrix): string | undefined {
  return (cells.find((one) => one.medianMs !== null) ?? cells[0])?.id;
}

export function TimePage({ context, query }: PageProps): Markup {
  const { api, live, navigation } = context;
  const known = useAnswer((signal) => api.get<Matrix>('/matrix', { cases: 'models', size: 50 }, signal));
  const models = known.value?.facets['model']?.values.map((model) => model.value) ?? [];
  const nothing = known.value?.cells.length === 0 && !query.has('cell') && !query.has('row');
  const wanted = known.value === undefined || nothing ? undefined : wantedOf(query, fullest(known.value) ?? '');
  const series = useAnswer(
    async (signal) => (wanted === undefined ? undefined : api.get<Series>('/series', wanted, signal)),
    [JSON.stringify(wanted), known.value],
  );
  const model = series.value && modelOf(series.value.row);
  const matrixOf = (of: string, signal: AbortSignal): Promise<Matrix> => api.get('/matrix', { model: of, size: 100 }, signal);
  // The rows and columns of the model that is shown.
  const matrix = useAnswer(async (signal) => (model === undefined ? undefined : matrixOf(model, signal)), [model, known.value]);
  useEvents(live, changesHistory, known.again);
  const points = series.value?.points;
  useEffect(() => points && announce(`${count(points.length, 'run')} of this cell`), [points]);

  const choosing = useRef(new Newest()).current;
  const [failed, setFailed] = useState<{ readonly error: unknown; readonly model: string }>();
  const choose = async (chosen: string): Promise<void> => {
    try {
      const cell = fullest(await matrixOf(chosen, choosing.next()));
      setFailed(undefined);
      if (cell !== undefined) {
        navigation.go(hrefOf({ page: 'time' }, { cell }));
      }
    } catch (error) {
      if (!isAbort(error)) {
        setFailed({ error, model: chosen });
      }
    }
  };
  useEffect(() => () => choosing.end(), []);
  const go = (place: Place): void => navigation.go(hrefOf({ page: 'time' }, { ...place }));
  const result = (): Child => {
    if (failed !== undefined) {
      return problemBox(failed.error, () => void choose(failed.model));
    }
    if (nothing) {
      return (known.value?.totals.leftOut ?? 0) > 0 ? empty('No model has a history yet', h('p', null, 'Operator cases are not timed.')) : nothingYet('There is no history yet', 'Each run adds a point to the series of its cells.');
    }
    return shown<unknown>([known, matrix].find(({ error }) => error !== undefined) ?? series, 'the history', () => series.value && seriesParts(series.value));
  };
  return h(
    'div',
    null,
    h('div', { class: 'controls' }, series.value !== undefined && matrix.value !== undefined && choice(models, matrix.value, series.value, go, (chosen) => void choose(chosen))),
    h('div', null, known.value !== undefined && leftOut(known.value, models.length)),
    h('div', null, result()),
  );
}

interface Place {
  readonly machine: string;
  readonly row: string;
  readonly column: string;
}

/** The cell of the link, or the fullest place to begin with. */
function wantedOf(query: URLSearchParams, fullest: string): Record<string, string> {
  const [cell, machine, row, column] = ['cell', 'machine', 'row', 'column'].map((name) => query.get(name) ?? undefined);
  if (cell !== undefined) {
    return { cell };
  }
  return machine !== undefined && row !== undefined && column !== undefined ? { machine, row, column } : { cell: fullest };
}

/** Conformance measures no times: an operator's cell is reached from the matrix. */
function leftOut({ facets, totals }: Matrix, listed: number): Child {
  const others = Math.max(0, (facets['model']?.distinct ?? 0) - listed);
  return [
    others > 0 && h('p', { class: 'soft' }, `The list has the ${listed} models with the most cells; ${count(others, 'other')} can be opened from the `, h('a', { href: hrefOf({ page: 'matrix' }) }, 'matrix'), '.'),
    operatorCases(totals.leftOut, new URLSearchParams(), (query) => hrefOf({ page: 'matrix' }, query), ', since nobody times them'),
  ];
}

/** @param matrix the rows and columns of the model that is shown */
function choice(models: readonly string[], matrix: Matrix, { machine, row, column }: Place, go: (place: Place) => void, choose: (model: string) => void): Child {
  const several = new Set(matrix.columns.map((one) => one.machine)).size > 1;
  const target = (id: string): void => {
    const chosen = matrix.columns.find((one) => one.id === id);
    if (chosen !== undefined) {
      go({ machine: chosen.machine, row, column: chosen.key });
    }
  };
  return [
    select('Model', [...new Set([...models, modelOf(row)])].map((model) => ({ value: model, label: model })), modelOf(row), choose),
    matrix.rows.length > 1 && select('Case', matrix.rows.map((one) => ({ value: one.key, label: one.label })), row, (key) => go({ machine, row: key, column })),
    select('Target', matrix.columns.map((one) => ({ value: one.id, label: `${one.label} in ${one.group}${several ? ` on ${short(one.machine)}` : ''}` })), `${machine}|${column}`, target),
  ];
}
