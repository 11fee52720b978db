import type { DType, Facts } from '../protocol/generated';

/** The browser does not have this way, or has nothing at its other end. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable';
}

/** Of an error with one of these names: that the browser does not have it. Any other is a failure, and goes on as it is. */
export function unavailable(error: unknown, names: readonly string[], what: string): unknown {
  return names.includes((error as Partial<Error> | null)?.name ?? '') ? new MediaUnavailable(`${what}: ${String(error)}`) : error;
}

/** What `isConfigSupported` says; one that refuses to look at a codec says no. */
export async function supports(asked: Promise<{ supported?: boolean }>): Promise<boolean> {
  try {
    return (await asked).supported === true;
  } catch (error) {
    if ((error as Partial<Error> | null)?.name === 'NotSupportedError') {
      return false;
    }
    throw error;
  }
}

export interface ReturnedTensor {
  readonly name: string;
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly data: ArrayBufferView;
}

/** What came back at the end of a way. */
export interface Returned {
  readonly timesMs: Readonly<Record<string, number[]>>;
  readonly tensors: readonly ReturnedTensor[];
  readonly facts: Facts;
}

/** A sound to be sent on its way. */
export interface Sound {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
}

export function pcm(samples: Float32Array): ReturnedTensor {
  return { name: 'pcm', dtype: 'float32', dims: [samples.length], data: samples };
}

/** Keeps what each repeat of a step took. */
export class StepTimes {
  readonly ms: Record<string, number[]> = {};

  add(step: string, millis: number): void {
    (this.ms[step] ??= []).push(millis);
  }
}
