import { firstSupported } from './join';
import { MediaUnavailable } from './returned';
import { within } from './within';

const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm'];
const START_MS = 5000;
const SLICE_MS = 60;

export interface Recording {
  readonly file: ArrayBuffer;
  readonly mimeType: string;
  /** From the start to the first data. */
  readonly firstMs: number;
}

/** The coding that sounds are recorded in; throws a MediaUnavailable where there is none. */
export function recordingType(): string {
  if (typeof MediaRecorder === 'undefined') {
    throw new MediaUnavailable('there is no MediaRecorder');
  }
  const type = firstSupported(TYPES, (wanted) => MediaRecorder.isTypeSupported(wanted));
  if (type === null) {
    throw new MediaUnavailable(`MediaRecorder takes none of ${TYPES.join(', ')}`);
  }
  return type;
}

/** Records a stream for as long as `playing` lasts, which begins when the recorder has started. */
export async function recordStream(stream: MediaStream, mimeType: string, playing: () => Promise<void>): Promise<Recording> {
  try {
    return await recordedBy(new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 96_000 }), playing);
  } finally {
    stream.getTracks().forEach((track) => track.stop());
  }
}

/** Rejects with what the recorder says of its failure. */
export function failure(recorder: MediaRecorder): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    recorder.onerror = (event) => reject(new Error(`MediaRecorder: ${String((event as ErrorEvent).error)}`));
  });
  failed.catch(() => undefined);
  return failed;
}

/** One that failed is at its end by itself. */
export function stop(recorder: MediaRecorder): void {
  if (recorder.state !== 'inactive') {
    recorder.stop();
  }
}

async function recordedBy(recorder: MediaRecorder, playing: () => Promise<void>): Promise<Recording> {
  const chunks: Blob[] = [];
  const began = performance.now();
  let firstMs = 0;
  const started = new Promise((resolve) => (recorder.onstart = resolve));
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  const failed = failure(recorder);
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) {
      firstMs ||= performance.now() - began;
      chunks.push(data);
    }
  };
  try {
    recorder.start(SLICE_MS);
    await within(START_MS, 'the recording’s start', Promise.race([started, failed]));
    await Promise.race([playing(), failed]);
  } finally {
    stop(recorder);
  }
  await within(START_MS, 'the recording’s end', Promise.race([stopped, failed]));
  return { file: await new Blob(chunks).arrayBuffer(), mimeType: recorder.mimeType, firstMs };
}
