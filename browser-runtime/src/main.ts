import { servedPackage } from './engine/bundles';
import { OrtEngine } from './engine/ort-engine';
import { EvidenceCollector } from './evidence/collector';
import { canEval, hasJspi } from './evidence/environment';
import { GpuDevices } from './evidence/gpu-devices';
import { GraphDevices } from './evidence/graph-devices';
import { OrtConsole } from './evidence/ort-console';
import { WasmMemory } from './evidence/wasm-memory';
import { JobRunner } from './page/job-runner';
import { startCaseWorker } from './pack/case-worker';
import { closePage, leavingAtEnd } from './page/leave';
import { Link, type Socket } from './protocol/link';

/** Six seconds in all: by then the host has given the page up. */
const RETRIES_ALONE = 6;

const status = document.getElementById('status');

function show(text: string): void {
  if (status !== null) {
    status.textContent = text;
  }
}

async function start(): Promise<void> {
  document.documentElement.classList.toggle('framed', window.top !== window);
  const fragment = new URLSearchParams(location.hash.slice(1));
  const base = new URL('ort/', document.baseURI).href;
  const token = fragment.get('token');
  if (token === null) {
    show('This page is opened by Bascule with a token in its address; there is none.');
    return;
  }
  // The token is used once: it should not stay in the address bar or the history.
  history.replaceState(null, '', location.pathname + location.search);

  // The watchers wrap browser functions that libraries keep, so they come before any library.
  const watchers = {
    console: new OrtConsole(),
    gpuDevices: new GpuDevices((reason) => jobRunner.broken(new Error(reason))),
    graphDevices: new GraphDevices(),
    wasmMemory: new WasmMemory(),
  };
  watchers.console.install(console);
  watchers.gpuDevices.install();
  watchers.graphDevices.install();
  watchers.wasmMemory.install();

  const served = await servedPackage(base);
  const engine = new OrtEngine(served, { jspi: hasJspi(), eval: canEval() }, base);
  const jobRunner: JobRunner = new JobRunner(engine, new EvidenceCollector(engine, watchers), startCaseWorker(served, base), show);
  const socketUrl = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/runner`;
  const leaves = fragment.get('leave') === 'close';
  const link = new Link({
    token,
    name: fragment.get('name') ?? 'page',
    connect: () => new WebSocket(socketUrl) as unknown as Socket,
    later: (action, ms) => setTimeout(action, ms),
    listener: leaves ? leavingAtEnd(jobRunner, closePage) : jobRunner,
    ...(leaves ? { mostRetries: RETRIES_ALONE } : {}),
  });
  jobRunner.attach(link);
  addEventListener('error', (event) => jobRunner.broken(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => jobRunner.broken(event.reason));
  link.open();
}

start().catch((error: unknown) => show(String(error)));
