import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha256, sha256Slowly } from '../src/job/sha256';

describe('a hash without the browser’s help', () => {
  test.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 128, 10_000])('of %d bytes is the standard’s', async (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) % 256);
    const right = createHash('sha256').update(bytes).digest('hex');
    expect(sha256Slowly(bytes)).toBe(right);
    expect(await sha256(bytes)).toBe(right);
  });

  test('sees one changed bit', () => {
    expect(sha256Slowly(Uint8Array.of(1, 2, 3))).not.toBe(sha256Slowly(Uint8Array.of(1, 2, 2)));
  });

  test('reads a part of a buffer', () => {
    const buffer = Uint8Array.of(9, 97, 98, 99, 9);
    expect(sha256Slowly(buffer.subarray(1, 4))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
