/** Keeps the screen on while it is wanted, where the browser can; a phone that sleeps stops its pages. */
export class WakeLock {
  #sentinel: { release(): Promise<void> } | null = null;
  #wanted = false;

  /** Browsers take the lock away when the page is hidden, and some give it only after a touch: ask again at each. */
  install(): void {
    document.addEventListener('visibilitychange', () => void this.#acquire());
    document.addEventListener('pointerdown', () => void this.#acquire());
  }

  set wanted(wanted: boolean) {
    this.#wanted = wanted;
    if (wanted) {
      void this.#acquire();
    } else {
      void this.#sentinel?.release().catch(() => undefined);
      this.#sentinel = null;
    }
  }

  async #acquire(): Promise<void> {
    const wakeLock = (navigator as Partial<Navigator>).wakeLock;
    if (!this.#wanted || this.#sentinel !== null || wakeLock === undefined || document.visibilityState !== 'visible') {
      return;
    }
    try {
      const sentinel = await wakeLock.request('screen');
      sentinel.addEventListener('release', () => (this.#sentinel = null));
      this.#sentinel = sentinel;
    } catch {
      // Low battery or no permission: the screen will go dark, and the page comes back when it is lit.
    }
  }
}
