/** Something with tensors of its own. */
interface Releasable {
  release(): void;
}

/**
 * What a session was fed and has left. It is freed once whatever is in flight has come to its end: a job that is cancelled waits for
 * nothing, but its last run still reads its inputs and brings outputs.
 */
export class Belongings {
  readonly #held: Releasable[] = [];
  #inFlight: Promise<unknown> = Promise.resolve();

  add<T extends Releasable>(thing: T): T {
    this.#held.push(thing);
    return thing;
  }

  /** Nothing is freed before this has come to its end. */
  using<T>(work: Promise<T>): Promise<T> {
    this.#inFlight = Promise.allSettled([this.#inFlight, work]);
    return work;
  }

  /**
   * Never rejects.
   *
   * @param note hears of what cannot be freed, such as after a trap
   */
  async release(note: (error: unknown) => void): Promise<void> {
    await this.#inFlight;
    for (const thing of this.#held.splice(0)) {
      try {
        thing.release();
      } catch (error) {
        note(error);
      }
    }
  }
}
