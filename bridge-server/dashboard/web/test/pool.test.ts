import { describe, expect, it } from 'vitest';
import type { PoolJobDetail, PoolRuns, PoolStanding, PoolWorker, PoolWorkers } from '../src/api/types';
import { content } from '../src/pages/machines';
import { runsContent } from '../src/pages/queue';
import { jobContent } from '../src/pages/queue-job';
import { queueHref } from '../src/pages/queue-run';
import { expected, isOver, took, total } from '../src/words/pool';
import { text } from './said';

const POOL: PoolStanding = { kind: 'ELSEWHERE', address: 'bascule://lab:7423', state: 'UP', reason: null, asOf: '2026-11-29T00:15:00Z' };
const NONE: PoolStanding = { kind: 'NONE', address: null, state: 'UP', reason: null, asOf: null };
const LOST: PoolWorker = {
  id: 'gpu-1a2b3c',
  state: 'LOST',
  heard: '2026-11-29T00:15:00Z',
  job: { id: 'of-others-7', run: null, number: null },
  machine: { os: 'linux', arch: 'x86_64', processor: 'Zen', processors: 8, memoryBytes: null, backends: [{ id: 'cpu', tier: 'session', ran: true }, { id: 'cuda', tier: 'library', ran: false }], browsers: [], gpus: [], labels: ['quiet'] },
};
const JOB: PoolJobDetail['job'] = { id: 'r-1', run: 'r', number: 1, state: 'WAITING', submitted: '2026-11-29T00:15:00Z', waits: 'no worker is there', failure: null, attempts: [] };
const ATTEMPT: PoolJobDetail['job']['attempts'][number] = { number: 1, worker: 'mac-1', product: '0.1.0', state: 'RUNNING', policy: 'assignment', because: 'it is the quickest', placed: '2026-11-29T00:15:00Z', began: '2026-11-29T00:15:01Z', ended: null, tookMs: null, failure: null };

describe('machines', () => {
  const page = (workers: readonly PoolWorker[], pool = POOL): string => text(content({ pool, workers: [...workers] } as PoolWorkers));

  it('that are lost look lost, and what nobody tells is not made up', () => {
    const said = page([LOST]);
    expect(said).toContain('lost');
    expect(said).toContain('memory unknown');
    expect(said).toContain('found, but no session ran: cuda (library)');
    expect(said).toContain('a run that is not shown here');
  });

  it('that do something come first', () => {
    const said = page([LOST, { ...LOST, id: 'busy-one', state: 'BUSY' }]);
    expect(said.indexOf('busy-one')).toBeLessThan(said.indexOf('gpu-1a2b3c'));
  });

  it('of another coordinator say whose runs are shown; one that does not answer says since when', () => {
    expect(page([LOST])).toContain('those alone that were sent with that token');
    expect(page([LOST], { ...POOL, kind: 'OWN' })).not.toContain('that token');
    expect(page([LOST], { ...POOL, state: 'UNREACHABLE', reason: 'no answer within 5 s' })).toMatch(/does not answer.*no answer within 5 s.*What is shown is what it said at \d\d:/);
    expect(page([LOST], { ...POOL, kind: 'OWN', state: 'ENDED', reason: 'the broker stopped' })).toContain('The coordinator ended');
  });

  it('that are none say what to do, without a token', () => {
    expect(page([], NONE)).toContain('shows no pool');
    expect(page([])).toContain('No worker was ever invited');
    expect(page([{ ...LOST, state: 'INVITED', machine: null, heard: null, job: null }])).toMatch(/No worker has joined yet/);
  });
});

