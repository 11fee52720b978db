import type { Asset } from '../protocol/generated';
import { IntegrityError } from './errors';
import { sha256 as hash } from './sha256';

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
    // The address is a secret of this job and what goes wrong is kept: the file is named by its hash.
    throw new Error(`the bridge answered ${response.status} ${response.statusText} for the file of SHA-256 ${sha256}`);
  }
  const buffer = await response.arrayBuffer();
  const elapsedMs = performance.now() - start;
  const bytes = new Uint8Array(buffer);
  const actual = await hash(bytes);
  if (actual !== sha256) {
    throw new IntegrityError(`the file that the bridge sent has SHA-256 ${actual}, not ${sha256}`);
  }
  return { bytes, elapsedMs };
}

export interface Downloads {
  readonly bytes: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly elapsedMs: number;
}

/** Fetches files one after the other, each by its role. */
export async function downloadAll(assets: Readonly<Record<string, Asset>>): Promise<Downloads> {
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  let elapsedMs = 0;
  for (const [role, { url, sha256 }] of Object.entries(assets)) {
    const file = await download(url, sha256);
    bytes.set(role, file.bytes);
    elapsedMs += file.elapsedMs;
  }
  return { bytes, elapsedMs };
}
