import { describe, expect, test } from 'vitest';
import { timerResolution } from '../src/evidence/environment';
import { evalForbidden, family, gpuAbsent, mlAbsent, noAdapter, noMlContext, singleThread, type PageEnvironment } from '../src/evidence/reasons';

const AGENTS = {
  chromium: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0.8010.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  safari: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  iosChrome: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0.1 Mobile/15E148 Safari/604.1',
  webkitgtk: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15',
};

const good: PageEnvironment = { secureContext: true, crossOriginIsolated: true, sharedMemory: true, userAgent: AGENTS.chromium };
const on = (userAgent: string): PageEnvironment => ({ ...good, userAgent });
const insecure: PageEnvironment = { ...good, secureContext: false, crossOriginIsolated: false, sharedMemory: false };

describe('a browser is recognised', () => {
  test.each([
    ['chromium', AGENTS.chromium],
    ['chromium', AGENTS.edge],
    ['firefox', AGENTS.firefox],
    ['safari', AGENTS.safari],
    ['safari', AGENTS.iosChrome],
    ['webkitgtk', AGENTS.webkitgtk],
    ['other', 'curl/8'],
  ])('as %s', (name, agent) => {
    expect(family(agent)).toBe(name);
  });
});

describe('a missing backend', () => {
  const everyReason = Object.values(AGENTS).flatMap((agent) => [
    gpuAbsent(on(agent)),
    noAdapter(on(agent)),
    mlAbsent(on(agent)),
    singleThread({ ...on(agent), sharedMemory: false }),
    singleThread({ ...on(agent), crossOriginIsolated: false }),
  ]);

  test.each([...everyReason, gpuAbsent(insecure), mlAbsent(insecure), singleThread(insecure), evalForbidden(), noMlContext(['no; really'])])(
    'is told as one reason and one remedy: %s',
    (lack) => {
      expect(lack?.reason.length).toBeGreaterThan(9);
      expect(lack?.remedy?.length).toBeGreaterThan(10);
    },
  );

  test('keeps the browser’s words whole, whatever marks are in them', () => {
    expect(noMlContext(['no; really'])).toMatchObject({ reason: 'no; really', remedy: expect.stringContaining('chrome://gpu') as string });
  });

  test('outside a secure context is that context’s matter, whatever the browser', () => {
    for (const agent of Object.values(AGENTS)) {
      expect(gpuAbsent({ ...insecure, userAgent: agent }).remedy).toBe('open the page over https or on localhost');
    }
    expect(singleThread(insecure)?.remedy).toContain('https');
  });

  test('gets the remedy of its own browser', () => {
    expect(gpuAbsent(on(AGENTS.chromium)).remedy).toContain('--enable-unsafe-webgpu');
    expect(gpuAbsent(on(AGENTS.firefox)).remedy).toContain('dom.webgpu.enabled');
    expect(gpuAbsent(on(AGENTS.firefox)).remedy).not.toContain('--enable');
    expect(mlAbsent(on(AGENTS.edge)).remedy).toContain('WebMachineLearningNeuralNetwork');
    expect(mlAbsent(on(AGENTS.firefox)).remedy).toContain('use Chrome or Edge');
  });

  test('that a build lacks says so in the browser’s words, once', () => {
    const words = 'WebNN is not supported on this platform.';
    const { reason, remedy } = noMlContext([words, words, words]);
    expect(reason.match(/not supported/g)).toHaveLength(1);
    expect(remedy).toContain('bundled Chrome Headless Shell');
  });
});

describe('threads', () => {
  test('are there where memory can be shared', () => {
    expect(singleThread(good)).toBeNull();
  });

  test('are missing in WebKitGTK though it is isolated', () => {
    expect(singleThread({ ...on(AGENTS.webkitgtk), sharedMemory: false })?.reason).toContain('though the page is cross-origin isolated');
  });

  test('are missing without the two headers', () => {
    expect(singleThread({ ...good, crossOriginIsolated: false })?.remedy).toContain('Cross-Origin-Embedder-Policy');
  });
});

describe('the clock’s step', () => {
  /** A clock that reads the time in steps; each look costs 1 µs. */
  const clock = (step: number) => {
    let micros = 0;
    return { now: () => Math.floor(++micros / 1000 / step) * step, spent: () => micros / 1000 };
  };

  test.each([1, 16.75])('of %d ms is found without waiting long', (step) => {
    const coarse = clock(step);
    expect(timerResolution(coarse.now)).toBeCloseTo(step);
    expect(coarse.spent()).toBeLessThan(60);
  });
});
