// Parts of the pages of a pool.
import type { PoolCounts, PoolStanding, PoolTime } from '../api/types';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { clock, whole } from '../words/format';
import { duration, expected, jobLook, total, type Look } from '../words/pool';
import { empty } from './states';

export function chip([sign, word, tone, means]: Look): Markup {
  return h('span', { class: `chip ${tone}`, title: means }, h('span', { 'aria-hidden': 'true' }, sign), ` ${word}`);
}

/** Whose pool it is, and whether its coordinator answers. */
export function standing({ kind, address, state, reason, asOf }: PoolStanding): Child {
  if (kind === 'NONE') {
    return null;
  }
  const at = h('code', null, address);
  const asked = asOf === null ? '' : ` What is shown is what it said at ${clock(asOf)}.`;
  return [
    h('p', { class: 'soft' }, kind === 'OWN' ? ['This server’s own coordinator, ', at, '.'] : ['The coordinator at ', at, ' runs elsewhere. This server looks with a submitter’s token: it sees all workers, but of runs those alone that were sent with that token.']),
    state === 'UNREACHABLE' && trouble('The coordinator does not answer', `${reason ?? ''}.${asked}`),
    state === 'ENDED' && [trouble('The coordinator ended', `${reason ?? ''}.${asked} Jobs are in its file, and go on with the next start of the server.`)],
  ];
}

function trouble(title: string, text: string): Markup {
  return h('div', { class: 'problem', role: 'alert' }, h('p', { class: 'problem-title' }, h('span', { 'aria-hidden': 'true' }, '✗ '), title), h('p', null, text));
}

/** What to do where the server shows no pool. */
export function noPool(): Markup {
  return empty(
    'This server shows no pool of workers',
    h('p', null, 'A coordinator makes one pool of many machines. This server can be one:'),
    commandLine('bascule serve --coordinator --invite gpu-box --submitter anna --tokens tokens', 'Be a coordinator'),
    h('p', null, 'or show the pool of one that runs elsewhere, by the file with a submitter’s token:'),
    commandLine('bascule serve --on @tokens/anna', 'Show another pool'),
  );
}

/** How many jobs stand where, those that are over in a bar. */
export function progress(counts: PoolCounts): Markup {
  const all = total(counts);
  const over = counts.done + counts.failed + counts.cancelled;
  return h('div', { class: 'progress' }, h('progress', { 'aria-label': 'Jobs that are over', max: all, value: over }), h('span', null, `${whole(over)} of ${whole(all)}`));
}

export function tally(counts: PoolCounts): Markup {
  const entries = [['WAITING', counts.waiting], ['PLACED', counts.placed], ['DONE', counts.done], ['FAILED', counts.failed], ['CANCELLED', counts.cancelled]] as const;
  return h(
    'span',
    { class: 'tally' },
    entries.filter(([, n]) => n > 0).map(([state, n]) => {
      const [sign, word, tone] = jobLook(state);
      return h('span', { class: `chip ${tone}`, title: word }, h('span', { 'aria-hidden': 'true' }, sign), ` ${whole(n)} ${word}`);
    }),
  );
}

const SOURCES: Readonly<Record<PoolTime['source'] | 'ROUGH' | 'UNKNOWN', readonly [word: string, tone: string, means: string]>> = {
  MEASURED: ['from measured times', 'good', 'Of such jobs on such machines, by their own clocks; the interval is of 90 %'],
  ROUGH: ['from one or two times', 'fair', 'Of such jobs on such machines, by their own clocks; the interval is a rule of thumb: too few times are known for one of 90 %'],
  PREDICTED: ['predicted', 'fair', 'By the predictor; nobody measured it'],
  ASSUMED: ['assumed', 'fair', 'Somebody said so; nobody measured it'],
  UNKNOWN: ['unknown', 'none', 'No such job was done on such a machine yet'],
};

function mark(source: keyof typeof SOURCES): Markup {
  const [word, tone, means] = SOURCES[source];
  return h('span', { class: `chip ${tone}`, title: means }, word);
}

/** How long something is expected to take, with what says so. */
export function expectedTime(time: PoolTime | null): Child {
  return time === null ? mark('UNKNOWN') : [expected(time), ' ', mark(time.rough ? 'ROUGH' : time.source)];
}

/** What something took, by a worker's own clock. */
export function measuredTime(ms: number | null): Child {
  return ms === null ? null : [duration(ms), ' ', h('span', { class: 'chip good', title: 'By the worker’s own clock' }, 'measured')];
}
