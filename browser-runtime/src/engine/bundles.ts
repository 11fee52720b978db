/** A build of ONNX Runtime Web: a JavaScript entry and the WebAssembly it loads. They differ in speed by several times, so each backend gets its own best one. */
export interface Bundle {
  /** As settings ask for it: `ort.wasm`, `ort.jspi`, `ort.webgpu`, `ort.all`. */
  readonly name: string;
  readonly file: string;
  /** The WebAssembly that it loads; null where that depends on the threads. */
  readonly wasm: string | null;
  readonly backends: readonly string[];
  /** What of the browser it does not run without. */
  readonly needs: 'jspi' | null;
}

/** A package of onnxruntime-web as it is served: `ort/bundles.json`. */
export interface EnginePackage {
  readonly version: string;
  /** The best for a backend comes before others that have it. */
  readonly bundles: readonly Bundle[];
}

export interface BrowserAbilities {
  /** JavaScript Promise Integration: WebAssembly.Suspending and WebAssembly.promising. */
  readonly jspi: boolean;
  /** Whether the page's policy lets scripts make functions from strings. */
  readonly eval: boolean;
}

/** The build asked for by name, or the best one for a backend in this browser; null where that does not serve the backend. */
export function bundleFor(
  { bundles }: EnginePackage,
  backend: string,
  abilities: Pick<BrowserAbilities, 'jspi'>,
  wanted?: string,
): Bundle | null {
  const serving = bundles.filter((bundle) => bundle.backends.includes(backend));
  const chosen =
    wanted === undefined
      ? serving.find(({ needs }) => needs === null || abilities[needs])
      : serving.find(({ name }) => name === wanted);
  return chosen ?? null;
}

/** Reads what the host serves, from the folder's absolute URL, which ends in a slash. */
export async function servedPackage(base: string): Promise<EnginePackage> {
  const answer = await fetch(`${base}bundles.json`);
  if (!answer.ok) {
    throw new Error(`${base}bundles.json is not served: ${answer.status}`);
  }
  return (await answer.json()) as EnginePackage;
}
