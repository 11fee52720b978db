import type { Phases, RawError, RawEvidence, Settings } from '../protocol/generated';
import type { EnginePackage } from '../engine/bundles';
import type { PackedCase } from './pack-file';
import type { Values } from './values';

/** Tells a worker what it is to be. */
export interface Start {
  readonly type: 'start';
  readonly backend: string;
  /** Whether it needs onnxruntime-web; graphs of WebNN operators on WebNN do not. */
  readonly library: boolean;
  readonly settings: Settings;
  /** The engine's builds. */
  readonly served: EnginePackage;
  /** The absolute URL of the folder with the engine's builds, ending in a slash. */
  readonly base: string;
  readonly module: WebAssembly.Module | null;
}

export interface RunCase {
  readonly type: 'run';
  readonly packed: PackedCase;
}

export type ToWorker = Start | RunCase;

/** How a case ended; `poisoned` where this worker must not be used again. */
export interface CaseEnd {
  readonly status: 'ok' | 'failed';
  readonly phases: Phases;
  readonly evidence: RawEvidence;
  readonly error: RawError | null;
  readonly poisoned: string | null;
  readonly sets: readonly Values[];
}

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'refused'; readonly error: RawError }
  | { readonly type: 'ended'; readonly end: CaseEnd };
