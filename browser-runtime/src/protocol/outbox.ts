import { encodeBinary } from './codec';

interface Entry {
  readonly seq: number;
  readonly message: object;
  readonly payload: Uint8Array | null;
}

/** Messages sent but not yet acknowledged, in order, so that a reconnect can send again what was lost. */
export class Outbox {
  #entries: Entry[] = [];
  #lastSeq = 0;

  /** Numbers the message and keeps it until it is acknowledged. */
  add(message: object, payload: Uint8Array | null): number {
    this.#entries.push({ seq: ++this.#lastSeq, message, payload });
    return this.#lastSeq;
  }

  acknowledge(seq: number): void {
    const firstKept = this.#entries.findIndex((entry) => entry.seq > seq);
    this.#entries = firstKept < 0 ? [] : this.#entries.slice(firstKept);
  }

  /** Frames of every message after `seq`, acknowledging what the page has received so far. */
  framesAfter(seq: number, ack: number): (string | Uint8Array<ArrayBuffer>)[] {
    // They are numbered without gaps, and thousands may wait: none is looked at that is not wanted.
    const wanted = Math.max(0, Math.min(this.#lastSeq - seq, this.#entries.length));
    return this.#entries
      .slice(this.#entries.length - wanted)
      .map(({ seq: number, message, payload }) => {
        const header = { ...message, seq: number, ack };
        return payload === null ? JSON.stringify(header) : encodeBinary(header, payload);
      });
  }

  get size(): number {
    return this.#entries.length;
  }
}
