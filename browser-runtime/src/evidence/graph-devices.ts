/** A built WebNN graph; `devices` is in browsers that say where it runs. */
interface MlGraph {
  readonly devices?: Iterable<unknown>;
}

interface MlGraphBuilderClass {
  readonly prototype: { build(outputs: unknown): Promise<MlGraph> };
}

/** Reads `MLGraph.devices` of every graph that a library builds: where the WebNN implementation says it placed it. */
export class GraphDevices {
  #devices = new Set<string>();
  #graphs = 0;

  /** Wraps `MLGraphBuilder.build`; does nothing in a browser without WebNN. */
  install(): void {
    const builder = (globalThis as { MLGraphBuilder?: MlGraphBuilderClass }).MLGraphBuilder;
    if (builder === undefined) {
      return;
    }
    const original = builder.prototype.build;
    const record = (graph: MlGraph): void => this.#record(graph);
    builder.prototype.build = async function (outputs: unknown): Promise<MlGraph> {
      const graph = await original.call(this, outputs);
      record(graph);
      return graph;
    };
  }

  /** The devices named and the graphs built since the last call. */
  take(): { devices: string[]; graphs: number } {
    const taken = { devices: [...this.#devices], graphs: this.#graphs };
    this.#devices = new Set();
    this.#graphs = 0;
    return taken;
  }

  #record(graph: MlGraph): void {
    this.#graphs++;
    for (const device of graph.devices ?? []) {
      this.#devices.add(String(device));
    }
  }
}
