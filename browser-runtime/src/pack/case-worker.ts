import { bundleFor, type EnginePackage } from '../engine/bundles';
import { hasJspi } from '../evidence/environment';
import type { CaseWorker, StartWorker } from './worker-pool';
import type { PackedCase } from './pack-file';
import { compiledModule } from './shared-module';
import type { CaseEnd, FromWorker, Start, ToWorker } from './worker-messages';

/** Starts dedicated workers with an engine in each. */
export function startCaseWorker(served: EnginePackage, base: string): StartWorker {
  return async (backend, settings, library, limitMs) => {
    const bundle = library ? bundleFor(served, backend, { jspi: hasJspi() }, settings.build) : null;
    const module = bundle === null ? null : await compiledModule(bundle, base);
    const worker = new DedicatedCaseWorker(new URL('../case-worker.js', base).href);
    try {
      await worker.start({ type: 'start', backend, settings, library, served, base, module }, limitMs);
      return worker;
    } catch (error) {
      worker.end();
      throw error;
    }
  };
}

class DedicatedCaseWorker implements CaseWorker {
  readonly #worker: Worker;
  #answer: (message: FromWorker) => void = () => undefined;
  #break: (reason: Error) => void = () => undefined;

  constructor(url: string) {
    this.#worker = new Worker(url, { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#answer(data));
    this.#worker.addEventListener('error', (event) => {
      // The case's failure, not the page's.
      event.preventDefault();
      this.#break(new Error(`the worker broke: ${event.message}`));
    });
    this.#worker.addEventListener('messageerror', () => this.#break(new Error("the worker's answer could not be read")));
  }

  async start(order: Start, limitMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no engine came up within ${limitMs} ms`)), limitMs);
    });
    const answer = await Promise.race([this.#ask(order), late]).finally(() => clearTimeout(timer));
    if (answer.type === 'refused') {
      throw Object.assign(new Error(answer.error.message), { name: answer.error.name });
    }
  }

  async run(packed: PackedCase): Promise<CaseEnd> {
    const answer = await this.#ask({ type: 'run', packed });
    if (answer.type !== 'ended') {
      throw new Error(`the worker answered '${answer.type}' to a case`);
    }
    return answer.end;
  }

  end(): void {
    this.#worker.terminate();
  }

  #ask(message: ToWorker): Promise<FromWorker> {
    return new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#break = reject;
      this.#worker.postMessage(message);
    });
  }
}
