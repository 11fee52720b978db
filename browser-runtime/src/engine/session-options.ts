import type { InferenceSession } from 'onnxruntime-web';
import type { OpenRequest } from './engine';

const SEVERITY_VERBOSE = 0;
const SEVERITY_WARNING = 2;

/** The options of a session: the timed one and the one opened for evidence differ in the log's severity alone. */
export function sessionOptions({ backend, settings, verbose }: Omit<OpenRequest, 'model'>): InferenceSession.SessionOptions {
  return {
    executionProviders: [provider(backend, settings.deviceType)],
    graphOptimizationLevel: settings.graphOptimization,
    logSeverityLevel: verbose ? SEVERITY_VERBOSE : SEVERITY_WARNING,
    ...(settings.strict ? { extra: { session: { disable_cpu_ep_fallback: '1' } } } : {}),
  };
}

function provider(backend: string, deviceType: 'cpu' | 'gpu' | 'npu' | null): InferenceSession.ExecutionProviderConfig {
  return backend === 'webnn' && deviceType !== null ? { name: 'webnn', deviceType } : backend;
}
