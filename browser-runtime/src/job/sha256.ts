/** SHA-256 in lower-case hex. The browser's own where it has one: a page outside a secure context has no `crypto.subtle`. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle === undefined ? sha256Slowly(bytes) : hex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

/** FIPS 180-4, section 6.2: about a tenth of the native speed. */
export function sha256Slowly(bytes: Uint8Array): string {
  const state = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const whole = bytes.length - (bytes.length % 64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 64) {
    compress(state, view, at);
  }
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const end = new DataView(tail.buffer);
  end.setBigUint64(tail.length - 8, BigInt(bytes.length) * 8n);
  for (let at = 0; at < tail.length; at += 64) {
    compress(state, end, at);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return hex(new Uint8Array(digest.buffer));
}

const PRIMES = primes(64);
const ROUND = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const schedule = new Uint32Array(64);

function compress(state: Uint32Array, block: DataView, at: number): void {
  const w = schedule;
  for (let t = 0; t < 64; t++) {
    w[t] = t < 16 ? block.getUint32(at + 4 * t) : (small(w[t - 2]!, 17, 19, 10) + w[t - 7]! + small(w[t - 15]!, 7, 18, 3) + w[t - 16]!) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const first = (h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[t]! + w[t]!) | 0;
    const second = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

function right(x: number, n: number): number {
  return (x >>> n) | (x << (32 - n));
}

function small(x: number, first: number, second: number, shift: number): number {
  return right(x, first) ^ right(x, second) ^ (x >>> shift);
}

/** The first 32 bits of the fractional part; a double holds them exactly for the roots in use. */
function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0)) {
      found.push(n);
    }
  }
  return found;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
