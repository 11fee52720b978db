// Writes dist/: the runner and attach pages, their scripts, and the builds of ONNX Runtime Web that it may load.
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = resolve(root, 'dist');
const ort = resolve(root, 'node_modules/onnxruntime-web');

// A bundle's entry and the WebAssembly glue and binary that it loads at run time.
const ORT_FILES = [
  'ort.wasm.min.mjs',
  'ort-wasm-simd-threaded.mjs',
  'ort-wasm-simd-threaded.wasm',
  'ort.jspi.min.mjs',
  'ort-wasm-simd-threaded.jspi.mjs',
  'ort-wasm-simd-threaded.jspi.wasm',
  'ort.webgpu.min.mjs',
  'ort-wasm-simd-threaded.asyncify.mjs',
  'ort-wasm-simd-threaded.asyncify.wasm',
  'ort.all.min.mjs',
  'ort-wasm-simd-threaded.jsep.mjs',
  'ort-wasm-simd-threaded.jsep.wasm',
];

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
  define: { ORT_VERSION: JSON.stringify(version) },
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
  define: { ORT_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
});
const PAGES = ['runner.html', 'attach/attach.html', 'page.css'];
await Promise.all(PAGES.map((page) => copyFile(resolve(root, 'src', page), resolve(dist, basename(page)))));
// The host holds what a page says of its engine against it.
await copyFile(resolve(ort, 'package.json'), resolve(dist, 'ort/package.json'));
await Promise.all(ORT_FILES.map((file) => copyFile(resolve(ort, 'dist', file), resolve(dist, 'ort', file))));
