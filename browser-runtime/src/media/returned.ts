import type { DType, Facts } from '../protocol/generated';

/** The browser does not have this way, or has nothing at its other end. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable';
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
