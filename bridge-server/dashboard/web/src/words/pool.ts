// What is said of workers and their jobs. Pure.
import type { PoolAttempt, PoolCounts, PoolJob, PoolTime, PoolWorker } from '../api/types';
import { elapsed, millis } from './format';

/** Sign, word, tone and what that means. */
export type Look = readonly [sign: string, word: string, tone: string, means: string];

const WORKERS: Readonly<Record<PoolWorker['state'], Look>> = {
  BUSY: ['▶', 'busy', 'active', 'It does a job'],
  IDLE: ['✓', 'idle', 'good', 'It waits for a job'],
  LOST: ['✗', 'lost', 'bad', 'It says nothing any more: what it had is done elsewhere'],
  INVITED: ['○', 'invited', 'none', 'A token was issued, and nobody joined with it yet'],
  AWAITED: ['○', 'awaited', 'none', 'It joined before the coordinator started, and has not come back since'],
  UNKNOWN: ['?', 'unknown', 'none', 'Its coordinator has a word for it that this server does not know'],
  LEFT: ['–', 'left', 'none', 'It left'],
  REVOKED: ['–', 'revoked', 'none', 'Its token was taken back'],
};

const JOBS: Readonly<Record<PoolAttempt['state'] | PoolJob['state'], Look>> = {
  WAITING: ['○', 'waiting', 'none', 'No worker has it yet'],
  PLACED: ['→', 'placed', 'active', 'A worker has it, or is about to'],
  RUNNING: ['▶', 'running', 'active', 'Its worker said that it began'],
  DONE: ['✓', 'done', 'good', 'Its result came'],
  FAILED: ['✗', 'failed', 'bad', 'It failed'],
  LOST: ['✗', 'lost', 'bad', 'Its worker was lost; the job goes on elsewhere'],
  CANCELLED: ['–', 'cancelled', 'none', 'Somebody cancelled it'],
};

export const workerLook = (state: PoolWorker['state']): Look => WORKERS[state];

export const jobLook = (state: PoolAttempt['state'] | PoolJob['state']): Look => JOBS[state];

/** Those that do something first. */
export function rank(state: PoolWorker['state']): number {
  return Object.keys(WORKERS).indexOf(state);
}

export function total({ waiting, placed, done, failed, cancelled }: PoolCounts): number {
  return waiting + placed + done + failed + cancelled;
}

export function isOver(counts: PoolCounts): boolean {
  return counts.waiting + counts.placed === 0;
}

/** A duration, to the millisecond where it is short. */
export function duration(ms: number): string {
  return ms < 1000 ? millis(ms) : elapsed(ms);
}

export function expected({ medianMs, lowMs, highMs }: PoolTime): string {
  return `≈ ${duration(medianMs)} (${duration(lowMs)} – ${duration(highMs)})`;
}

/** The attempt that tells how a job stands: the newest. */
export function newest(job: PoolJob): PoolAttempt | undefined {
  return job.attempts[job.attempts.length - 1];
}

/** What the attempt took whose result is the job's. */
export function took(job: PoolJob): number | null {
  return job.attempts.find(({ state }) => state === 'DONE')?.tookMs ?? null;
}
