import { IntegrityError } from './errors';

export interface Download {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** From the request to the last byte in memory; checking the hash is not in it. */
  readonly elapsedMs: number;
}

/** Fetches a file from the bridge and checks that it is the one that was named. */
export async function download(url: string, sha256: string): Promise<Download> {
  const start = performance.now();
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) {
    throw new Error(`GET ${url} answered ${response.status} ${response.statusText}`);
  }
  const buffer = await response.arrayBuffer();
  const elapsedMs = performance.now() - start;
  const actual = hex(await crypto.subtle.digest('SHA-256', buffer));
  if (actual !== sha256) {
    throw new IntegrityError(`${url} has SHA-256 ${actual}, not ${sha256}`);
  }
  return { bytes: new Uint8Array(buffer), elapsedMs };
}

function hex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
