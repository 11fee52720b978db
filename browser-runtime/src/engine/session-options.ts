import type { InferenceSession } from 'onnxruntime-web';
import type { OpenRequest } from './engine';
import type { FreeDimensions } from './free-dimensions';

const SEVERITY = { verbose: 0, info: 1, quiet: 2 } as const;

/** The options of a session: the timed one and the one opened for evidence differ in the log's severity alone. */
export function sessionOptions(
  { backend, settings, log, left }: Pick<OpenRequest, 'backend' | 'settings' | 'log' | 'left'>,
  dimensions: FreeDimensions,
): InferenceSession.SessionOptions {
  return {
    executionProviders: [provider(backend, settings.deviceType)],
    graphOptimizationLevel: settings.graphOptimization,
    logSeverityLevel: SEVERITY[log],
    ...(Object.keys(dimensions).length === 0 ? {} : { freeDimensionOverrides: dimensions }),
    ...(left === undefined || left.size === 0 ? {} : { preferredOutputLocation: Object.fromEntries(left) }),
    ...(settings.strict ? { extra: { session: { disable_cpu_ep_fallback: '1' } } } : {}),
  };
}

function provider(backend: string, deviceType: 'cpu' | 'gpu' | 'npu' | null): InferenceSession.ExecutionProviderConfig {
  return backend === 'webnn' && deviceType !== null ? { name: 'webnn', deviceType } : backend;
}
