import type { Engine } from '../engine/engine';
import type { BackendReport, Capabilities, Facts } from '../protocol/generated';
import { adapterFacts, isSoftware, POWER_PREFERENCE } from './adapter';
import { compactLimits, type OpSupportLimits } from '../webnn/op-support';
import { canEval, environmentFacts, hasWasmThreads } from './environment';
import { evalForbidden, gpuAbsent, type Lack, mlAbsent, noAdapter, noMlContext, singleThread, pageEnvironment } from './reasons';

interface Ml {
  createContext(options: { deviceType: string }): Promise<{ opSupportLimits?(): OpSupportLimits; destroy?(): void }>;
}

const DEVICE_TYPES = ['cpu', 'gpu', 'npu'] as const;

type Finding = Pick<BackendReport, 'status' | 'software' | 'adapter' | 'reason' | 'remedy'>;

/** Asks the browser what it offers, without running a model: an answer here is an offer, not a proof. */
export async function capabilities(engine: Engine): Promise<Omit<Capabilities, 'seq' | 'ack'>> {
  const environment = environmentFacts();
  const report = async (backend: string, probe: () => Promise<Finding>): Promise<BackendReport> => ({
    backend,
    engine: engine.info,
    build: engine.build(backend),
    ...(await probe().catch((error: unknown) => missing({ reason: String(error) }))),
  });
  return {
    type: 'capabilities',
    engines: [engine.info],
    backends: await Promise.all([report('webgpu', webGpu), report('webnn', webNn), report('wasm', wasm)]),
    environment,
    features: ['challenges', 'endToEnd', 'media', 'steps'],
  };
}

async function webGpu(): Promise<Finding> {
  const gpu = navigator.gpu as GPU | undefined;
  if (gpu === undefined) {
    return missing(gpuAbsent(pageEnvironment()));
  }
  const adapter = await gpu.requestAdapter({ powerPreference: POWER_PREFERENCE });
  if (adapter === null) {
    return missing(noAdapter(pageEnvironment()));
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
    return missing(mlAbsent(pageEnvironment()));
  }
  const adapter: Facts = {};
  const failures: string[] = [];
  for (const deviceType of DEVICE_TYPES) {
    try {
      const context = await ml.createContext({ deviceType });
      adapter[deviceType] = true;
      tellLimits(adapter, deviceType, context.opSupportLimits?.());
      context.destroy?.();
    } catch (error) {
      adapter[deviceType] = false;
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (failures.length === DEVICE_TYPES.length) {
    return { ...missing(noMlContext(failures)), adapter };
  }
  if (!canEval()) {
    return { ...missing(evalForbidden()), adapter };
  }
  // WebNN does not say whether a device is real: a granted 'gpu' may well be the CPU.
  return { status: 'ok', software: null, adapter, reason: failures.length === 0 ? null : `without a device type: ${failures.join(', ')}` };
}

/** The first context's limits, and those of another device type only where they differ. */
function tellLimits(adapter: Facts, deviceType: string, limits: OpSupportLimits | undefined): void {
  if (limits === undefined) {
    return;
  }
  const claim = compactLimits(limits);
  adapter['opSupportLimits'] ??= claim;
  if (adapter['opSupportLimits'] !== claim) {
    adapter[`opSupportLimits.${deviceType}`] = claim;
  }
}

async function wasm(): Promise<Finding> {
  const lack = singleThread(pageEnvironment());
  if (lack === null && !hasWasmThreads()) {
    return degraded({ reason: 'WebAssembly has no atomic instructions here, so one thread', remedy: 'use a newer browser' });
  }
  return lack === null ? { status: 'ok', software: null, adapter: {}, reason: null } : degraded(lack);
}

function degraded(lack: Lack): Finding {
  return { status: 'degraded', software: null, adapter: {}, ...lack };
}

function missing(lack: Lack): Finding {
  return { status: 'missing', software: null, adapter: {}, ...lack };
}
