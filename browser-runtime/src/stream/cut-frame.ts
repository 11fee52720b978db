/** The name under which the worklet registers its processor. */
export const PROCESSOR = 'bascule-frames';

export interface CutterOptions {
  readonly frameSamples: number;
  /** How many frames to cut. */
  readonly frames: number;
  /** How many may wait; 0 for any number. */
  readonly queueFrames: number;
}

/** What the audio thread posts for every frame. */
export interface CutFrame {
  readonly index: number;
  readonly samples: Float32Array<ArrayBuffer>;
  /** False for a frame that found the queue full: it is posted to be kept, not to be processed. */
  readonly admitted: boolean;
  /** `Date.now()` of the audio thread, which has no finer clock, as the frame's last sample left it. */
  readonly leftAt: number;
}
