import type { Job } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context } from '../app/view';
import { h, type Child } from '../dom/h';
import { isOver } from '../live/jobs';
import { before } from '../state/sides';
import { progressBar, stateChip } from '../widgets/job';
import { remedies } from '../widgets/states';
import { facts } from '../widgets/table';
import { tally } from '../widgets/verdict';
import { clock, dateTime, elapsed } from '../words/format';

/** How far a job is, what came of it, and what can be done with that. */
export function jobHead(context: Context, job: Job, running: boolean, cancel: () => void): Child {
  return [
    h('p', { class: 'lead' }, stateChip(job.state), ' ', h('strong', null, job.suite), ' ', h('span', { class: 'soft' }, job.request.what.join(', '))),
    !isOver(job) && [progressBar(job), h('p', { class: 'phase soft' }, (running ? 'running the cells' : job.phase) ?? (job.state === 'QUEUED' ? 'Waits for the run before it: one timed run at a time on a machine.' : ' '))],
    h('p', null, tally(job.verdicts)),
    job.problem !== null && job.problem !== undefined && h('div', { class: 'problem' }, h('p', { class: 'problem-title' }, job.problem.title), h('p', null, job.problem.detail), remedies(job.problem)),
    h('p', { class: 'actions' }, !isOver(job) && context.session.mayChange && h('button', { type: 'button', class: 'danger', onClick: cancel }, 'Cancel'), results(job)),
    facts([
      ['Started by', `${job.by}, ${dateTime(job.createdAt)}`],
      ['Ran', job.startedAt === null ? null : `${clock(job.startedAt)} to ${job.finishedAt === null ? 'now' : `${clock(job.finishedAt)}, ${elapsed(Date.parse(job.finishedAt) - Date.parse(job.startedAt))}`}`],
      ['Run', job.run],
    ]),
  ];
}

function results(job: Job): Child {
  if (job.run === null || job.run === undefined) {
    return null;
  }
  const report = `/api/v1/runs/${encodeURIComponent(job.run)}/report`;
  return [
    job.finished > 0 && h('a', { class: 'button primary', href: hrefOf({ page: 'compare' }, { candidate: job.run, baseline: before(job.startedAt ?? job.createdAt) }) }, 'Compare with history'),
    h('a', { class: 'button', href: `${report}.html`, target: '_blank', rel: 'noopener' }, 'Report'),
    h('a', { class: 'button', href: hrefOf({ page: 'matrix' }) }, 'Matrix'),
  ];
}
