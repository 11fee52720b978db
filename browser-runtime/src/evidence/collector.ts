import type { Engine } from '../engine/engine';
import type { Facts, Memory, RawEvidence } from '../protocol/generated';
import { environmentFacts } from './environment';
import type { GpuDevices } from './gpu-devices';
import type { GraphDevices } from './graph-devices';
import { JsHeap } from './js-heap';
import type { OrtConsole } from './ort-console';
import type { WasmMemory } from './wasm-memory';

export interface Watchers {
  readonly console: OrtConsole;
  readonly gpuDevices: GpuDevices;
  readonly graphDevices: GraphDevices;
  readonly wasmMemory: WasmMemory;
}

/** Gathers what the watchers saw during one job. It judges nothing: the host reads the lines. */
export class EvidenceCollector {
  readonly #engine: Engine;
  readonly #watchers: Watchers;
  readonly #environment: Facts = environmentFacts();
  readonly #heap = new JsHeap();
  #engineLoadMs: number | null = null;
  #incomplete: string | null = null;

  constructor(engine: Engine, watchers: Watchers) {
    this.#engine = engine;
    this.#watchers = watchers;
  }

  begin(): void {
    this.#heap.restart();
    this.#watchers.console.take();
    this.#watchers.graphDevices.take();
    this.#engineLoadMs = null;
    this.#incomplete = null;
  }

  /** Lines of the timed session would repeat those of the session opened to explain itself. */
  forgetLines(): void {
    this.#watchers.console.take();
    this.#watchers.graphDevices.take();
  }

  engineLoaded(elapsedMs: number): void {
    this.#engineLoadMs = elapsedMs;
  }

  /** A session is open from here on, or about to be let go. */
  sessionOpen(open: boolean): void {
    this.#heap.sample();
    this.#watchers.gpuDevices.inUse = open;
  }

  /** The session that was to explain itself failed. */
  incomplete(reason: string): void {
    this.#incomplete = reason;
  }

  collect(granted: string | null, build: string | null, backend: string): RawEvidence {
    const { devices, graphs } = this.#watchers.graphDevices.take();
    // Asking is not being granted: an adapter or a graph is an API's answer. The CPU needs to ask nobody.
    const adapter = backend === 'webgpu' ? this.#watchers.gpuDevices.adapter : {};
    const answered =
      backend === 'webgpu' ? Object.keys(adapter).length > 0 : backend === 'webnn' ? graphs > 0 || devices.length > 0 : true;
    return {
      granted: answered ? granted : null,
      build,
      log: this.#watchers.console.take(),
      placements: [],
      adapter,
      graphDevices: devices,
      environment: {
        ...this.#environment,
        ...(this.#engineLoadMs === null ? {} : { ...this.#engine.facts(), engineLoadMs: this.#engineLoadMs }),
        ...(this.#incomplete === null ? {} : { evidenceError: this.#incomplete }),
        webnnGraphs: backend === 'webnn' ? graphs : null,
      },
    };
  }

  /** WebAssembly's peak, and the JavaScript heap where the browser shows it. */
  memory(): Memory | null {
    this.#heap.sample();
    const peakBytes = this.#watchers.wasmMemory.peak();
    return peakBytes === null
      ? null
      : {
          peakBytes,
          source: 'WebAssembly memory of the page since it was opened; GPU memory is not in it',
          parts: { wasm: peakBytes, ...this.#heap.parts() },
        };
  }
}
