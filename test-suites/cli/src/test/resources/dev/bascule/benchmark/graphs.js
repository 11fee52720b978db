// What an engineer would write by hand: one page that builds and runs the graphs one after the other, on one context.
const ARRAYS = {
  float32: Float32Array, float16: Float16Array, int32: Int32Array, uint32: Uint32Array,
  int64: BigInt64Array, uint64: BigUint64Array, int8: Int8Array, uint8: Uint8Array,
};

const context = await navigator.ml.createContext({ deviceType: 'cpu' });

function operand({ data, descriptor: { dataType, shape }, constant = false }) {
  return { dataType, shape, constant, data: new ARRAYS[dataType](dataType.endsWith('64') ? data.map(BigInt) : data) };
}

const named = (operands) => new Map(Object.entries(operands).map(([name, one]) => [name, operand(one)]));

// Fetched and parsed before any clock starts.
const cases = (await (await fetch('/cases.json')).json()).tests.map(({ graph }) => ({
  inputs: named(graph.inputs),
  operators: graph.operators,
  expected: named(graph.expectedOutputs),
}));

/** Returns what is wrong, or null. */
async function run({ inputs, operators, expected }) {
  const builder = new MLGraphBuilder(context);
  const operands = new Map();
  for (const [name, { dataType, shape, constant, data }] of inputs) {
    operands.set(name, constant ? builder.constant({ dataType, shape }, data) : builder.input(name, { dataType, shape }));
  }
  const value = (one) => (Array.isArray(one) ? one.map(value) : (operands.get(one) ?? one));
  for (const { name, arguments: given, outputs } of operators) {
    const parameters = given.flatMap((argument) =>
      Object.entries(argument).map(([key, one]) =>
        key === 'options' ? Object.fromEntries(Object.entries(one).map(([option, set]) => [option, value(set)])) : value(one),
      ),
    );
    const made = builder[name](...parameters);
    [outputs].flat().forEach((output, index) => operands.set(output, Array.isArray(made) ? made[index] : made));
  }
  const graph = await builder.build(Object.fromEntries([...expected.keys()].map((name) => [name, operands.get(name)])));
  const fed = {};
  const got = {};
  for (const [name, { dataType, shape, constant, data }] of inputs) {
    if (!constant) {
      fed[name] = await context.createTensor({ dataType, shape, writable: true });
      context.writeTensor(fed[name], data);
    }
  }
  for (const [name, { dataType, shape }] of expected) {
    got[name] = await context.createTensor({ dataType, shape, readable: true });
  }
  try {
    context.dispatch(graph, fed, got);
    for (const [name, { dataType, data }] of expected) {
      const problem = difference(new ARRAYS[dataType](await context.readTensor(got[name])), data);
      if (problem !== null) {
        return `wrong: output ${name}: ${problem}`;
      }
    }
    return null;
  } finally {
    [...Object.values(fed), ...Object.values(got)].forEach((tensor) => tensor.destroy());
    graph.destroy?.();
  }
}

function difference(got, expected) {
  for (let i = 0; i < expected.length; i++) {
    const a = got[i];
    const b = expected[i];
    if (a !== b && !(typeof b === 'number' && Math.abs(a - b) <= 1e-6 + 1e-4 * Math.abs(b))) {
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

// Warm: WebNN is up before any clock starts.
await run(cases[0]).catch(() => undefined);
globalThis.ready = true;
