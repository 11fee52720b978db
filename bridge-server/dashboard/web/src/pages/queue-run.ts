// One run's jobs, each with its details in a panel.
import { useState } from 'preact/hooks';
import type { PoolJob, PoolJobs } from '../api/types';
import { shown, useAnswer, usePool, useStore } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { announce } from '../dom/announce';
import { h, type Child, type Markup } from '../dom/h';
import { Panel } from '../dom/panel';
import { select } from '../widgets/choice';
import { pager } from '../widgets/pager';
import { chip, measuredTime, progress, standing, tally } from '../widgets/pool';
import { problemBox } from '../widgets/states';
import { SureButton } from '../widgets/sure';
import { table } from '../widgets/table';
import { dateTime } from '../words/format';
import { isOver, jobLook, newest, took } from '../words/pool';
import { QueuedJob } from './queue-job';

const STATES = ['WAITING', 'PLACED', 'DONE', 'FAILED', 'CANCELLED'] as const;

/** The address of a run's page with some of it changed; what is undefined is taken out. */
export function queueHref(query: URLSearchParams, change: Readonly<Record<string, string | undefined>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') {
      next.delete(name);
    } else {
      next.set(name, value);
    }
  }
  return hrefOf({ page: 'queue' }, next);
}

export function QueuedRun({ context, query, run }: PageProps & { run: string }): Markup {
  const { api, live, navigation, session } = context;
  useStore((changed) => session.listen(changed));
  const [state, page, job] = [query.get('state') ?? '', query.get('page') ?? '1', query.get('job')];
  const path = `/queue/${encodeURIComponent(run)}`;
  const answer = useAnswer((signal) => api.get<PoolJobs>(path, { state, page }, signal), [state, page]);
  usePool(live, answer.again);
  const [problem, setProblem] = useState<unknown>();
  const cancel = async (): Promise<void> => {
    try {
      await api.delete(path);
      setProblem(undefined);
      announce('Cancelled');
    } catch (error) {
      setProblem(error);
    }
    answer.again();
  };
  const go = (change: Readonly<Record<string, string | undefined>>): void => navigation.go(queueHref(query, change));
  return h(
    'div',
    null,
    h('p', { class: 'actions' }, h('a', { class: 'button', href: hrefOf({ page: 'queue' }) }, 'All runs')),
    h('h2', { class: 'whole' }, 'Run ', run),
    h('div', null, problem !== undefined && problemBox(problem)),
    h('div', null, shown(answer, 'the run’s jobs', (found) => [
      found.pool.state !== 'UP' && standing(found.pool),
      head(found, session.mayChange, () => void cancel()),
      h('div', { class: 'bar' }, pager(found.page, 'job', (number) => go({ page: String(number) })), select('Where they stand', [{ value: '', label: 'anywhere' }, ...STATES.map((value) => ({ value, label: jobLook(value)[1] }))], state, (value) => go({ state: value, page: undefined }))),
      found.jobs.length > 0 && jobTable(found.jobs, query),
    ])),
    job !== null && h(Panel, { key: job, title: `Job ${job}`, closed: () => navigation.leave(queueHref(query, { job: undefined })) }, h(QueuedJob, { context, run, number: job })),
  );
}

function head({ run }: PoolJobs, mayChange: boolean, cancel: () => void): Child {
  return [
    progress(run.jobs),
    h('p', null, tally(run.jobs)),
    h('p', { class: 'soft' }, `Sent by ${run.owner}, ${dateTime(run.submitted)}. What comes of it goes to the history of whoever sent it.`),
    !isOver(run.jobs) && mayChange && h('p', { class: 'actions' }, h(SureButton, { label: 'Cancel the run', sure: 'Cancel for good', about: run.run, warning: 'Press again to cancel what is not over', press: cancel })),
  ];
}

function jobTable(jobs: readonly PoolJob[], query: URLSearchParams): Markup {
  return table('Jobs', [
    { head: 'Job', cell: (job: PoolJob) => h('a', { href: queueHref(query, { job: String(job.number) }) }, `job ${job.number}`), names: true, order: ({ number }) => number },
    { head: 'State', cell: ({ state }) => chip(jobLook(state)), order: ({ state }) => STATES.indexOf(state) },
    { head: 'Worker', cell: (job) => worker(job), order: (job) => newest(job)?.worker ?? null },
    { head: 'Attempts', cell: ({ attempts }) => attempts.length, figure: true, order: ({ attempts }) => -attempts.length },
    { head: 'Took', cell: (job) => measuredTime(took(job)), order: took },
    { head: 'Why', cell: ({ waits, failure }) => waits ?? failure?.message ?? '' },
  ], jobs, { keyOf: ({ id }) => id });
}

function worker(job: PoolJob): Child {
  const last = newest(job);
  return last === undefined ? null : [h('code', { class: 'whole' }, last.worker), last.state === 'LOST' && h('span', { class: 'soft below' }, 'was lost')];
}
