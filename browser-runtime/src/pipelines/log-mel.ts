import { Fft } from './fft';
import { BINS, HOP, type MelFilters, N_FFT } from './mel';

const FLOOR = 1e-10;
/** How far below the loudest value the rest is cut, in powers of ten. */
const RANGE = 8;

/**
 * Whisper's log-mel spectrogram (PIPELINES.md, "Audio", 2): mel bin outer, frame inner, one frame for each 160 samples.
 * @param samples at least 201 of them, a multiple of 160
 */
export function logMel(samples: Float32Array, filters: MelFilters): Float32Array<ArrayBuffer> {
  const frames = samples.length / HOP;
  const log = new Float64Array(filters.count * frames);
  const fft = new Fft(N_FFT);
  const windowed = new Float64Array(N_FFT);
  const power = new Float64Array(BINS);
  let loudest = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < frames; t++) {
    for (let n = 0; n < N_FFT; n++) {
      windowed[n] = (samples[reflect(t * HOP + n - N_FFT / 2, samples.length)] as number) * (HANN[n] as number);
    }
    fft.power(windowed, power);
    for (let m = 0; m < filters.count; m++) {
      const value = Math.log10(Math.max(filters.energy(m, power), FLOOR));
      log[m * frames + t] = value;
      loudest = Math.max(loudest, value);
    }
  }
  return Float32Array.from(log, (value) => (Math.max(value, loudest - RANGE) + 4) / 4);
}

/** Periodic: the period is the window's length. */
const HANN = Float64Array.from({ length: N_FFT }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / N_FFT));

/** Mirrors an index at both ends without repeating the end. */
function reflect(index: number, length: number): number {
  if (index < 0) {
    return -index;
  }
  return index < length ? index : 2 * (length - 1) - index;
}
