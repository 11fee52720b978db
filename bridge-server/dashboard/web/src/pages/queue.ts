// Runs that were sent to a pool, and the jobs of one.
import type { PoolRun, PoolRuns, PoolStanding } from '../api/types';
import { shown, useAnswer, usePool } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { noPool, progress, standing, tally } from '../widgets/pool';
import { empty } from '../widgets/states';
import { table } from '../widgets/table';
import { ago, count, dateTime } from '../words/format';
import { total } from '../words/pool';
import { QueuedRun } from './queue-run';

export function QueuePage({ context, query }: PageProps): Markup {
  const run = query.get('run');
  return run === null ? h(AllRuns, { context, query }) : h(QueuedRun, { context, query, run, key: run });
}

function AllRuns({ context: { api, live } }: PageProps): Markup {
  const answer = useAnswer((signal) => api.get<PoolRuns>('/queue', {}, signal));
  usePool(live, answer.again);
  return h('div', null, shown(answer, 'the queue', runsContent));
}

/** All of the page. */
export function runsContent({ pool, runs, total: all }: PoolRuns): Child {
  if (pool.kind === 'NONE') {
    return noPool();
  }
  return [
    standing(pool),
    runs.length === 0 ? noRuns(pool) : [all > runs.length && h('p', { class: 'soft' }, `The newest ${runs.length} of ${count(all, 'run')}.`), runTable(runs)],
  ];
}

function noRuns({ kind }: PoolStanding): Markup {
  return empty('No run was sent to this pool yet', h('p', null, 'From anywhere, with the file of a submitter’s token:'), commandLine('bascule run quickstart --on @tokens/anna'), h('p', { class: 'soft' }, 'What comes of it goes to the history of whoever sends it.', kind === 'OWN' && [' This server holds its own: beside it, a run needs a file of its own, ', h('code', null, '--store other.duckdb'), '.']));
}

function runTable(runs: readonly PoolRun[]): Markup {
  return table('Runs in the queue', [
    { head: 'Run', cell: ({ run }: PoolRun) => h('a', { class: 'whole', href: hrefOf({ page: 'queue' }, { run }) }, run), names: true, order: ({ run }) => run },
    { head: 'Over', cell: ({ jobs }) => progress(jobs), order: ({ jobs }) => (jobs.waiting + jobs.placed) / total(jobs) },
    { head: 'Jobs', cell: ({ jobs }) => tally(jobs), order: ({ jobs }) => total(jobs) },
    { head: 'Sent by', cell: ({ owner }) => owner, order: ({ owner }) => owner },
    { head: 'Came', cell: ({ submitted }) => h('time', { datetime: submitted, title: dateTime(submitted) }, ago(submitted, Date.now())), order: ({ submitted }) => -Date.parse(submitted) },
  ], runs, { keyOf: ({ run }) => run, most: 100 });
}
