/** A discrete Fourier transform of one fixed size, by Cooley and Tukey's recursion over the size's prime factors. Reuses its buffers: not reentrant. */
export class Fft {
  readonly #size: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #scratchRe: Float64Array;
  readonly #scratchIm: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.#cos = Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.#sin = Float64Array.from({ length: size }, (_, i) => Math.sin((2 * Math.PI * i) / size));
    this.#re = new Float64Array(size);
    this.#im = new Float64Array(size);
    this.#scratchRe = new Float64Array(size);
    this.#scratchIm = new Float64Array(size);
  }

  /** Writes `|X[k]|^2` of the real `signal` into `power`, for as many k as it holds. */
  power(signal: Float64Array, power: Float64Array): void {
    this.#transform(signal, 0, 1, this.#size, 0);
    for (let k = 0; k < power.length; k++) {
      const re = this.#re[k] as number;
      const im = this.#im[k] as number;
      power[k] = re * re + im * im;
    }
  }

  /** Transforms `n` samples from `start` in steps of `stride` into `n` results at `at`. */
  #transform(signal: Float64Array, start: number, stride: number, n: number, at: number): void {
    if (n === 1) {
      this.#re[at] = signal[start] as number;
      this.#im[at] = 0;
      return;
    }
    const radix = smallestFactor(n);
    const part = n / radix;
    for (let q = 0; q < radix; q++) {
      this.#transform(signal, start + q * stride, stride * radix, part, at + q * part);
    }
    this.#combine(n, radix, at);
  }

  /** `X[k] = sum over q of exp(-2 pi i q k / n) * Y_q[k mod part]`. */
  #combine(n: number, radix: number, at: number): void {
    const part = n / radix;
    const turn = this.#size / n;
    for (let k = 0; k < n; k++) {
      let re = 0;
      let im = 0;
      for (let q = 0; q < radix; q++) {
        const source = at + q * part + (k % part);
        const angle = (q * k * turn) % this.#size;
        const cos = this.#cos[angle] as number;
        const sin = this.#sin[angle] as number;
        const yRe = this.#re[source] as number;
        const yIm = this.#im[source] as number;
        re += yRe * cos + yIm * sin;
        im += yIm * cos - yRe * sin;
      }
      this.#scratchRe[k] = re;
      this.#scratchIm[k] = im;
    }
    this.#re.set(this.#scratchRe.subarray(0, n), at);
    this.#im.set(this.#scratchIm.subarray(0, n), at);
  }
}

function smallestFactor(n: number): number {
  for (let factor = 2; factor * factor <= n; factor++) {
    if (n % factor === 0) {
      return factor;
    }
  }
  return n;
}
