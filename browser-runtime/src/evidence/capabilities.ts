import type { Engine } from '../engine/engine';
import type { BackendReport, Capabilities, Facts } from '../protocol/generated';
import { adapterFacts, isSoftware } from './adapter';
import { canEval, environmentFacts, hasWasmThreads } from './environment';

interface Ml {
  createContext(options: { deviceType: string }): Promise<{ opSupportLimits?(): object; destroy?(): void }>;
}

const DEVICE_TYPES = ['cpu', 'gpu', 'npu'] as const;

type Finding = Pick<BackendReport, 'status' | 'software' | 'adapter' | 'reason'>;

/** Asks the browser what it offers, without running a model: an answer here is an offer, not a proof. */
export async function capabilities(engine: Engine): Promise<Omit<Capabilities, 'seq' | 'ack'>> {
  const environment = environmentFacts();
  const report = async (backend: string, probe: () => Promise<Finding>): Promise<BackendReport> => ({
    backend,
    engine: engine.info,
    build: engine.build(backend),
    ...(await probe().catch((error: unknown) => missing(String(error)))),
  });
  return {
    type: 'capabilities',
    engines: [engine.info],
    backends: await Promise.all([report('webgpu', webGpu), report('webnn', webNn), report('wasm', wasm)]),
    environment,
  };
}

async function webGpu(): Promise<Finding> {
  const gpu = navigator.gpu as GPU | undefined;
  if (gpu === undefined) {
    return missing(globalThis.isSecureContext ? 'navigator.gpu is not there' : 'WebGPU needs a secure context');
  }
  const adapter = await gpu.requestAdapter();
  if (adapter === null) {
    return missing('requestAdapter() gave no adapter');
  }
  const software = isSoftware(adapter.info);
  return {
    status: software === true ? 'degraded' : 'ok',
    software,
    adapter: adapterFacts(adapter),
    reason: software === true ? 'the adapter is a software renderer' : null,
  };
}

async function webNn(): Promise<Finding> {
  const ml = (navigator as Navigator & { ml?: Ml }).ml;
  if (ml === undefined) {
    return missing('navigator.ml is not there');
  }
  const adapter: Facts = {};
  const failures: string[] = [];
  for (const deviceType of DEVICE_TYPES) {
    try {
      const context = await ml.createContext({ deviceType });
      adapter[deviceType] = true;
      adapter['opSupportLimits'] ??= Object.keys(context.opSupportLimits?.() ?? {}).length;
      context.destroy?.();
    } catch (error) {
      adapter[deviceType] = false;
      failures.push(`${deviceType}: ${String(error)}`);
    }
  }
  const granted = failures.length < DEVICE_TYPES.length;
  if (granted && !canEval()) {
    return { ...missing("the page's policy forbids eval, which the engine's WebNN provider needs"), adapter };
  }
  // WebNN does not say whether a device is real: a granted 'gpu' may well be the CPU.
  return { status: granted ? 'ok' : 'missing', software: null, adapter, reason: failures.length === 0 ? null : failures.join('; ') };
}

async function wasm(): Promise<Finding> {
  const threads = hasWasmThreads();
  return {
    status: threads ? 'ok' : 'degraded',
    software: null,
    adapter: {},
    reason: threads ? null : 'no shared memory, so one thread',
  };
}

function missing(reason: string): Finding {
  return { status: 'missing', software: null, adapter: {}, reason };
}
