import { describe, expect, test } from 'vitest';
import { JsHeap } from '../src/evidence/js-heap';
import { pageMemory } from '../src/evidence/page-memory';

describe('the JavaScript heap', () => {
  test('is told at its highest and at its end', () => {
    const figures = [5, 9, 3];
    const heap = new JsHeap(() => figures.shift() ?? 0);
    heap.restart();
    heap.sample();
    heap.sample();
    expect(heap.parts()).toEqual({ 'js-heap': 9, 'js-heap-after': 3 });
  });

  test('of the job before does not count', () => {
    const figures = [9, 1];
    const heap = new JsHeap(() => figures.shift() ?? 0);
    heap.restart();
    heap.restart();
    expect(heap.parts()['js-heap']).toBe(1);
  });

  test('is no number where the browser does not tell', () => {
    const heap = new JsHeap(() => null);
    heap.restart();
    expect(heap.parts()).toEqual({});
  });
});

describe('the page’s memory', () => {
  test('is summed by what it is for', async () => {
    const breakdown = [
      { bytes: 10, types: ['JavaScript'] },
      { bytes: 5, types: ['JavaScript'] },
      { bytes: 2, types: ['DOM', 'Shared'] },
      { bytes: 1, types: [] },
      { bytes: 0, types: ['Canvas'] },
    ];
    const report = await pageMemory(1000, () => Promise.resolve({ bytes: 18, breakdown }));
    expect(report).toMatchObject({ bytes: 18, breakdown: { JavaScript: 15, 'DOM+Shared': 2, other: 1 }, reason: null });
  });

  test.each([
    ['that is never measured', () => new Promise<never>(() => undefined), 'within 5 ms'],
    ['that is refused', () => Promise.reject(new DOMException('no', 'SecurityError')), 'SecurityError'],
  ])('%s is null with the reason', async (_, measure, reason) => {
    const report = await pageMemory(5, measure);
    expect(report.bytes).toBeNull();
    expect(report.reason).toContain(reason);
  });

  test('without the API is null with the reason', async () => {
    expect(await pageMemory(5)).toMatchObject({ bytes: null, source: 'none', reason: expect.stringContaining('measureUserAgentSpecificMemory') as string });
  });
});
