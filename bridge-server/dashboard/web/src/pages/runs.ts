import type { RunHeading, Runs } from '../api/types';
import { shown, useEvents } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { Context, PageProps } from '../app/view';
import { h, type Markup } from '../dom/h';
import { before } from '../state/sides';
import { pager } from '../widgets/pager';
import { nothingYet } from '../widgets/states';
import { table } from '../widgets/table';
import { tally } from '../widgets/verdict';
import { ago, dateTime, elapsed, short } from '../words/format';
import { changesHistory } from '../live/types';
import { useList } from './kept-list';

const REPORTS = [
  ['html', 'HTML'],
  ['md', 'Markdown'],
  ['csv', 'CSV'],
  ['xml', 'JUnit'],
  ['json', 'JSON'],
] as const;

/** All runs of the history with their reports. */
export function RunsPage(props: PageProps): Markup {
  const { context, query } = props;
  const { answer, go } = useList<Runs>(props, 'runs');
  useEvents(context.live, changesHistory, answer.again);
  return h('div', null, shown(answer, 'the runs', ({ runs, page: shownPage }) => (runs.length === 0 ? none() : [pager(shownPage, 'run', go), runTable(context, runs, query.get('run'))])));
}

function none(): Markup {
  return nothingYet('No runs yet', 'Every run that goes into this history stands here with its reports.');
}

function runTable(context: Context, runs: readonly RunHeading[], marked: string | null): Markup {
  return table('Runs', [
    { head: 'Run', cell: (run: RunHeading) => [h('code', { class: 'whole', 'data-run': run.id }, run.id), run.interrupted && h('span', { class: 'chip fair below' }, '– interrupted')], names: true },
    { head: 'Started', cell: (run) => h('time', { datetime: run.startedAt, title: ago(run.startedAt, Date.now()) }, dateTime(run.startedAt)) },
    { head: 'Took', cell: (run) => elapsed(run.elapsedMs), figure: true },
    { head: 'Suite', cell: (run) => h('span', { title: run.command }, run.suite) },
    { head: 'Cells', cell: (run) => [tally(run.verdicts), Object.keys(run.scenarios).length > 0 && h('span', { class: 'below soft' }, 'scenarios ', tally(run.scenarios))] },
    { head: 'Machine', cell: (run) => h('span', { title: run.machine }, short(run.machine)) },
    { head: 'Reports', cell: (run) => h('span', { class: 'links' }, REPORTS.map(([type, label]) => h('a', { href: context.api.href(`/runs/${encodeURIComponent(run.id)}/report.${type}`), target: '_blank', rel: 'noopener', 'aria-label': `${label} report of ${run.id}` }, label))) },
    { head: 'Compare', cell: (run) => h('a', { href: hrefOf({ page: 'compare' }, { candidate: run.id, baseline: before(run.startedAt) }), 'aria-label': `compare ${run.id} with what was before` }, 'compare') },
  ], runs, { keyOf: (run) => run.id, marked: (run) => run.id === marked });
}
