/** Ends whatever a job waits for: a lost device, an error outside any promise, a cancel. The first reason counts. */
export class Cancellation {
  readonly #promise: Promise<never>;
  #reject: (reason: unknown) => void = () => undefined;
  #cancelled = false;
  #reason: unknown;

  constructor() {
    this.#promise = new Promise<never>((_, reject) => (this.#reject = reject));
    // Striking with nobody waiting is no unhandled rejection.
    this.#promise.catch(() => undefined);
  }

  /** What struck, once something did. */
  get reason(): unknown {
    return this.#reason;
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  cancel(reason: unknown): void {
    this.#reason = this.#cancelled ? this.#reason : reason;
    this.#cancelled = true;
    this.#reject(reason);
  }

  /** The work's outcome, or the doom's reason if that comes first. */
  guard<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#promise]);
  }
}
