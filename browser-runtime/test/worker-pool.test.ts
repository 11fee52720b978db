import { describe, expect, test } from 'vitest';
import { type CaseReport, type CaseWorker, WorkerPool, type StartWorker } from '../src/pack/worker-pool';
import type { PackFile } from '../src/pack/pack-file';
import type { CaseEnd } from '../src/pack/worker-messages';

const settings = { threads: 1, graphOptimization: 'all', strict: false, deviceType: null, evidence: true } as const;
const phases = { fetchMs: null, createMs: 1, firstMs: 1, disposeMs: null, preprocessMs: null };

/** What a case does to its worker, by the name in the pack: the index as text, or a word. */
type Behavior = 'ok' | 'trap' | 'hang' | 'break' | 'refuse';

class Works {
  readonly log: string[] = [];
  started = 0;
  ended = 0;
  failStarts = 0;

  readonly libraries: boolean[] = [];

  readonly start: StartWorker = (_backend, _settings, library) => {
    this.libraries.push(library);
    const id = ++this.started;
    if (this.failStarts > 0) {
      this.failStarts--;
      return Promise.reject(new Error('no engine'));
    }
    let spoiled = false;
    const worker: CaseWorker = {
      run: async (packed): Promise<CaseEnd> => {
        await Promise.resolve();
        this.log.push(`${id}:${packed.name}`);
        if (spoiled) {
          throw new Error('used after it was spoiled');
        }
        const behavior = packed.name.split(' ')[1] as Behavior;
        const base = { phases, evidence: null as never, sets: [] };
        switch (behavior) {
          case 'ok':
            return { ...base, status: 'ok', error: null, poisoned: null };
          case 'refuse':
            return { ...base, status: 'failed', error: { phase: 'create', name: 'Error', message: 'no', stack: null }, poisoned: null };
          case 'trap':
            spoiled = true;
            return { ...base, status: 'failed', error: { phase: 'first', name: 'RuntimeError', message: 'unreachable', stack: null }, poisoned: 'RuntimeError: unreachable' };
          case 'break':
            throw new Error('the worker broke');
          case 'hang':
            return new Promise(() => undefined);
        }
      },
      end: () => {
        this.ended++;
      },
    };
    return Promise.resolve(worker);
  };
}

function packOf(behaviors: readonly Behavior[]): PackFile {
  return { size: behaviors.length, hasModels: () => false, get: (index: number) => ({ name: `${index} ${behaviors[index]}`, program: { kind: 'graph', description: null, constants: {} }, sets: [{}] }) } as unknown as PackFile;
}

async function run(works: Works, behaviors: readonly Behavior[], changes: { alone?: boolean; workers?: number; cases?: number[] } = {}) {
  const reports: CaseReport[] = [];
  const cases = changes.cases ?? behaviors.map((_, index) => index);
  const order = { backend: 'fake', cases, alone: changes.alone ?? false, workers: changes.workers ?? 2, caseMs: 30, settings };
  const pool = new WorkerPool(order, packOf(behaviors), works.start, (report) => reports.push(report));
  await pool.work();
  return { reports, pool };
}

const summary = (reports: readonly CaseReport[]) => Object.fromEntries(reports.map(({ index, status, poisoned }) => [index, poisoned === null ? status : 'poisoned']));

describe('a worker pool', () => {
  test('answers every case once, in a few engines', async () => {
    const works = new Works();
    const { reports } = await run(works, Array.from({ length: 20 }, () => 'ok' as const), { workers: 3 });
    expect(reports.map(({ index }) => index).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(works.started).toBe(3);
    expect(works.ended).toBeGreaterThanOrEqual(3);
  });

  test('a trap, a hang and a broken worker cost their own cases and nothing else', async () => {
    const works = new Works();
    const { reports, pool } = await run(works, ['ok', 'trap', 'ok', 'hang', 'ok', 'break', 'refuse', 'ok']);
    expect(summary(reports)).toEqual({ 0: 'ok', 1: 'poisoned', 2: 'ok', 3: 'timedOut', 4: 'ok', 5: 'poisoned', 6: 'failed', 7: 'ok' });
    expect(pool.spoiled).toBe(3);
    // Nothing ran in an engine after it was spoiled.
    const spoilers = works.log.filter((line) => /trap|hang|break/.test(line)).map((line) => line.split(':')[0]);
    for (const id of spoilers) {
      const own = works.log.filter((line) => line.startsWith(`${id}:`));
      expect(own.at(-1)).toMatch(/trap|hang|break/);
    }
  });

  test('alone, each case has an engine of its own', async () => {
    const works = new Works();
    await run(works, ['ok', 'ok', 'ok'], { alone: true });
    expect(new Set(works.log.map((line) => line.split(':')[0])).size).toBe(3);
  });

  test('begins the cases in the order given', async () => {
    const works = new Works();
    await run(works, ['ok', 'ok', 'ok', 'ok'], { cases: [2, 0, 3, 1], workers: 1 });
    expect(works.log.map((line) => line.split(':')[1])).toEqual(['2 ok', '0 ok', '3 ok', '1 ok']);
  });

  test('an engine that does not come up is no failure of the case that wanted it', async () => {
    const works = new Works();
    works.failStarts = 2;
    const { reports } = await run(works, ['ok', 'ok'], { workers: 1 });
    expect(summary(reports)).toEqual({ 0: 'ok', 1: 'ok' });
  });

  test('a pack whose engines never come up is given up', async () => {
    const works = new Works();
    works.failStarts = 100;
    await expect(run(works, Array.from({ length: 50 }, () => 'ok' as const), { workers: 1 })).rejects.toThrow('no engine');
    expect(works.started).toBe(3);
  });

  test.each([
    ['webnn', false, false],
    ['webnn', true, true],
    ['wasm', false, true],
  ])('on %s, with models: %s, its workers need the library: %s', async (backend, models, library) => {
    const works = new Works();
    const order = { backend, cases: [0], alone: false, workers: 1, caseMs: 30, settings };
    await new WorkerPool(order, { ...packOf(['ok']), hasModels: () => models } as unknown as PackFile, works.start, () => undefined).work();
    expect(works.libraries).toEqual([library]);
  });

  test('once stopped it says nothing more and ends its workers', async () => {
    const works = new Works();
    const reports: CaseReport[] = [];
    const order = { backend: 'fake', cases: [0, 1], alone: false, workers: 1, caseMs: 60_000, settings };
    const pool = new WorkerPool(order, packOf(['hang', 'ok']), works.start, (report) => reports.push(report));
    const work = pool.work();
    await new Promise((resolve) => setTimeout(resolve, 5));
    pool.stop();
    await work;
    expect(reports).toEqual([]);
    expect(works.ended).toBeGreaterThanOrEqual(1);
  });
});
