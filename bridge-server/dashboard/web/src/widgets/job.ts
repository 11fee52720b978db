import type { Job } from '../api/types';
import { h, type Markup } from '../dom/h';

const STATES: Readonly<Record<string, readonly [sign: string, word: string, tone: string]>> = {
  QUEUED: ['○', 'queued', 'none'],
  RUNNING: ['▶', 'running', 'active'],
  DONE: ['✓', 'done', 'good'],
  CANCELLED: ['–', 'cancelled', 'none'],
  FAILED: ['✗', 'failed', 'bad'],
};

export function stateChip(state: string): Markup {
  const [sign, word, tone] = STATES[state] ?? ['?', state.toLowerCase(), 'none'];
  return h('span', { class: `chip ${tone}` }, h('span', { 'aria-hidden': 'true' }, sign), ` ${word}`);
}

/** How far a job is; without a known number of cells it only says that it goes on. */
export function progressBar(job: Job): Markup {
  const label = job.cells === null ? 'finding out what there is to run' : `${job.finished} of ${job.cells} cells`;
  const bar = h('progress', { 'aria-label': 'Progress', max: job.cells ?? undefined, value: job.cells === null ? undefined : job.finished });
  return h('div', { class: 'progress' }, bar, h('span', null, label));
}
