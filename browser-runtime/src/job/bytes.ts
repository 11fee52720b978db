/** Byte-for-byte equality, four bytes at a time where both are aligned. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) {
    return false;
  }
  const words = a.byteOffset % 4 === 0 && b.byteOffset % 4 === 0 ? a.length >> 2 : 0;
  const left = new Int32Array(a.buffer, words === 0 ? 0 : a.byteOffset, words);
  const right = new Int32Array(b.buffer, words === 0 ? 0 : b.byteOffset, words);
  for (let i = 0; i < words; i++) {
    if (left[i] !== right[i]) {
      return false;
    }
  }
  for (let i = words * 4; i < a.length; i++) {
    if (a[i] !== b[i]) {
      return false;
    }
  }
  return true;
}
