import { describe, expect, it } from 'vitest';
import { LiveHub, type Connection, type Source } from '../src/live/hub';
import { RESET } from '../src/live/journal';

/** A server's stream, as far as a page sees it. */
class PlayedSource implements Source {
  onopen: ((event: Event) => unknown) | null = null;
  onerror: ((event: Event) => unknown) | null = null;
  closed = false;
  private readonly listeners = new Map<string, (event: MessageEvent<string>) => void>();

  constructor(readonly after: number | undefined) {}

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(type, listener);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.(new Event('open'));
  }

  fail(): void {
    this.onerror?.(new Event('error'));
  }

  say(id: number, type = 'job.log'): void {
    this.listeners.get(type)?.({ lastEventId: String(id), data: '{}' } as MessageEvent<string>);
  }
}

function played() {
  const sources: PlayedSource[] = [];
  const tasks: { task: () => void; millis: number }[] = [];
  const hub = new LiveHub({
    open: (after) => {
      const source = new PlayedSource(after);
      sources.push(source);
      return source;
    },
    later: (task, millis) => tasks.push({ task, millis }),
    types: [RESET, 'job.log'],
  });
  const seen: number[] = [];
  const states: Connection[] = [];
  let reloads = 0;
  hub.follow({ event: (event) => seen.push(event.id), reload: () => reloads++ });
  hub.watch((state) => states.push(state));
  const last = (): PlayedSource => sources.at(-1) as PlayedSource;
  return { hub, sources, tasks, seen, states, last, reloads: () => reloads };
}

describe('the stream of events', () => {
  it('is told to all who follow, each event once and in order', () => {
    const { hub, last, seen } = played();
    hub.start();
    last().open();
    [5, 6, 6, 5, 7].forEach((id) => last().say(id));
    expect(seen).toEqual([5, 6, 7]);
  });

  it('goes on after the last event when it broke off', () => {
    const { hub, last, seen, tasks, states, reloads } = played();
    hub.start();
    last().open();
    last().say(5);
    const first = last();
    first.fail();
    expect(first.closed).toBe(true);
    first.say(6);
    tasks.shift()?.task();
    expect(last().after).toBe(5);
    last().open();
    [5, 6, 7].forEach((id) => last().say(id));
    expect(seen).toEqual([5, 6, 7]);
    expect(reloads()).toBe(0);
    expect(states).toEqual(['off', 'connecting', 'live', 'broken', 'connecting', 'live']);
  });

  it('waits longer from one failure to the next, and begins again after a success', () => {
    const { hub, last, tasks } = played();
    hub.start();
    const pauses = [0, 1, 2].map(() => {
      last().fail();
      const { task, millis } = tasks.shift() as (typeof tasks)[number];
      task();
      return millis;
    });
    expect(pauses).toEqual([500, 1_000, 2_000]);
    last().open();
    last().fail();
    expect(tasks.shift()?.millis).toBe(500);
  });

  it('comes back by itself after an answer that is no stream, which an EventSource gives up at', () => {
    const { hub, last, sources, tasks, seen } = played();
    hub.start();
    last().open();
    last().say(5);
    last().fail();
    for (let refused = 0; refused < 20; refused++) {
      tasks.shift()?.task();
      last().fail();
    }
    tasks.shift()?.task();
    last().open();
    last().say(6);
    expect(sources).toHaveLength(22);
    expect(sources.slice(0, -1).every((source) => source.closed)).toBe(true);
    expect(seen).toEqual([5, 6]);
  });

  it('has everybody ask anew after a reset or a gap', () => {
    const { hub, last, seen, reloads } = played();
    hub.start();
    last().open();
    last().say(5);
    last().say(9);
    expect(reloads()).toBe(1);
    last().say(2, RESET);
    expect(reloads()).toBe(2);
    last().say(3);
    expect(seen).toEqual([5, 3]);
  });

  it('has everybody ask anew when it broke off before its first event', () => {
    const { hub, last, tasks, reloads } = played();
    hub.start();
    last().open();
    last().fail();
    tasks.shift()?.task();
    expect(last().after).toBeUndefined();
    last().open();
    expect(reloads()).toBe(1);
  });

  it('has everybody ask anew when it was let in late, for what was told meanwhile is unknown', () => {
    const { hub, last, tasks, reloads } = played();
    hub.start();
    last().fail();
    tasks.shift()?.task();
    last().open();
    expect(reloads()).toBe(1);
  });

  it('has nobody ask anew when it is let in at once', () => {
    const { hub, last, reloads } = played();
    hub.start();
    last().open();
    last().say(5);
    expect(reloads()).toBe(0);
  });

  it('goes on from a snapshot where no event came yet', () => {
    const { hub, last, tasks, reloads } = played();
    hub.start();
    last().open();
    expect(hub.since(40)).toEqual([]);
    last().fail();
    tasks.shift()?.task();
    expect(last().after).toBe(40);
    last().open();
    expect(reloads()).toBe(0);
  });

  it('gives the events that came while a snapshot was on its way', () => {
    const { hub, last } = played();
    hub.start();
    last().open();
    [5, 6, 7].forEach((id) => last().say(id));
    expect(hub.since(5)?.map(({ id }) => id)).toEqual([6, 7]);
    expect(hub.since(3)).toBeUndefined();
  });

  it('stays closed once it was stopped', () => {
    const { hub, sources, last, tasks } = played();
    hub.start();
    last().fail();
    hub.stop();
    tasks.shift()?.task();
    expect(sources).toHaveLength(1);
    hub.start();
    expect(sources).toHaveLength(2);
  });
});
