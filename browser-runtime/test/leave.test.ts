import { expect, test, vi } from 'vitest';
import { leavingAtEnd } from '../src/page/leave';
import type { LinkListener } from '../src/protocol/link';

function listener() {
  return { onSession: vi.fn(), onMessage: vi.fn(), onTensor: vi.fn(), onEnd: vi.fn(), onStatus: vi.fn() } satisfies LinkListener;
}

test('the page leaves when its link has ended, after its listener has heard of it', () => {
  const inner = listener();
  const order: string[] = [];
  inner.onEnd.mockImplementation((reason: string) => order.push(`ended: ${reason}`));
  leavingAtEnd(inner, () => order.push('left')).onEnd('bye');
  expect(order).toEqual(['ended: bye', 'left']);
});

test('nothing else makes it leave, and everything else is passed on', () => {
  const inner = listener();
  const leave = vi.fn();
  const outer = leavingAtEnd(inner, leave);
  outer.onSession();
  outer.onStatus('connection lost (1006), trying again in 100 ms');
  outer.onMessage({ type: 'bye', seq: 1, reason: 'x' } as never);
  outer.onTensor({} as never);
  expect(inner.onSession).toHaveBeenCalledOnce();
  expect(inner.onStatus).toHaveBeenCalledOnce();
  expect(inner.onMessage).toHaveBeenCalledOnce();
  expect(inner.onTensor).toHaveBeenCalledOnce();
  expect(leave).not.toHaveBeenCalled();
});
