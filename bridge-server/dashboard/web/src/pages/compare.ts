// Two selections of the history side by side: what is shown in words, as a forest plot, and case by case.
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Api } from '../api/client';
import { ApiError } from '../api/problem';
import type { ComparisonDocument, Machines, Matrix, Runs, Targets } from '../api/types';
import { shown, useAnswer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { announce } from '../dom/announce';
import { h, type Child, type Markup } from '../dom/h';
import { casesOf } from '../state/cases';
import { kindOf, KINDS, narrowed, offers, usual, type Kind, type Known, type Sides } from '../state/sides';
import { select } from '../widgets/choice';
import { chip } from '../widgets/facets';
import { operatorCases } from '../widgets/operator-cases';
import { empty, nothingYet } from '../widgets/states';
import { count } from '../words/format';
import { comparison } from './compare-result';

export function ComparePage({ context, query }: PageProps): Markup {
  const { api, session, navigation } = context;
  const answer = useAnswer(async (signal): Promise<Known & { operators: number }> => {
    const [{ targets }, { machines }, { runs }, { totals }] = await Promise.all([
      api.get<Targets>('/targets', {}, signal),
      api.get<Machines>('/machines', {}, signal),
      api.get<Runs>('/runs', { size: 100 }, signal),
      api.get<Matrix>('/matrix', { cases: 'models', size: 1 }, signal),
    ]);
    return { targets, machines, runs, operators: totals.leftOut };
  });
  const known = answer.value;
  if (known === undefined || known.runs.length === 0) {
    return h('div', null, h('div', null, shown(answer, 'what can be compared', nothing)), h('div', { class: 'compare-result' }));
  }
  const asked: Sides = { baseline: query.get('baseline') ?? '', candidate: query.get('candidate') ?? '' };
  const chosen = KINDS.find(([kind]) => kind === query.get('kind'))?.[0];
  const fresh = asked.baseline === '' && asked.candidate === '';
  const kind = chosen ?? (fresh ? 'native' : kindOf(asked, known));
  const sides = fresh ? usual(kind, known) : asked;
  const model = query.get('model') ?? '';
  const go: Go = (nextKind, next, nextModel = model) => {
    const cases = query.get('cases') ?? '';
    navigation.go(hrefOf({ page: 'compare' }, { kind: nextKind, ...next, ...(nextModel === '' ? {} : { model: nextModel }), ...(cases === '' ? {} : { cases }) }));
  };
  const cases = casesOf(query, 'model');
  const wanted = { baseline: narrowed(sides.baseline, model), candidate: narrowed(sides.candidate, model), cases };
  return h(
    'div',
    null,
    h(
      'div',
      null,
      lists(kind, sides, known, go),
      model === '' ? operatorCases(known.operators, query, (changed) => hrefOf({ page: 'compare' }, changed), ', wherever they were run') : h('p', null, chip('Model', model, () => go(kind, sides, ''))),
    ),
    h(
      'div',
      { class: 'compare-result' },
      sides.baseline === '' || sides.candidate === ''
        ? h('p', { class: 'soft' }, 'Choose two sides. The history may have only one of this kind.')
        : h(Result, { key: JSON.stringify(wanted), api, wanted, store: session.current?.store, leftOut: cases === undefined ? 0 : known.operators }),
    ),
  );
}

type Go = (kind: Kind, sides: Sides, model?: string) => void;

function nothing(): Child {
  return nothingYet('There is nothing to compare yet', 'Two runs, two browsers, a browser and native: whatever the history has can be held against each other.');
}

function lists(kind: Kind, sides: Sides, known: Known, go: Go): Markup {
  const [left, right] = offers(kind, known);
  const side = (label: string, key: keyof Sides, list: readonly { value: string; label: string }[]): Markup => {
    const value = sides[key];
    const changed = (next: string): void => go(kind, { ...sides, [key]: next });
    return kind === 'free'
      ? selector(label, value, changed)
      : select(label, list.some((one) => one.value === value) ? list : [{ value, label: value === '' ? 'choose' : value }, ...list], value, changed);
  };
  return h(
    'div',
    { class: 'controls' },
    select('Compare', KINDS.map(([value, label]) => ({ value, label })), kind, (value) => go(value as Kind, value === 'free' ? sides : usual(value as Kind, known))),
    side('Baseline', 'baseline', left),
    side('Candidate', 'candidate', right),
  );
}

interface ResultProps {
  readonly api: Api;
  readonly wanted: Readonly<Record<'baseline' | 'candidate', string>> & { readonly cases: 'models' | undefined };
  readonly store: string | null | undefined;
  readonly leftOut: number;
}

function Result({ api, wanted, store, leftOut }: ResultProps): Markup {
  const answer = useAnswer((signal) => api.get<ComparisonDocument>('/compare', wanted, signal));
  const { value, error } = answer;
  useEffect(() => {
    if (value !== undefined) {
      announce(`${value.summary.compared} of ${count(value.cases.filter((one) => one.measuredIn == null).length, 'case')} compared`);
    }
  }, [value]);
  return h(
    Fragment,
    null,
    error instanceof ApiError && error.problem.code === 'NOTHING_SELECTED_TO_RUN'
      ? empty('There is nothing to compare', h('p', null, error.problem.detail))
      : shown(answer, 'the comparison', (document) => comparison(document, store, leftOut)),
  );
}

function selector(label: string, value: string, changed: (value: string) => void): Markup {
  const typed = (event: Event): void => changed((event.currentTarget as HTMLInputElement).value.trim());
  return h('label', { class: 'field', key: `${label} ${value}` }, h('span', null, label), h('input', { type: 'text', defaultValue: value, placeholder: 'backend=webnn,browser=chrome', onChange: typed }));
}
