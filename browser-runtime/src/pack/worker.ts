import { OrtEngine } from '../engine/ort-engine';
import { canEval, hasJspi } from '../evidence/environment';
import { GpuDevices } from '../evidence/gpu-devices';
import { GraphDevices } from '../evidence/graph-devices';
import { OrtConsole } from '../evidence/ort-console';
import { rawError } from '../job/errors';
import type { RawEvidence } from '../protocol/generated';
import { webNn } from '../webnn/ml';
import { ModelEngine } from './case-engine';
import { CaseRun } from './case-run';
import { EngineByProgram } from './engine-by-program';
import { GraphEngine } from './graph-engine';
import { instantiateFrom } from './shared-module';
import type { FromWorker, Start, ToWorker } from './worker-messages';

// One engine in a worker of its own: a trap, a hang or exhausted memory ends with it, and costs the page nothing.

let run: CaseRun | null = null;

// The watchers wrap browser functions that libraries keep, so they come before any library.
const log = new OrtConsole();
const gpuDevices = new GpuDevices((reason) => run?.fail(new Error(reason)));
const graphDevices = new GraphDevices();
log.install(console);
gpuDevices.install();
graphDevices.install();

/** The providers that a session can place nodes on; a session that has one only needs no record of placements. */
const ONLY_PROVIDER: Readonly<Record<string, string>> = { wasm: 'CPUExecutionProvider' };

async function start(order: Start): Promise<void> {
  const graphs = order.backend === 'webnn' ? new GraphEngine(webNn(), order.settings) : null;
  run = graphs !== null && !order.library ? new CaseRun(graphs, graphEvidence, false) : await withLibrary(order, graphs);
}

async function withLibrary({ backend, settings, served, base, module }: Start, graphs: GraphEngine | null): Promise<CaseRun> {
  if (module !== null) {
    instantiateFrom(module);
  }
  const engine = new OrtEngine(served, { jspi: hasJspi(), eval: canEval() }, base, module !== null);
  await engine.load(backend, settings);
  log.take();
  graphDevices.take();
  const engines = new EngineByProgram(new ModelEngine(engine, backend, settings, log), graphs);
  const build = engine.build(backend, settings.build);
  return new CaseRun(
    engines,
    (created) => (engines.last === 'graph' ? graphEvidence(created) : evidence(engine, build, backend, created)),
    backend === 'webgpu',
  );
}

/** No library was between, which could have placed a node elsewhere: a graph that was built ran on WebNN. */
function graphEvidence(created: boolean): RawEvidence {
  const { devices, graphs } = graphDevices.take();
  return {
    granted: graphs > 0 ? 'webnn' : null,
    build: null,
    log: log.take(),
    placements: [],
    adapter: {},
    graphDevices: devices,
    environment: {
      engine: 'webnn-api',
      ...(created && graphs > 0 ? { executionProviders: 'WebNNExecutionProvider' } : {}),
      webnnGraphs: graphs,
    },
  };
}

function evidence(engine: OrtEngine, build: string | null, backend: string, created: boolean): RawEvidence {
  const { devices, graphs } = graphDevices.take();
  const adapter = backend === 'webgpu' ? gpuDevices.adapter : {};
  // Asking is not being granted: an adapter or a graph is an API's answer. The CPU needs to ask nobody.
  const answered = backend === 'webgpu' ? Object.keys(adapter).length > 0 : backend === 'webnn' ? graphs > 0 : true;
  const only = ONLY_PROVIDER[backend];
  return {
    granted: created && answered ? backend : null,
    build,
    log: log.take(),
    placements: [],
    adapter,
    graphDevices: devices,
    environment: {
      ...engine.facts(),
      ...(only === undefined || !created ? {} : { executionProviders: only }),
      webnnGraphs: backend === 'webnn' ? graphs : null,
    },
  };
}

function answer(message: FromWorker): void {
  const buffers = message.type === 'ended' ? message.end.sets.flatMap((set) => Object.values(set)) : [];
  const transfer = buffers.flatMap((value) => (value.kind === 'tensor' ? [value.bytes.buffer] : []));
  (globalThis as unknown as { postMessage(message: unknown, transfer: Transferable[]): void }).postMessage(message, [...new Set(transfer)]);
}

async function take(message: ToWorker): Promise<void> {
  if (message.type === 'start') {
    await start(message).then(
      () => answer({ type: 'ready' }),
      (error: unknown) => answer({ type: 'refused', error: rawError('create', error) }),
    );
  } else if (run !== null) {
    answer({ type: 'ended', end: await run.run(message.packed) });
  }
}

addEventListener('message', (event: MessageEvent<ToWorker>) => void take(event.data));
addEventListener('error', (event) => run?.fail(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => run?.fail(event.reason));
