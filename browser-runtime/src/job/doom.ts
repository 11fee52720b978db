/** Ends whatever a job waits for: a lost device, an error outside any promise, a cancel. The first reason counts. */
export class Doom {
  readonly #promise: Promise<never>;
  #reject: (reason: unknown) => void = () => undefined;
  #struck = false;
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

  get struck(): boolean {
    return this.#struck;
  }

  strike(reason: unknown): void {
    this.#reason = this.#struck ? this.#reason : reason;
    this.#struck = true;
    this.#reject(reason);
  }

  /** The work's outcome, or the doom's reason if that comes first. */
  guard<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#promise]);
  }
}
