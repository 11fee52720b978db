// What of the server's events is new. Pure: no network, no clock.

export interface LiveEvent {
  readonly id: number;
  readonly type: string;
  readonly data: unknown;
}

/** What to do with an event: {@code lost} means that something before it is missing, and what is known has to be asked anew. */
export type Reception = 'new' | 'duplicate' | 'lost';

/** The server's word for events that it does not have any more. */
export const RESET = 'reset';

/** The newest events in order, each once. The server numbers them without gaps. */
export class EventJournal {
  private events: LiveEvent[] = [];
  private newest: number | undefined;

  constructor(private readonly capacity = 5_000) {}

  /** The last event's id: where to go on after a break. Undefined while nothing is known. */
  get last(): number | undefined {
    return this.newest;
  }

  /** A snapshot took everything up to this event into account. */
  knowUpTo(id: number): void {
    this.newest = Math.max(this.newest ?? id, id);
  }

  accept(event: LiveEvent): Reception {
    if (event.type === RESET) {
      this.events = [];
      this.newest = event.id;
      return 'lost';
    }
    if (this.newest !== undefined && event.id <= this.newest) {
      return 'duplicate';
    }
    const gap = this.newest !== undefined && event.id !== this.newest + 1;
    this.newest = event.id;
    if (gap) {
      this.events = [event];
      return 'lost';
    }
    this.events.push(event);
    if (this.events.length > this.capacity) {
      this.events.splice(0, this.events.length - this.capacity);
    }
    return 'new';
  }

  /** The kept events after one, the oldest first; undefined where some of these are not kept. */
  after(id: number): readonly LiveEvent[] | undefined {
    const kept = this.events.filter((event) => event.id > id);
    const missing = (this.newest ?? id) - id;
    return missing > kept.length ? undefined : kept;
  }
}
