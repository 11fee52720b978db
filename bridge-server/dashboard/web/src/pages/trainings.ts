// Commands that trained, the newest first.
import type { TrainingHeading, Trainings } from '../api/types';
import { shown } from '../app/hooks';
import type { PageProps } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { pager } from '../widgets/pager';
import { emptyWithCommand } from '../widgets/states';
import { table, type Column } from '../widgets/table';
import { tally } from '../widgets/verdict';
import { percent } from '../words/format';
import { commandColumns, useList } from './kept-list';

export function TrainingsPage(props: PageProps): Markup {
  const { answer, go } = useList<Trainings>(props, 'trainings');
  return h('div', null, shown(answer, 'the trainings', (trainings) => trainingList(trainings, go)));
}

export function trainingList({ trainings, page }: Trainings, go: (number: number) => void): Child {
  return page.total === 0
    ? emptyWithCommand('No trainings yet', 'What `bascule train` and `bascule distributed replicas` train goes into the history while no server holds it, and stands here then.', 'bascule train mlp --backends wasm,cpu')
    : [pager(page, 'training', go), table('Trainings', COLUMNS, trainings, { keyOf: ({ id }) => id })];
}

const COLUMNS: readonly Column<TrainingHeading>[] = [
  ...commandColumns('Training', 'training'),
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
