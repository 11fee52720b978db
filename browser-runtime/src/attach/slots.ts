import type { Frames } from './attachment';

/** A page that does not load in so long is given up. */
const LOAD_PATIENCE_MS = 30_000;

/** Runner pages in frames of this page, one a slot, each in an entry of a list. */
export class Slots implements Frames {
  readonly #list: HTMLElement;
  readonly #entries = new Map<number, HTMLElement>();

  constructor(list: HTMLElement) {
    this.#list = list;
  }

  open(slot: number, url: string): Promise<void> {
    this.close(slot);
    const target = new URL(url, location.href);
    if (target.origin !== location.origin) {
      return Promise.reject(new Error('a page of another origin'));
    }
    const entry = document.createElement('li');
    // A new frame each time: the same page with another fragment would not load again.
    const frame = document.createElement('iframe');
    frame.title = `Runner ${slot}`;
    // Sound for real-time audio. WebGPU, WebNN and isolation come with the origin.
    frame.allow = 'autoplay; cross-origin-isolated';
    entry.append(frame);
    this.#entries.set(slot, entry);
    const loaded = new Promise<void>((resolve, reject) => {
      const gracePeriod = setTimeout(() => {
        // A page that was replaced or closed meanwhile is nobody's loss.
        if (this.#entries.get(slot) === entry) {
          reject(new Error('the page did not load'));
        }
      }, LOAD_PATIENCE_MS);
      frame.onload = () => {
        clearTimeout(gracePeriod);
        resolve();
      };
    });
    frame.src = target.href;
    this.#list.append(entry);
    return loaded;
  }

  close(slot: number): void {
    this.#entries.get(slot)?.remove();
    this.#entries.delete(slot);
  }

  closeAll(): void {
    for (const slot of [...this.#entries.keys()]) {
      this.close(slot);
    }
  }
}
