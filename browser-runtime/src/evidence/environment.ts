import type { Facts } from '../protocol/generated';

/** Smallest modules that use a feature; a browser without it does not validate them. */
const PROBES = {
  wasmSimd: [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
  wasmRelaxedSimd: [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11,
  ],
  wasmAtomics: [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 11, 1, 9, 0, 65, 0, 254, 16, 2, 0, 26, 11,
  ],
} as const;

/** What this page and its browser can do, as facts. Runs no model. */
export function environmentFacts(): Facts {
  const ua = (navigator as Navigator & { userAgentData?: { brands: { brand: string; version: string }[]; platform: string } })
    .userAgentData;
  return {
    userAgent: navigator.userAgent,
    brands: ua?.brands.map(({ brand, version }) => `${brand} ${version}`).join(', ') ?? null,
    platform: ua?.platform ?? navigator.platform,
    secureContext: globalThis.isSecureContext,
    crossOriginIsolated: globalThis.crossOriginIsolated,
    sharedMemory: typeof SharedArrayBuffer === 'function',
    hardwareConcurrency: navigator.hardwareConcurrency,
    wasmSimd: validates(PROBES.wasmSimd),
    wasmRelaxedSimd: validates(PROBES.wasmRelaxedSimd),
    wasmThreads: hasWasmThreads(),
    jspi: hasJspi(),
    eval: canEval(),
    timerResolutionMs: timerResolution(),
  };
}

/** JavaScript Promise Integration: WebAssembly that waits for promises. */
export function hasJspi(): boolean {
  return 'Suspending' in WebAssembly && 'promising' in WebAssembly;
}

/** Threads need the instructions, shared memory, and the cross-origin isolation that browsers grant shared memory under. */
export function hasWasmThreads(): boolean {
  return globalThis.crossOriginIsolated && typeof SharedArrayBuffer === 'function' && validates(PROBES.wasmAtomics);
}

/** ONNX Runtime Web's WebNN provider makes functions from strings; where the page's policy forbids that it traps. */
export function canEval(): boolean {
  try {
    return new Function('return true')() === true;
  } catch {
    return false;
  }
}

function validates(bytes: readonly number[]): boolean {
  return WebAssembly.validate(new Uint8Array(bytes));
}

const MOST_STEPS = 20;
/** Clocks of 1 ms and of 17 ms are in use: this many steps of them would hold up the start. */
const MOST_MS = 40;

/** The smallest step that `now` was seen to make, in milliseconds; at least one step is waited for. */
export function timerResolution(now: () => number = () => performance.now()): number {
  let smallest = Number.POSITIVE_INFINITY;
  const begin = now();
  for (let steps = 0, last = begin; steps < MOST_STEPS && (steps === 0 || last - begin < MOST_MS); steps++) {
    let next = now();
    while (next === last) {
      next = now();
    }
    smallest = Math.min(smallest, next - last);
    last = next;
  }
  return smallest;
}
