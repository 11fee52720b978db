import { describe, expect, test } from 'vitest';
import { sniffCodec } from '../src/pipelines/codec';
import { wav16 } from '../src/pipelines/wav';

const text = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((letter) => letter.charCodeAt(0)))));

describe('a sound file is known by its content', () => {
  test.each([
    ['wav', wav16(Int16Array.of(1, 2), 16000)],
    ['flac', text('fLaC', 0)],
    ['opus', text('OggS', ...new Array<number>(24).fill(0), 'OpusHead')],
    ['vorbis', text('OggS', ...new Array<number>(25).fill(1), 'vorbis')],
    ['mp3', text('ID3', 4)],
    ['mp3', text(0xff, 0xfb, 0x90)],
    ['aac', text(0xff, 0xf1, 0x50)],
    ['aac', text(0, 0, 0, 24, 'ftypM4A ')],
    ['webm', text(0x1a, 0x45, 0xdf, 0xa3)],
    ['unknown', text('RIFF', 0, 0, 0, 0, 'AVI ')],
    ['unknown', text(0xff, 0xff, 0xff)],
    ['unknown', text('OggS', ...new Array<number>(40).fill(0), 'Speex')],
    ['unknown', new Uint8Array(0)],
  ] as const)('as %s', (codec, file) => {
    expect(sniffCodec(file)).toBe(codec);
  });
});
