// Commands that trained, the newest first.
import type { TrainingHeading, Trainings } from '../api/types';
import { shown, useAnswer } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { fromQuery, toQuery } from '../state/filters';
import { pager } from '../widgets/pager';
import { emptyWithCommand } from '../widgets/states';
import { table, type Column } from '../widgets/table';
import { tally } from '../widgets/verdict';
import { ago, dateTime, percent } from '../words/format';

export function TrainingsPage({ context, query }: PageProps): Markup {
  const { page, size } = fromQuery(query, []);
  const answer = useAnswer((signal) => context.api.get<Trainings>('/trainings', { page, size }, signal), [page, size]);
  const go = (number: number): void => context.navigation.go(hrefOf({ page: 'trainings' }, toQuery({ ...fromQuery(query, []), page: number }, [], query)));
  return h('div', null, shown(answer, 'the trainings', (trainings) => trainingList(trainings, go)));
}

export function trainingList({ trainings, page }: Trainings, go: (number: number) => void): Child {
  return page.total === 0
    ? emptyWithCommand('No trainings yet', 'What `bascule train` and `bascule distributed replicas` train goes into the history while no server holds it, and stands here then.', 'bascule train mlp --backends wasm,cpu')
    : [pager(page, 'training', go), table('Trainings', COLUMNS, trainings, { keyOf: ({ id }) => id })];
}

const COLUMNS: readonly Column<TrainingHeading>[] = [
  { head: 'Training', cell: ({ id, imported }) => [h('a', { href: hrefOf({ page: 'training', id }) }, h('code', { class: 'whole' }, id)), imported && h('span', { class: 'chip none below' }, 'imported')], names: true },
  { head: 'When', cell: ({ at }) => h('time', { datetime: at, title: ago(at, Date.now()) }, dateTime(at)) },
  { head: 'Network', cell: ({ network }) => network },
  { head: 'Data', cell: ({ data }) => data },
  { head: 'By', cell: ({ optimizer }) => optimizer },
  { head: 'Targets', cell: ({ backends }) => backends.join(', ') },
  { head: 'Verdicts', cell: ({ verdicts }) => tally(verdicts) },
  { head: 'Accuracy', cell: ({ accuracies }) => accuracy(accuracies), figure: true },
];

/** After the last steps, of what is right. */
export function accuracy(range: TrainingHeading['accuracies']): string {
  if (range === null) {
    return '–';
  }
  const [least, most] = [percent(range.least), percent(range.most)];
  return least === most ? least : `${least} – ${most}`;
}
