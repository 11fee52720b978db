// What lists of what the history keeps have in common: they are shown part by part, and lead to the page of each command.
import { useAnswer, type Answer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { h } from '../dom/h';
import { fromQuery, toQuery } from '../state/filters';
import type { Column } from '../widgets/table';
import { ago, dateTime } from '../words/format';

/** The part of a list that the address names, and the way to another one. The API's list has the name of the page. */
export function useList<T>({ context, query }: PageProps, page: 'runs' | 'trainings' | 'quantizations'): { readonly answer: Answer<T>; readonly go: (number: number) => void } {
  const filters = fromQuery(query, []);
  const { page: number, size } = filters;
  const answer = useAnswer((signal) => context.api.get<T>(`/${page}`, { page: number, size }, signal), [number, size]);
  return { answer, go: (next) => context.navigation.go(hrefOf({ page }, toQuery({ ...filters, page: next }, [], query))) };
}

/** The first columns: which command, and when. */
export function commandColumns(head: string, page: 'training' | 'quantization'): readonly Column<{ readonly id: string; readonly at: string; readonly imported: boolean }>[] {
  return [
    { head, cell: ({ id, imported }) => [h('a', { href: hrefOf({ page, id }) }, h('code', { class: 'whole' }, id)), imported && h('span', { class: 'chip none below' }, 'imported')], names: true },
    { head: 'When', cell: ({ at }) => h('time', { datetime: at, title: ago(at, Date.now()) }, dateTime(at)) },
  ];
}
