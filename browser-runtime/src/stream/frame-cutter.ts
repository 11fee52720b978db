/** Cuts a stream of sample blocks of any size into frames of one size; the remainder waits for the next block. */
export class FrameCutter {
  readonly #size: number;
  readonly #most: number;
  readonly #onFrame: (index: number, samples: Float32Array<ArrayBuffer>) => void;
  #frame: Float32Array<ArrayBuffer>;
  #filled = 0;
  #cut = 0;

  /** @param most after so many frames it is done and takes no more */
  constructor(size: number, most: number, onFrame: (index: number, samples: Float32Array<ArrayBuffer>) => void) {
    this.#size = size;
    this.#most = most;
    this.#onFrame = onFrame;
    this.#frame = new Float32Array(size);
  }

  get done(): boolean {
    return this.#cut >= this.#most;
  }

  push(block: Float32Array): void {
    for (let at = 0; at < block.length && !this.done; ) {
      const taken = Math.min(this.#size - this.#filled, block.length - at);
      this.#frame.set(block.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === this.#size) {
        const full = this.#frame;
        this.#frame = new Float32Array(this.#size);
        this.#filled = 0;
        this.#onFrame(this.#cut++, full);
      }
    }
  }
}
