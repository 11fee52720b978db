import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gracePeriod } from '../src/stream/grace-period';

describe('a grace period', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const watched = (millis: number) => {
    const over = vi.fn();
    const waiting = gracePeriod(millis);
    void waiting.over.then(over);
    return { over, waiting };
  };

  test('is over after its time and not before', async () => {
    const { over } = watched(1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not used up by a machine that stands still: timers that are late fire once', async () => {
    const { over } = watched(1000);
    vi.advanceTimersToNextTimer();
    vi.setSystemTime(Date.now() + 60_000);
    await vi.advanceTimersByTimeAsync(500);
    expect(over).not.toHaveBeenCalled();
  });

  test('ends with whoever waited', async () => {
    const { over, waiting } = watched(1000);
    waiting.end();
    await vi.advanceTimersByTimeAsync(5000);
    expect(over).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
