/** What Chromium has for a page of its own; other browsers tell nothing. */
interface HeapInfo {
  readonly usedJSHeapSize: number;
}

/** The JavaScript heap, looked at between phases: the highest figure seen, and the last. Chromium rounds it, and other pages of its process count. */
export class JsHeap {
  readonly #read: () => number | null;
  #highest: number | null = null;
  #last: number | null = null;

  constructor(read: () => number | null = usedHeap) {
    this.#read = read;
  }

  restart(): void {
    this.#highest = null;
    this.sample();
  }

  sample(): void {
    const used = this.#read();
    this.#last = used;
    this.#highest = used === null ? this.#highest : Math.max(used, this.#highest ?? 0);
  }

  /** Bytes by name, empty where the browser does not tell. */
  parts(): Record<string, number> {
    return {
      ...(this.#highest === null ? {} : { 'js-heap': this.#highest }),
      ...(this.#last === null ? {} : { 'js-heap-after': this.#last }),
    };
  }
}

function usedHeap(): number | null {
  return (performance as Performance & { memory?: HeapInfo }).memory?.usedJSHeapSize ?? null;
}
