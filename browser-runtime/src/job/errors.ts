import type { Phase, RawError } from '../protocol/generated';

/** The host asked to stop. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** The bytes that came are not the ones that were named. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
}

/** What was asked for is not in this page. The host knows the name. */
export class BackendUnavailable extends Error {
  override readonly name = 'BackendUnavailable';
}

/** The error as it came, for the host to classify. Anything can be thrown: WebAssembly glue throws numbers and strings. */
export function rawError(phase: Phase, thrown: unknown): RawError {
  return thrown instanceof Error
    ? { phase, name: thrown.name, message: thrown.message, stack: thrown.stack ?? null }
    : { phase, name: typeof thrown, message: String(thrown), stack: null };
}
