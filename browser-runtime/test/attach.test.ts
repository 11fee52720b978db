import { describe, expect, test } from 'vitest';
import { Attachment, type Frames, type Socket, type State } from '../src/attach/attachment';
import { deviceName, Identity } from '../src/attach/device';
import { type Attach, readMessage } from '../src/attach/messages';

describe('a device’s name', () => {
  test.each([
    ['Firefox 153 on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0'],
    ['Safari 26 on iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'],
    ['Chrome 153 on iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0.1 Mobile/15E148 Safari/604.1'],
    ['Chrome 153 on Android', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'],
    ['Edge 153 on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0'],
    ['Safari 26 on macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15'],
    ['WebKitGTK 60 on Linux', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15'],
    ['A browser on an unknown system', 'curl/8'],
  ])('is %s', (name, agent) => {
    expect(deviceName(agent)).toBe(name);
  });
});

describe('an identity', () => {
  const keeper = () => {
    const kept = new Map<string, string>();
    return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  };

  test('is the same at the next visit', () => {
    const kept = keeper();
    const first = new Identity(kept, 'curl/8', () => 'a1');
    first.rename('  my   phone ');
    const second = new Identity(kept, 'curl/8', () => 'b2');
    expect([second.device, second.name]).toEqual(['a1', 'my phone']);
  });

  test('keeps its name against an empty one', () => {
    const identity = new Identity(null, 'curl/8', () => 'a1');
    identity.rename('   ');
    expect(identity.name).toBe('A browser on an unknown system');
  });

  test('lives without storage', () => {
    const forbidden = { getItem: () => { throw new Error('SecurityError'); }, setItem: () => { throw new Error('SecurityError'); } };
    expect(new Identity(forbidden, 'curl/8', () => 'a1').device).toBe('a1');
  });
});

test.each([null, 5, 'x', '[]', 'null', '{"type":"dance"}', '{"type":"open","slot":"1","url":"/x"}', '{"type":"open","slot":1}', '{"type":"bye"}'])(
  'what is no message is none: %s',
  (data) => {
    expect(readMessage(data)).toBeNull();
  },
);

describe('an attachment', () => {
  const GREETING: Attach = {
    type: 'attach', token: 't', name: 'phone', device: 'd', userAgent: 'curl/8', platform: 'x', secureContext: true, crossOriginIsolated: true,
  };

  class FakeSocket implements Socket {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;
    readonly sent: { type: string; slot?: number }[] = [];
    closedWith: number | null = null;
    send(data: string): void {
      this.sent.push(JSON.parse(data) as { type: string });
    }
    close(code?: number): void {
      this.closedWith = code ?? 1005;
    }
    hear(message: object): void {
      this.onmessage?.({ data: JSON.stringify(message) });
    }
  }

  const attach = () => {
    const sockets: FakeSocket[] = [];
    const states: State[] = [];
    const timers: { action: () => void; ms: number }[] = [];
    const slots = new Map<number, string>();
    let loads = true;
    const frames: Frames = {
      open: (slot, url) => (slots.set(slot, url), loads ? Promise.resolve() : Promise.reject(new Error('no'))),
      close: (slot) => void slots.delete(slot),
      closeAll: () => slots.clear(),
    };
    const attachment = new Attachment({
      connect: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket;
      },
      greeting: () => GREETING,
      frames,
      later: (action, ms) => timers.push({ action, ms }),
      show: (state) => states.push(state),
    });
    attachment.open();
    const last = (): FakeSocket => sockets.at(-1) as FakeSocket;
    const welcome = (): void => {
      last().onopen?.();
      last().hear({ type: 'welcome', name: 'phone' });
    };
    return { attachment, sockets, states, timers, slots, last, welcome, failLoads: () => (loads = false), settle: () => new Promise((resolve) => setTimeout(resolve, 0)) };
  };

  test('says who it is, and shows the name it is known by', () => {
    const { last, states, welcome } = attach();
    welcome();
    expect(last().sent[0]).toEqual(GREETING);
    expect(states.at(-1)).toEqual({ kind: 'attached', name: 'phone', doing: null });
    last().hear({ type: 'status', text: 'mnist on webgpu' });
    expect(states.at(-1)).toMatchObject({ doing: 'mnist on webgpu' });
  });

  test('takes another name without losing what runs', async () => {
    const { attachment, last, slots, states, welcome, settle } = attach();
    welcome();
    last().hear({ type: 'open', slot: 1, url: '/runner.html' });
    await settle();
    attachment.rename('tablet');
    expect(last().sent.at(-1)).toEqual({ type: 'rename', name: 'tablet' });
    last().hear({ type: 'renamed', name: 'tablet' });
    expect(states.at(-1)).toMatchObject({ kind: 'attached', name: 'tablet' });
    expect(slots.size).toBe(1);
  });

  test('opens and closes pages as it is told, and says so', async () => {
    const { last, slots, welcome, settle } = attach();
    welcome();
    last().hear({ type: 'open', slot: 1, url: '/runner.html#token=a' });
    await settle();
    expect([...slots]).toEqual([[1, '/runner.html#token=a']]);
    last().hear({ type: 'close', slot: 1 });
    expect(slots.size).toBe(0);
    expect(last().sent.slice(1)).toEqual([{ type: 'opened', slot: 1 }, { type: 'closed', slot: 1 }]);
  });

  test('a page that does not load is told as closed', async () => {
    const { last, welcome, settle, failLoads } = attach();
    failLoads();
    welcome();
    last().hear({ type: 'open', slot: 3, url: '/runner.html' });
    await settle();
    expect(last().sent.at(-1)).toEqual({ type: 'closed', slot: 3 });
  });

  test('comes back after a lost connection, its pages still running', async () => {
    const { last, sockets, slots, states, timers, welcome, settle } = attach();
    welcome();
    last().hear({ type: 'open', slot: 1, url: '/runner.html' });
    await settle();
    last().onclose?.({ code: 1006, reason: '' });
    expect(states.at(-1)).toEqual({ kind: 'lost', retryMs: 500 });
    expect(slots.size).toBe(1);
    timers.at(-1)?.action();
    expect(sockets).toHaveLength(2);
    welcome();
    expect(states.at(-1)).toMatchObject({ kind: 'attached' });
  });

  test('waits longer each time, and not at all when the screen is lit', () => {
    const { attachment, last, sockets, states, timers } = attach();
    for (let i = 0; i < 7; i++) {
      last().onclose?.({ code: 1006, reason: '' });
      timers.at(-1)?.action();
    }
    expect(states.filter((state) => state.kind === 'lost').map((state) => state.retryMs)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    last().onclose?.({ code: 1006, reason: '' });
    attachment.hurry();
    attachment.hurry();
    expect(sockets).toHaveLength(9);
  });

  test('leaves when the person says so, and stays away', () => {
    const { attachment, last, sockets, slots, states, welcome } = attach();
    welcome();
    last().hear({ type: 'open', slot: 1, url: '/runner.html' });
    attachment.leave();
    expect(last().sent.at(-1)).toEqual({ type: 'leave' });
    expect(last().closedWith).toBe(1000);
    expect(slots.size).toBe(0);
    expect(states.at(-1)).toEqual({ kind: 'ended', reason: 'you left' });
    attachment.hurry();
    expect(sockets).toHaveLength(1);
  });

  test.each([
    ['goodbye', (socket: FakeSocket) => socket.hear({ type: 'bye', reason: 'Bascule has ended' }), 'Bascule has ended'],
    ['refusal', (socket: FakeSocket) => socket.onclose?.({ code: 1000, reason: 'this link is no longer valid' }), 'this link is no longer valid'],
  ])('does not come back after a %s', (_, end, reason) => {
    const { attachment, last, sockets, states, welcome } = attach();
    welcome();
    end(last());
    expect(states.at(-1)).toEqual({ kind: 'ended', reason });
    attachment.hurry();
    expect(sockets).toHaveLength(1);
  });

  test('gives signs of life while it is attached', () => {
    const { last, timers, welcome } = attach();
    welcome();
    timers.at(-1)?.action();
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    expect(timers).toHaveLength(2);
  });

  test('what is no message changes nothing', () => {
    const { last, states, welcome } = attach();
    welcome();
    const before = states.length;
    last().onmessage?.({ data: 'nonsense' });
    expect(states).toHaveLength(before);
  });
});
