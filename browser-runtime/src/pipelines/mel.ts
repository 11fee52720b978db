/** Window length of the short-time Fourier transform, in samples. */
export const N_FFT = 400;
/** Samples from one frame to the next. */
export const HOP = 160;
/** Frequency bins of a real transform. */
export const BINS = N_FFT / 2 + 1;

const LINEAR_HZ_PER_MEL = 200 / 3;
const LOG_START_HZ = 1000;
const LOG_START_MEL = LOG_START_HZ / LINEAR_HZ_PER_MEL;
const LOG_STEP = Math.log(6.4) / 27;

/** Slaney's scale: linear below 1 kHz, logarithmic above (Auditory Toolbox; librosa's default). */
export function hzToMel(hz: number): number {
  return hz < LOG_START_HZ ? hz / LINEAR_HZ_PER_MEL : LOG_START_MEL + Math.log(hz / LOG_START_HZ) / LOG_STEP;
}

export function melToHz(mel: number): number {
  return mel < LOG_START_MEL ? mel * LINEAR_HZ_PER_MEL : LOG_START_HZ * Math.exp(LOG_STEP * (mel - LOG_START_MEL));
}

/** Triangular filters from 0 Hz to half the sample rate, each of unit area (Slaney's norm). Immutable. */
export class MelFilters {
  readonly count: number;
  readonly #weights: readonly Float64Array[];

  constructor(sampleRate: number, count: number) {
    this.count = count;
    const top = hzToMel(sampleRate / 2);
    const edges = Array.from({ length: count + 2 }, (_, j) => melToHz((j * top) / (count + 1)));
    this.#weights = Array.from({ length: count }, (_, m) => {
      const [left, center, right] = edges.slice(m, m + 3) as [number, number, number];
      return Float64Array.from({ length: BINS }, (_, k) => {
        const hz = (k * sampleRate) / N_FFT;
        const lower = (hz - left) / (center - left);
        const upper = (right - hz) / (right - center);
        return (Math.max(0, Math.min(lower, upper)) * 2) / (right - left);
      });
    });
  }

  /** Weight of bin `k` in filter `m`. */
  weight(m: number, k: number): number {
    return this.#weights[m]?.[k] ?? 0;
  }

  /** Energy of filter `m` in a power spectrum. */
  energy(m: number, power: Float64Array): number {
    const weights = this.#weights[m] as Float64Array;
    let sum = 0;
    for (let k = 0; k < BINS; k++) {
      sum += (weights[k] as number) * (power[k] as number);
    }
    return sum;
  }
}
