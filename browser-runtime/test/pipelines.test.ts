import { describe, expect, test } from 'vitest';
import { fit, mixDown } from '../src/pipelines/audio';
import { Fft } from '../src/pipelines/fft';
import { isOpaque, normalize } from '../src/pipelines/image';
import { logMel } from '../src/pipelines/log-mel';
import { BINS, hzToMel, MelFilters, melToHz, N_FFT } from '../src/pipelines/mel';
import { wav16, wavFile } from '../src/pipelines/wav';

const filters = new MelFilters(16000, 80);

describe('the mel filters', () => {
  test('the scale is linear up to 1 kHz and goes both ways', () => {
    expect(hzToMel(1000)).toBeCloseTo(15, 12);
    expect(hzToMel(6400)).toBeCloseTo(42, 12);
    for (const hz of [0, 440, 1000, 3999, 8000]) {
      expect(melToHz(hzToMel(hz))).toBeCloseTo(hz, 9);
    }
  });

  test('have the values that librosa gives', () => {
    expect(filters.weight(0, 1)).toBeCloseTo(0.02486259, 8);
    expect(filters.weight(40, 43)).toBeCloseTo(0.014735565741439144, 14);
    expect(filters.weight(79, 192)).toBeCloseTo(0.0031647117391764836, 14);
  });

  test('let nothing through at 0 Hz and at the top', () => {
    for (const m of [0, 40, 79]) {
      expect(filters.weight(m, 0)).toBe(0);
      expect(filters.weight(m, BINS - 1)).toBeCloseTo(0, 12);
    }
  });
});

describe('the Fourier transform', () => {
  test('agrees with the definition', () => {
    const signal = Float64Array.from({ length: N_FFT }, (_, n) => Math.sin(n * n) + 0.3);
    const power = new Float64Array(BINS);
    new Fft(N_FFT).power(signal, power);
    for (const k of [0, 1, 7, 25, 160, 200]) {
      let re = 0;
      let im = 0;
      signal.forEach((x, n) => {
        re += x * Math.cos((2 * Math.PI * k * n) / N_FFT);
        im -= x * Math.sin((2 * Math.PI * k * n) / N_FFT);
      });
      expect(power[k]).toBeCloseTo(re * re + im * im, 8);
    }
  });
});

describe('log-mel frames', () => {
  const tone = (hz: number): Float32Array => Float32Array.from({ length: 1600 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / 16000));

  test('silence is flat at the floor', () => {
    expect(new Set(logMel(new Float32Array(1600), filters))).toEqual(new Set([-1.5]));
  });

  test('a tone is loudest in the filter around it', () => {
    const frames = 10;
    const spectrogram = logMel(tone(1000), filters);
    const column = Array.from({ length: 80 }, (_, m) => spectrogram[m * frames + 5] as number);
    const loudest = column.indexOf(Math.max(...column));
    expect(melToHz(((loudest + 1) * hzToMel(8000)) / 81)).toBeGreaterThan(950);
    expect(melToHz(((loudest + 1) * hzToMel(8000)) / 81)).toBeLessThan(1050);
  });

  test('nothing is more than 8 powers of ten below the loudest', () => {
    const spectrogram = logMel(tone(440), filters);
    expect(Math.max(...spectrogram) - Math.min(...spectrogram)).toBeLessThanOrEqual(2 + 1e-6);
  });
});

describe('audio', () => {
  test('channels are mixed by their mean', () => {
    expect(mixDown([Float32Array.of(1, 0.5), Float32Array.of(0, -0.5)])).toEqual(Float32Array.of(0.5, 0));
  });

  test('is cut or padded with silence', () => {
    expect(fit(Float32Array.of(1, 2, 3), 2)).toEqual(Float32Array.of(1, 2));
    expect(fit(Float32Array.of(1), 3)).toEqual(Float32Array.of(1, 0, 0));
  });

  test('a WAV file says how it holds its samples', () => {
    const format = { integer: true, bits: 16, channels: 1, sampleRate: 16000, frames: 2, dataAt: 44 };
    expect(wavFile(wav16(Int16Array.of(1, 2), 16000))).toEqual(format);
    expect(wavFile(new Uint8Array(64))).toBeNull();
  });
});

describe('vision', () => {
  const pixels = (width: number, height: number, gray: number[]) => ({
    width,
    height,
    data: Uint8ClampedArray.from(gray.flatMap((value) => [value, value, value, 255])),
  });
  const plain = { mean: [0, 0, 0] as [number, number, number], std: [1, 1, 1] as [number, number, number] };

  test('the same size keeps every pixel', () => {
    const planes = normalize(pixels(2, 1, [0, 255]), { width: 2, height: 1, ...plain });
    expect([...planes]).toEqual([0, 1, 0, 1, 0, 1]);
  });

  test('twice the width puts new pixels a quarter of the way', () => {
    const planes = normalize(pixels(2, 1, [0, 255]), { width: 4, height: 1, ...plain });
    expect([...planes.subarray(0, 4)]).toEqual([0, 0.25, 0.75, 1]);
  });

  test('mean and deviation are per channel', () => {
    const planes = normalize(pixels(1, 1, [255]), { width: 1, height: 1, mean: [0, 0.5, 1], std: [1, 0.5, 2] });
    expect([...planes]).toEqual([1, 1, 0]);
  });

  test('a transparent pixel is noticed', () => {
    const image = pixels(1, 1, [3]);
    expect(isOpaque(image)).toBe(true);
    image.data[3] = 254;
    expect(isOpaque(image)).toBe(false);
  });
});
