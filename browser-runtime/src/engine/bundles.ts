/** A build of ONNX Runtime Web: a JavaScript entry and the WebAssembly it loads. They differ in speed by several times, so each backend gets its own best one. */
export interface Bundle {
  readonly name: 'ort.wasm' | 'ort.jspi' | 'ort.webgpu';
  readonly file: string;
  /** The WebAssembly that it loads. */
  readonly wasm: string;
}

const CPU: Bundle = { name: 'ort.wasm', file: 'ort.wasm.min.mjs', wasm: 'ort-wasm-simd-threaded.wasm' };
/** WebGPU and WebNN providers; waits on promises through WebAssembly stack switching. Smaller and faster. */
const JSPI: Bundle = { name: 'ort.jspi', file: 'ort.jspi.min.mjs', wasm: 'ort-wasm-simd-threaded.jspi.wasm' };
/** The same providers; waits through asyncify, which rewrites the whole binary. Runs everywhere. */
const ASYNCIFY: Bundle = { name: 'ort.webgpu', file: 'ort.webgpu.min.mjs', wasm: 'ort-wasm-simd-threaded.asyncify.wasm' };

export interface BrowserAbilities {
  /** JavaScript Promise Integration: WebAssembly.Suspending and WebAssembly.promising. */
  readonly jspi: boolean;
  /** Whether the page's policy lets scripts make functions from strings. */
  readonly eval: boolean;
}

/** The best build for a backend in this browser, or null for a backend that no build serves. */
export function bundleFor(backend: string, abilities: Pick<BrowserAbilities, 'jspi'>): Bundle | null {
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
