/** Values put in by one side and awaited by the other, in order. */
export class Mailbox<T> {
  readonly #values: T[] = [];
  #waiting: ((value: T) => void) | null = null;

  put(value: T): void {
    if (this.#waiting === null) {
      this.#values.push(value);
    } else {
      const deliver = this.#waiting;
      this.#waiting = null;
      deliver(value);
    }
  }

  take(): Promise<T> {
    const value = this.#values.shift();
    return value === undefined ? new Promise((resolve) => (this.#waiting = resolve)) : Promise.resolve(value);
  }
}
