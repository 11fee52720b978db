// Writes dist/: the runner and attach pages, their scripts, and the builds of ONNX Runtime Web that it may load.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = resolve(root, 'dist');
const ort = resolve(root, 'node_modules/onnxruntime-web');

const EVERY = ['webgpu', 'webnn', 'wasm'];
// The best for a backend comes before others that have it.
const BUNDLES = [
  { name: 'ort.wasm', file: 'ort.wasm.min.mjs', wasm: 'ort-wasm-simd-threaded.wasm', backends: ['wasm'], needs: null },
  // WebGPU and WebNN providers; waits on promises through WebAssembly stack switching. Smaller and faster.
  { name: 'ort.jspi', file: 'ort.jspi.min.mjs', wasm: 'ort-wasm-simd-threaded.jspi.wasm', backends: EVERY, needs: 'jspi' },
  // The same providers; waits through asyncify, which rewrites the whole binary. Runs everywhere.
  { name: 'ort.webgpu', file: 'ort.webgpu.min.mjs', wasm: 'ort-wasm-simd-threaded.asyncify.wasm', backends: EVERY, needs: null },
  // JSEP: the older WebGPU kernels, in TypeScript. The best one for no backend; for those who ask for it by name.
  { name: 'ort.all', file: 'ort.all.min.mjs', wasm: 'ort-wasm-simd-threaded.jsep.wasm', backends: EVERY, needs: null },
];
// An entry, and the WebAssembly glue and binary that it loads at run time.
const ORT_FILES = BUNDLES.flatMap(({ file, wasm }) => [file, wasm.replace(/\.wasm$/, '.mjs'), wasm]);

const target = ['chrome113', 'firefox121', 'safari16.4'];
const { version } = JSON.parse(await readFile(resolve(ort, 'package.json'), 'utf8'));
await rm(dist, { recursive: true, force: true });
await mkdir(resolve(dist, 'ort'), { recursive: true });
await build({
  entryPoints: { runner: resolve(root, 'src/main.ts'), attach: resolve(root, 'src/attach/main.ts') },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  target,
  minify: true,
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
});
// These stand alone: not every browser lets an AudioWorklet import chunks, and a worker is started many times.
await build({
  entryPoints: { 'audio-worklet': resolve(root, 'src/stream/worklet.ts'), 'case-worker': resolve(root, 'src/pack/worker.ts') },
  outdir: dist,
  bundle: true,
  format: 'esm',
  target,
  minify: true,
  logLevel: 'warning',
});
const PAGES = ['runner.html', 'attach/attach.html', 'page.css'];
await Promise.all(PAGES.map((page) => copyFile(resolve(root, 'src', page), resolve(dist, basename(page)))));
// The host holds what a page says of its engine against it.
await copyFile(resolve(ort, 'package.json'), resolve(dist, 'ort/package.json'));
await writeFile(resolve(dist, 'ort/bundles.json'), `${JSON.stringify({ version, bundles: BUNDLES })}\n`);
await Promise.all(ORT_FILES.map((file) => copyFile(resolve(ort, 'dist', file), resolve(dist, 'ort', file))));
