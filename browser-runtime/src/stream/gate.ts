/** The bound of a queue whose other end is on another thread: counts what waits, and lets nothing in where it is full. */
export class Gate {
  readonly #capacity: number;
  #waiting = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** True where one more may wait; false where it must be dropped. */
  offer(): boolean {
    if (this.#waiting >= this.#capacity) {
      return false;
    }
    this.#waiting++;
    return true;
  }

  /** One that waited was taken. */
  taken(): void {
    this.#waiting = Math.max(0, this.#waiting - 1);
  }
}
