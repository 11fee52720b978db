// What an engineer would write by hand: one page that takes the cases one after the other.
import { parseTensor } from '/tensor-proto.js';

const backend = new URL(location.href).searchParams.get('backend');
const ort = await import(backend === 'wasm' ? '/ort/ort.wasm.min.mjs' : '/ort/ort.jspi.min.mjs');
ort.env.wasm.wasmPaths = '/ort/';
ort.env.wasm.numThreads = 1;

const cases = await (await fetch('/cases.json')).json();
const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());

/** Returns what is wrong, or null. */
async function run({ name, inputs, outputs }) {
  const folder = `/cases/${name}`;
  const model = await bytes(`${folder}/model.onnx`);
  const fed = [];
  for (const k of inputs) {
    fed.push(parseTensor(await bytes(`${folder}/test_data_set_0/input_${k}.pb`)));
  }
  const expected = [];
  for (const k of outputs) {
    expected.push(parseTensor(await bytes(`${folder}/test_data_set_0/output_${k}.pb`)));
  }
  const session = await ort.InferenceSession.create(model, { executionProviders: [backend] });
  try {
    const feeds = {};
    inputs.forEach((k, i) => {
      feeds[session.inputNames[k]] = new ort.Tensor(fed[i].type, fed[i].data, fed[i].dims);
    });
    const results = await session.run(feeds);
    for (const [i, k] of outputs.entries()) {
      const problem = difference(results[session.outputNames[k]], expected[i]);
      if (problem !== null) {
        return `wrong: output ${k}: ${problem}`;
      }
    }
    return null;
  } finally {
    await session.release();
  }
}

/** The tolerance of ONNX's own backend test for floats; all else is exact. */
function difference(got, expected) {
  if (got === undefined || got.type !== expected.type || `${got.dims}` !== `${expected.dims}`) {
    return `${got?.type} [${got?.dims}] instead of ${expected.type} [${expected.dims}]`;
  }
  const isFloat = got.type.startsWith('float');
  for (let i = 0; i < expected.data.length; i++) {
    const a = got.data[i];
    const b = expected.data[i];
    const same = a === b || (a !== a && b !== b);
    if (!same && !(isFloat && Math.abs(a - b) <= 1e-7 + 1e-3 * Math.abs(b))) {
      return `[${i}] is ${a} instead of ${b}`;
    }
  }
  return null;
}

const results = [];
globalThis.state = { ended: 0, finished: false, elapsedMs: 0, results };

/** Takes all cases from this one on; the state tells how far it has come. */
globalThis.begin = async (from) => {
  const start = performance.now();
  for (const one of cases.slice(from)) {
    let problem;
    try {
      problem = await run(one);
    } catch (error) {
      problem = String(error).slice(0, 300);
    }
    results.push(problem);
    state.ended++;
    state.elapsedMs = performance.now() - start;
  }
  state.finished = true;
};

// Warm: the engine is loaded and compiled before any clock starts.
await run(cases[0]).catch(() => undefined);
globalThis.ready = true;
