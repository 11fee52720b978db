import type { Facts } from '../protocol/generated';

/** Rasterisers and translation layers that run a GPU's work on the CPU, as their adapters name themselves. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|microsoft basic render|\bwarp\b/i;

const LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupStorageSize',
  'maxStorageBuffersPerShaderStage',
] as const;

/**
 * How the engine asks for its adapter (ONNX Runtime's WebGPU provider, 1.29). Whoever tells of the adapter asks alike: a machine
 * with two GPUs would tell of the one and run on the other.
 */
export const POWER_PREFERENCE = 'high-performance';

/** An adapter's info with the fields that not every browser has. */
type Info = Partial<GPUAdapterInfo> & { readonly isFallbackAdapter?: boolean };

/** What an adapter says of itself. */
export function adapterFacts(adapter: GPUAdapter): Facts {
  const facts: Facts = { ...infoFacts(adapter.info), features: [...adapter.features].sort().join(' ') };
  for (const limit of LIMITS) {
    facts[limit] = adapter.limits[limit];
  }
  return facts;
}

/** The adapter behind a device that is in use. */
export function infoFacts(info: Info): Facts {
  return {
    vendor: info.vendor ?? null,
    architecture: info.architecture ?? null,
    device: info.device ?? null,
    description: info.description ?? null,
    isFallbackAdapter: info.isFallbackAdapter ?? null,
    software: isSoftware(info),
  };
}

/** True for a software adapter, false where the browser says it is none, null where the browser does not say. */
export function isSoftware(info: Info): boolean | null {
  if (info.isFallbackAdapter === true || SOFTWARE.test([info.vendor, info.architecture, info.device, info.description].join(' '))) {
    return true;
  }
  return info.isFallbackAdapter === false ? false : null;
}
