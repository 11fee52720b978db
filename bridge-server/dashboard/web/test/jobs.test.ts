import { describe, expect, it } from 'vitest';
import type { CellProgress, Job, JobDetail } from '../src/api/types';
import { applied, isOver } from '../src/live/jobs';

const job = (changes: Partial<Job> = {}): Job => ({
  id: 'job-1', state: 'RUNNING', by: 'ada', createdAt: '2026-01-01T00:00:00Z', startedAt: null, finishedAt: null,
  request: { what: ['zoo:mnist'], filters: [], settings: {} }, suite: 'zoo', command: 'bascule run zoo:mnist', cells: null, finished: 0, phase: null, run: null, verdicts: {}, problem: null,
  ...changes,
} as Job);
const cell = (number: number, verdict: string | null): CellProgress => ({ number, caseId: `c${number}`, chain: ['wasm'], verdict, target: null, backend: null, medianMs: null, reason: null, retried: false, cell: null } as CellProgress);
const snapshot = (): JobDetail => ({ job: job(), planned: [], progress: [], log: [], lastEvent: 10 });
const event = (id: number, type: string, data: object) => ({ id, type, data });

describe('a job', () => {
  it('is what its events make of it', () => {
    const end = [
      event(11, 'job.planned', { job: 'job-1', cells: 2 }),
      event(12, 'cell.started', { job: 'job-1', cell: cell(0, null) }),
      event(13, 'cell.finished', { job: 'job-1', cell: cell(0, 'PASS'), finished: 1 }),
      event(14, 'cell.started', { job: 'job-1', cell: cell(1, null) }),
      event(15, 'job.log', { job: 'job-1', line: { at: '', kind: 'phase', text: 'measuring' } }),
      event(16, 'cell.finished', { job: 'job-1', cell: cell(1, 'FAILED'), finished: 2 }),
      event(17, 'cell.retried', { job: 'job-1', cell: { ...cell(1, 'FLAKY'), retried: true } }),
    ].reduce(applied, snapshot());
    expect(end.job).toMatchObject({ cells: 2, finished: 2, phase: 'measuring', verdicts: { PASS: 1, FLAKY: 1 } });
    expect(end.progress.map(({ verdict }) => verdict)).toEqual(['PASS', 'FLAKY']);
    expect(end.lastEvent).toBe(17);
  });

  it('is not changed by what its snapshot had already, nor by another job', () => {
    const before = snapshot();
    expect(applied(before, event(10, 'job.planned', { job: 'job-1', cells: 2 }))).toBe(before);
    expect(applied(before, event(11, 'job.planned', { job: 'job-2', cells: 2 }))).toBe(before);
  });

  it('is over when the server says so', () => {
    const ended = applied(snapshot(), event(11, 'job.ended', { job: job({ state: 'CANCELLED' }) }));
    expect([isOver(snapshot().job), isOver(ended.job)]).toEqual([false, true]);
  });

  it('keeps as many lines as the server does', () => {
    let detail = snapshot();
    for (let id = 11; id < 700; id++) {
      detail = applied(detail, event(id, 'job.log', { job: 'job-1', line: { at: '', kind: 'note', text: String(id) } }));
    }
    expect(detail.log).toHaveLength(500);
    expect(detail.log.at(-1)?.text).toBe('699');
  });
});
