// What an engineer would write by hand: load onnxruntime-web, make a session, call run() in a loop.
import * as ort from '/ort/ort.wasm.min.mjs';

ort.env.wasm.wasmPaths = '/ort/';
ort.env.wasm.numThreads = 1;

const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
const inputs = await (await fetch('/inputs.json')).json();
const session = await ort.InferenceSession.create(await bytes('/model.onnx'), { executionProviders: ['wasm'] });
const feeds = {};
for (const [index, { name, dtype, dims }] of inputs.entries()) {
  const raw = (await bytes(`/input-${index}`)).buffer;
  feeds[name] = new ort.Tensor(dtype, dtype === 'int64' ? new BigInt64Array(raw) : new Float32Array(raw), dims);
}

globalThis.block = async (iterations) => {
  const samples = [];
  for (let i = 0; i < iterations; i++) {
    const start = performance.now();
    await session.run(feeds);
    samples.push(performance.now() - start);
  }
  return samples;
};
