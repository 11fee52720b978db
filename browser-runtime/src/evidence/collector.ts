import type { Engine } from '../engine/engine';
import type { Facts, Memory, RawEvidence } from '../protocol/generated';
import { environmentFacts } from './environment';
import type { GpuDevices } from './gpu-devices';
import type { GraphDevices } from './graph-devices';
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
  #engineLoadMs: number | null = null;
  #incomplete: string | null = null;

  constructor(engine: Engine, watchers: Watchers) {
    this.#engine = engine;
    this.#watchers = watchers;
  }

  begin(): void {
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

  memory(): Memory | null {
    return this.#watchers.wasmMemory.peak();
  }
}
