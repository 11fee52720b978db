// The one stream of the server's events that all parts of the page share. It comes back by itself after a break and goes on
// after the last event; where the server cannot go on from there, whoever follows asks anew.
import { EventJournal, type LiveEvent } from './journal';

export type Connection = 'connecting' | 'live' | 'broken' | 'off';

/** What a follower does: with each new event, and when events were lost. */
export interface Follower {
  readonly event: (event: LiveEvent) => void;
  readonly reload: () => void;
}

/** The part of EventSource that is used. */
export interface Source {
  onopen: ((event: Event) => unknown) | null;
  onerror: ((event: Event) => unknown) | null;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface Surroundings {
  readonly open: (after: number | undefined) => Source;
  readonly later: (task: () => void, millis: number) => unknown;
  readonly types: readonly string[];
}

const PAUSES = [500, 1_000, 2_000, 5_000, 10_000];

export class LiveHub {
  private readonly journal = new EventJournal();
  private readonly followers = new Set<Follower>();
  private readonly watchers = new Set<(connection: Connection) => void>();
  private source: Source | undefined;
  private state: Connection = 'off';
  private failures = 0;
  private opened = false;

  constructor(private readonly around: Surroundings) {}

  get connection(): Connection {
    return this.state;
  }

  start(): void {
    if (this.source !== undefined) {
      return;
    }
    const source = this.around.open(this.journal.last);
    this.source = source;
    this.tell('connecting');
    source.onopen = () => this.begun(source);
    source.onerror = () => this.broke(source);
    this.around.types.forEach((type) =>
      source.addEventListener(type, (message) => this.received(source, type, message)),
    );
  }

  stop(): void {
    this.source?.close();
    this.source = undefined;
    this.tell('off');
  }

  /** Is told of events from now on; returns what ends that. */
  follow(follower: Follower): () => void {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  watch(watcher: (connection: Connection) => void): () => void {
    this.watchers.add(watcher);
    watcher(this.state);
    return () => this.watchers.delete(watcher);
  }

  /** The events after the one that a snapshot ends with, or undefined where they are not all here. */
  since(id: number): readonly LiveEvent[] | undefined {
    if (this.journal.last === undefined) {
      this.journal.knowUpTo(id);
      return [];
    }
    return this.journal.after(id);
  }

  private begun(source: Source): void {
    if (source !== this.source) {
      return;
    }
    const late = this.opened || this.failures > 0;
    this.failures = 0;
    this.tell('live');
    // Without a last event the server goes on from now, and what was between is unknown.
    if (late && this.journal.last === undefined) {
      this.reload();
    }
    this.opened = true;
  }

  private broke(source: Source): void {
    if (source !== this.source) {
      return;
    }
    source.close();
    this.source = undefined;
    this.tell('broken');
    const pause = PAUSES[Math.min(this.failures++, PAUSES.length - 1)] as number;
    this.around.later(() => this.state === 'broken' && this.start(), pause);
  }

  private received(source: Source, type: string, message: MessageEvent<string>): void {
    if (source !== this.source) {
      return;
    }
    const event: LiveEvent = { id: Number(message.lastEventId), type, data: JSON.parse(message.data) as unknown };
    const reception = this.journal.accept(event);
    if (reception === 'new') {
      this.followers.forEach((follower) => follower.event(event));
    } else if (reception === 'lost') {
      this.reload();
    }
  }

  private reload(): void {
    this.followers.forEach((follower) => follower.reload());
  }

  private tell(state: Connection): void {
    if (state !== this.state) {
      this.state = state;
      this.watchers.forEach((watcher) => watcher(state));
    }
  }
}
