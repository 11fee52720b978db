/** Requests of which the newest alone counts: each ends the one before, whose answer could come later. */
export class Newest {
  private asked = new AbortController();

  /** The signal of the next request. */
  next(): AbortSignal {
    this.asked.abort();
    this.asked = new AbortController();
    return this.asked.signal;
  }

  /** Nobody waits for an answer any more. */
  end(): void {
    this.asked.abort();
  }
}
