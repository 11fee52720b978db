// A job of a pool: each attempt with why it was placed so, and of one that waits what each worker is to it.
import type { PoolAttempt, PoolJobDetail, PoolOutlook } from '../api/types';
import { shown, useAnswer, usePool } from '../app/hooks';
import type { Context } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { chip, expectedTime, measuredTime, standing } from '../widgets/pool';
import { remedies, withCode } from '../widgets/states';
import { facts, table } from '../widgets/table';
import { clock, dateTime } from '../words/format';
import { duration, jobLook } from '../words/pool';

export function QueuedJob({ context: { api, live }, run, number }: { context: Context; run: string; number: string }): Markup {
  const answer = useAnswer((signal) => api.get<PoolJobDetail>(`/queue/${encodeURIComponent(run)}/jobs/${encodeURIComponent(number)}`, {}, signal), [run, number]);
  usePool(live, answer.again);
  return h('div', null, shown(answer, 'the job', (detail) => jobContent(detail, Date.now())));
}

/** All of the panel. */
export function jobContent({ pool, job, outlook }: PoolJobDetail, now: number): Child {
  return [
    pool.state !== 'UP' && standing(pool),
    h('p', { class: 'lead' }, chip(jobLook(job.state)), ' ', h('code', { class: 'whole' }, job.id)),
    job.waits !== null && h('p', null, h('strong', null, 'Why it waits: '), job.waits),
    job.failure !== null && h('div', { class: 'problem' }, h('p', { class: 'problem-title' }, job.failure.code), h('p', { class: 'error-text' }, withCode(job.failure.message)), remedies(job.failure)),
    facts([['Came', dateTime(job.submitted)]]),
    outlook !== null && outlookPart(outlook, job.waits),
    h('h3', null, job.attempts.length === 0 ? 'Not tried yet' : job.attempts.length === 1 ? 'The attempt' : 'Attempts, in order'),
    job.attempts.map((attempt) => attemptPart(attempt, now)),
  ];
}

function outlookPart({ state, workers }: PoolOutlook, waits: string | null): Child {
  return [
    h('h3', null, 'What each worker is to it'),
    state !== waits && h('p', null, `${state.charAt(0).toUpperCase()}${state.slice(1)}.`),
    workers.length > 0 && table('Workers', [
      { head: 'Worker', cell: ({ worker }: PoolOutlook['workers'][number]) => h('code', { class: 'whole' }, worker), names: true },
      { head: 'Can do it', cell: ({ able }) => able ? h('span', { class: 'chip good' }, '✓ yes') : h('span', { class: 'chip none' }, '– no') },
      { head: 'Takes there', cell: ({ able, time }) => able ? expectedTime(time) : null },
      { head: 'More', cell: ({ text }) => text },
    ], workers, { keyOf: ({ worker }) => worker }),
  ];
}

function attemptPart(attempt: PoolAttempt, now: number): Markup {
  const tone = attempt.state === 'DONE' ? 'ok' : attempt.state === 'FAILED' || attempt.state === 'LOST' ? 'no' : '';
  return h(
    'section',
    { class: `attempt ${tone}` },
    h('h4', null, chip(jobLook(attempt.state)), ` attempt ${attempt.number} on `, h('code', { class: 'whole' }, attempt.worker)),
    facts([
      ['Placed', `${dateTime(attempt.placed)} by ${attempt.policy}`],
      ['Why there', attempt.because],
      ['Began', attempt.began === null ? null : clock(attempt.began)],
      ['Ended', attempt.ended === null ? null : clock(attempt.ended)],
      ['Took', tookPart(attempt, now)],
      ['Bascule', attempt.product],
    ]),
    attempt.failure !== null && [h('p', { class: 'error-text' }, withCode(attempt.failure.message)), h('p', { class: 'soft' }, h('code', null, attempt.failure.code))],
  );
}

/** What it took, or how long it has been at it: the latter by the clock of the coordinator and of this browser. */
function tookPart({ tookMs, began, ended }: PoolAttempt, now: number): Child {
  if (tookMs !== null) {
    return measuredTime(tookMs);
  }
  if (ended !== null) {
    return h('span', { class: 'chip none', title: 'The worker did not say' }, 'unknown');
  }
  return began === null ? null : `${duration(Math.max(0, now - Date.parse(began)))} so far`;
}
