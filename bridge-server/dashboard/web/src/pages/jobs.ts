import type { Job, Jobs } from '../api/types';
import { shown, useAnswer, useEvents, useSoon } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { h, type Markup } from '../dom/h';
import { progressBar, stateChip } from '../widgets/job';
import { nothingYet } from '../widgets/states';
import { table } from '../widgets/table';
import { tally } from '../widgets/verdict';
import { ago, dateTime } from '../words/format';
import { isOver } from '../live/jobs';

/** Runs that were started from here, the newest first. */
export function JobsPage({ context: { api, live } }: PageProps): Markup {
  const jobs = useAnswer((signal) => api.get<Jobs>('/jobs', {}, signal));
  useEvents(live, ({ type }) => type.startsWith('job.') || type === 'cell.finished', useSoon(jobs.again));
  return h(
    'div',
    null,
    h('p', { class: 'actions' }, h('a', { class: 'button primary', href: hrefOf({ page: 'start' }) }, 'Start a run'), h('a', { class: 'button', href: hrefOf({ page: 'schedules' }) }, 'Schedules'), h('a', { class: 'button', href: hrefOf({ page: 'devices' }) }, 'Connect a device')),
    h('div', null, shown(jobs, 'the jobs', (found) => (found.jobs.length === 0 ? none() : jobTable(found.jobs)))),
  );
}

function none(): Markup {
  return nothingYet('No jobs yet', 'Whatever is started from this page stands here, with its progress.');
}

function jobTable(jobs: readonly Job[]): Markup {
  return table('Jobs', [
    { head: 'State', cell: (job: Job) => stateChip(job.state) },
    { head: 'What', cell: (job) => [h('a', { href: hrefOf({ page: 'job', id: job.id }) }, job.suite), h('span', { class: 'soft below' }, job.request.what.join(', '))], names: true },
    { head: 'Progress', cell: (job) => (isOver(job) ? tally(job.verdicts) : [progressBar(job), tally(job.verdicts)]) },
    { head: 'By', cell: (job) => job.by },
    { head: 'Queued', cell: (job) => h('time', { datetime: job.createdAt, title: dateTime(job.createdAt) }, ago(job.createdAt, Date.now())) },
    { head: 'Run', cell: (job) => job.run === null ? h('span', { class: 'soft' }, isOver(job) ? 'none' : '') : h('a', { href: hrefOf({ page: 'runs' }, { run: job.run }) }, job.run) },
  ], jobs, { keyOf: (job) => job.id });
}
