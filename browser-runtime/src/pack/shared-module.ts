import type { Bundle } from '../engine/bundles';

const modules = new Map<string, Promise<WebAssembly.Module | null>>();

/**
 * The compiled WebAssembly of a build, once for a page: a worker that is handed it starts in a tenth of the time. Null where
 * the browser cannot compile it by itself, or nobody can tell which one the build will load; the worker then does as any page does.
 */
export async function compiledModule(bundle: Bundle, base: string): Promise<WebAssembly.Module | null> {
  if (bundle.wasm === null) {
    return null;
  }
  let module = modules.get(bundle.name);
  if (module === undefined) {
    module = WebAssembly.compileStreaming(fetch(base + bundle.wasm)).catch(() => null);
    modules.set(bundle.name, module);
  }
  return module;
}

/** Makes whatever a library instantiates in this worker an instance of the module given. */
export function instantiateFrom(module: WebAssembly.Module): void {
  const original = WebAssembly.instantiate.bind(WebAssembly) as (module: WebAssembly.Module, imports?: WebAssembly.Imports) => Promise<WebAssembly.Instance>;
  const replaced = async (_source: unknown, imports?: WebAssembly.Imports): Promise<WebAssembly.WebAssemblyInstantiatedSource> => ({
    module,
    instance: await original(module, imports),
  });
  WebAssembly.instantiate = replaced as unknown as typeof WebAssembly.instantiate;
}