describe('the queue', () => {
  it('has runs with their counts, or says how one gets there', () => {
    const runs: PoolRuns = { pool: POOL, total: 700, runs: [{ run: 'r', owner: 'anna', submitted: '2026-11-29T00:15:00Z', jobs: { waiting: 3, placed: 1, done: 2, failed: 1, cancelled: 0 } }] };
    expect(text(runsContent(runs))).toMatch(/newest 1 of 700 runs.*3 of 7.*3 waiting.*1 failed/);
    expect(text(runsContent({ ...runs, runs: [], total: 0 }))).toContain('No run was sent');
    expect(text(runsContent({ pool: NONE, runs: [], total: 0 }))).toContain('shows no pool');
  });

  it('keeps what an address says beside what changes', () => {
    expect(queueHref(new URLSearchParams('run=r&state=FAILED&page=2'), { page: undefined, job: '7' })).toBe('/dashboard/queue?run=r&state=FAILED&job=7');
  });

  it('counts', () => {
    const counts = { waiting: 0, placed: 0, done: 2, failed: 1, cancelled: 4 };
    expect([total(counts), isOver(counts), isOver({ ...counts, placed: 1 })]).toEqual([7, true, false]);
  });
});

describe('a job', () => {
  const now = Date.parse('2026-11-29T00:15:13Z');
  const said = (job: Partial<PoolJobDetail['job']>, outlook: PoolJobDetail['outlook'] = null): string => text(jobContent({ pool: POOL, job: { ...JOB, ...job }, outlook }, now));

  it('that waits says what each worker is to it, each time with where it comes from', () => {
    const outlook: PoolJobDetail['outlook'] = {
      state: 'is planned on mac-1',
      workers: [
        { worker: 'mac-1', able: true, time: { medianMs: 4000, lowMs: 3000, highMs: 6000, source: 'MEASURED', rough: false }, text: '4.00 s; idle' },
        { worker: 'pc-2', able: true, time: { medianMs: 9000, lowMs: 900, highMs: 20000, source: 'PREDICTED', rough: false }, text: '9.00 s; busy' },
        { worker: 'pc-5', able: true, time: { medianMs: 10000, lowMs: 5000, highMs: 20000, source: 'MEASURED', rough: true }, text: '10.0 s; idle' },
        { worker: 'pc-3', able: true, time: null, text: 'time not known: none was done' },
        { worker: 'pc-4', able: false, time: null, text: 'cuda is missing' },
      ],
    };
    const page = said({}, outlook);
    expect(page).toMatch(/mac-1 ✓ yes ≈ 4 s \(3 s – 6 s\) +from measured times/);
    expect(page).toMatch(/pc-2 ✓ yes ≈ 9 s \(900 ms – 20 s\) +predicted/);
    expect(page).toMatch(/pc-5 ✓ yes ≈ 10 s \(5 s – 20 s\) +from one or two times/);
    expect(page).toMatch(/pc-3 ✓ yes unknown/);
    expect(page).toContain('Is planned on mac-1.');
    expect(said({ waits: 'is planned on mac-1' }, outlook).match(/planned on/g)).toHaveLength(1);
    expect(page).toMatch(/pc-4 – no cuda is missing/);
  });

  it('tells each attempt with its worker, why there, and what it took or that nobody knows', () => {
    expect(said({ state: 'PLACED', attempts: [ATTEMPT] })).toMatch(/running +attempt 1 on +mac-1.*it is the quickest.*12 s so far/);
    expect(said({ state: 'DONE', attempts: [{ ...ATTEMPT, state: 'DONE', ended: '2026-11-29T00:15:09Z', tookMs: 7800 }] })).toMatch(/8 s +measured/);
    const lost = said({ state: 'WAITING', attempts: [{ ...ATTEMPT, state: 'LOST', ended: '2026-11-29T00:15:09Z', failure: { code: 'WORKER_LOST', message: 'mac-1 was silent for 30 s', remedies: ['look at it'] } }] });
    expect(lost).toMatch(/lost +attempt 1.*unknown.*mac-1 was silent/);
  });

  it('took what its accepted attempt took, and nothing where there is none', () => {
    expect(took({ ...JOB, attempts: [{ ...ATTEMPT, state: 'LOST', tookMs: 1 }, { ...ATTEMPT, state: 'DONE', tookMs: 5 }] })).toBe(5);
    expect(took(JOB)).toBeNull();
    expect(expected({ medianMs: 61_000, lowMs: 500, highMs: 3_600_000, source: 'ASSUMED', rough: false })).toContain('1 min 1 s');
  });
});
