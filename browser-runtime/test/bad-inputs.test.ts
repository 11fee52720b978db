import { describe, expect, test } from 'vitest';
import { exifOrientation } from '../src/pipelines/exif';
import { pictureFile } from '../src/pipelines/picture-file';
import { bytesOf, crc32 } from '../src/pipelines/png-pixels';
import { resample } from '../src/pipelines/resample';
import { openText } from '../src/pipelines/text';
import { upright } from '../src/pipelines/upright';
import { plainWav, wav16, wavFile } from '../src/pipelines/wav';

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (c) => c.charCodeAt(0));

describe('a text', () => {
  test('that has half of a surrogate pair is refused, as no encoding can write it down', () => {
    expect(() => openText(bytes('{}'), 'the \ud83c bridge', { maxLength: 8 })).toThrow('half of a surrogate pair');
    expect(() => openText(bytes('{}'), 'the \ud83c\udf09 bridge', { maxLength: 8 })).toThrow('name a Hugging Face tokenizer.json');
  });

  test('needs a tokenizer of a known kind', () => {
    const magic = '{"model":{"type":"Magic","vocab":{"the":0},"merges":[]}}';
    expect(() => openText(bytes(magic), 'the', { maxLength: 8 })).toThrow('unknown kind, Magic');
  });
});

describe('a picture', () => {
  test('of no known format is refused with what to do', async () => {
    await expect(pictureFile(bytes('GIF89a'))).rejects.toThrow('convert it to PNG');
    await expect(pictureFile(new Uint8Array(0))).rejects.toThrow('convert it to PNG');
  });

  test('has the checksums of PNG, and as many bytes as its lines take', () => {
    expect(crc32(bytes('IEND'))).toBe(0xae426082);
    expect(bytesOf({ width: 5, height: 3, bits: 2, colors: 0, interlaced: false })).toBe(9);
    // Passes 1, 4, 6 and 7 of Adam7 have pixels of a picture of 3 x 2; 2, 3 and 5 have none.
    expect(bytesOf({ width: 3, height: 2, bits: 8, colors: 2, interlaced: true })).toBe(4 + 4 + 4 + 10);
  });

  test('is turned as it was held', () => {
    const image = { width: 2, height: 1, data: new Uint8ClampedArray(Uint32Array.of(1, 2).buffer) };
    const turned = (orientation: number): number[] => [...new Uint32Array(upright(image, orientation).data.buffer as ArrayBuffer)];
    expect(turned(2)).toEqual([2, 1]);
    expect(upright(image, 6)).toMatchObject({ width: 1, height: 2 });
    expect(turned(6)).toEqual([1, 2]);
    expect(turned(8)).toEqual([2, 1]);
  });

  test('is upright where nothing readable says otherwise', () => {
    expect(exifOrientation(bytes('II'))).toBe(1);
    expect(exifOrientation(bytes('II*\0\xff\xff\xff\xff'))).toBe(1);
    expect(exifOrientation(bytes('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0'))).toBe(6);
    expect(exifOrientation(bytes('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x09\0\0\0'))).toBe(1);
  });
});

describe('a sound', () => {
  test('at another rate is the same tone, and a constant stays one', () => {
    const tone = (rate: number): Float32Array => Float32Array.from({ length: rate / 10 }, (_, i) => Math.sin((2 * Math.PI * 440 * i) / rate));
    const out = resample(tone(44100), 44100, 16000);
    expect(out).toHaveLength(1600);
    tone(16000)
      .subarray(100, 1500)
      .forEach((sample, i) => expect(out[100 + i]).toBeCloseTo(sample, 3));
    expect(new Set(resample(new Float32Array(500).fill(0.25), 48000, 16000))).toEqual(new Set([0.25]));
  });

  test('loses all but its samples', () => {
    const plain = wav16(Int16Array.of(1, 2, 3), 8000);
    const more = new Uint8Array([...plain, ...bytes('LIST\x02\0\0\0ab')]);
    const format = wavFile(more);
    expect(format).toMatchObject({ frames: 3, sampleRate: 8000 });
    expect(format && plainWav(more, format)).toEqual(plain);
  });

  test('without samples is refused', () => {
    expect(() => wavFile(wav16(new Int16Array(0), 8000))).toThrow('not empty');
  });
});
