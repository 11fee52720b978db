import { isAbort } from '../api/client';
import type { Job, Jobs } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { fill, h } from '../dom/h';
import { progressBar, stateChip } from '../widgets/job';
import { loading, nothingYet, problemBox } from '../widgets/states';
import { table } from '../widgets/table';
import { tally } from '../widgets/verdict';
import { ago, dateTime } from '../words/format';
import { isOver } from '../live/jobs';

/** Runs that were started from here, the newest first. */
export function jobsPage(context: Context): View {
  const list = h('div', null, loading('the jobs'));
  const asked = new AbortController();
  const load = async (): Promise<void> => {
    try {
      const { jobs } = await context.api.get<Jobs>('/jobs', {}, asked.signal);
      fill(list, jobs.length === 0 ? none() : jobTable(jobs));
    } catch (error) {
      if (!isAbort(error)) {
        fill(list, problemBox(error, () => void load()));
      }
    }
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  // Many events in a row are one change of the list.
  const soon = (): void => {
    waiting ??= setTimeout(() => ((waiting = undefined), void load()), 300);
  };
  const unfollow = context.live.follow({ event: (event) => (event.type.startsWith('job.') || event.type === 'cell.finished') && soon(), reload: soon });
  void load();
  const element = h(
    'div',
    null,
    h('p', { class: 'actions' }, h('a', { class: 'button primary', href: hrefOf({ page: 'start' }) }, 'Start a run'), h('a', { class: 'button', href: hrefOf({ page: 'schedules' }) }, 'Schedules'), h('a', { class: 'button', href: hrefOf({ page: 'devices' }) }, 'Connect a device')),
    list,
  );
  return { title: 'Jobs', element, dispose: () => (unfollow(), asked.abort(), clearTimeout(waiting)) };
}

function none(): HTMLElement {
  return nothingYet('No jobs yet', 'Whatever is started from this page stands here, with its progress.');
}

function jobTable(jobs: readonly Job[]): HTMLElement {
  return table('Jobs', [
    { head: 'State', cell: (job: Job) => stateChip(job.state) },
    { head: 'What', cell: (job) => [h('a', { href: hrefOf({ page: 'job', id: job.id }) }, job.suite), h('span', { class: 'soft below' }, job.request.what.join(', '))], names: true },
    { head: 'Progress', cell: (job) => (isOver(job) ? tally(job.verdicts) : [progressBar(job), tally(job.verdicts)]) },
    { head: 'By', cell: (job) => job.by },
    { head: 'Queued', cell: (job) => h('time', { datetime: job.createdAt, title: dateTime(job.createdAt) }, ago(job.createdAt, Date.now())) },
    { head: 'Run', cell: (job) => job.run === null ? h('span', { class: 'soft' }, isOver(job) ? 'none' : '') : h('a', { href: hrefOf({ page: 'runs' }, { run: job.run }) }, job.run) },
  ], jobs);
}
