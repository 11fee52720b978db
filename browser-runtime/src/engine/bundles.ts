/** A build of ONNX Runtime Web: a JavaScript entry and the WebAssembly it loads. They differ in speed by several times, so each backend gets its own best one. */
export interface Bundle {
  readonly name: 'ort.wasm' | 'ort.jspi' | 'ort.webgpu' | 'ort.all';
  readonly file: string;
  /** The WebAssembly that it loads. */
  readonly wasm: string;
  readonly backends: readonly string[];
}

const EVERY = ['webgpu', 'webnn', 'wasm'];
const CPU: Bundle = { name: 'ort.wasm', file: 'ort.wasm.min.mjs', wasm: 'ort-wasm-simd-threaded.wasm', backends: ['wasm'] };
/** WebGPU and WebNN providers; waits on promises through WebAssembly stack switching. Smaller and faster. */
const JSPI: Bundle = { name: 'ort.jspi', file: 'ort.jspi.min.mjs', wasm: 'ort-wasm-simd-threaded.jspi.wasm', backends: EVERY };
/** The same providers; waits through asyncify, which rewrites the whole binary. Runs everywhere. */
const ASYNCIFY: Bundle = { name: 'ort.webgpu', file: 'ort.webgpu.min.mjs', wasm: 'ort-wasm-simd-threaded.asyncify.wasm', backends: EVERY };
/** JSEP: the older WebGPU kernels, in TypeScript. The best one for no backend; for those who ask for it by name. */
const JSEP: Bundle = { name: 'ort.all', file: 'ort.all.min.mjs', wasm: 'ort-wasm-simd-threaded.jsep.wasm', backends: EVERY };
const ALL: readonly Bundle[] = [CPU, JSPI, ASYNCIFY, JSEP];

export interface BrowserAbilities {
  /** JavaScript Promise Integration: WebAssembly.Suspending and WebAssembly.promising. */
  readonly jspi: boolean;
  /** Whether the page's policy lets scripts make functions from strings. */
  readonly eval: boolean;
}

/** The build asked for by name, or the best one for a backend in this browser; null where that does not serve the backend. */
export function bundleFor(backend: string, abilities: Pick<BrowserAbilities, 'jspi'>, wanted?: string): Bundle | null {
  if (wanted !== undefined) {
    return ALL.find((bundle) => bundle.name === wanted && bundle.backends.includes(backend)) ?? null;
  }
  switch (backend) {
    case 'wasm':
      return CPU;
    case 'webgpu':
    case 'webnn':
      return abilities.jspi ? JSPI : ASYNCIFY;
    default:
      return null;
  }
}
