/** Four or more characters of a file, one for each byte. */
export function tagAt(file: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...file.subarray(at, at + length));
}

export function viewOf(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength);
}

/** One file of several parts. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
