import { firstSupported } from './join';
import type { Picture } from './picture';
import { MediaUnavailable, type Returned } from './returned';
import { failure, stop } from './stream-recorder';
import { playedTo, shown, silentVideo } from './video-element';
import { pause, within } from './within';

const TYPES = ['video/webm;codecs=vp8', 'video/webm;codecs=vp9', 'video/mp4;codecs=avc1.42001f', 'video/mp4', 'video/webm'];
const START_MS = 5000;
const FRAME_MS = 50;
const FRAMES = 16;
/** The rate control of a recorder needs some frames before a still picture is as good as it gets. */
const SEEN = 8;

/** A canvas's stream, recorded in whatever coding the browser offers, and shown by a video element. */
export async function recordPicture({ canvas }: Picture): Promise<Returned> {
  const captured = canvas.captureStream as (() => MediaStream) | undefined;
  if (typeof MediaRecorder === 'undefined' || captured === undefined) {
    throw new MediaUnavailable('there is no MediaRecorder, or no canvas.captureStream');
  }
  const type = firstSupported(TYPES, (wanted) => MediaRecorder.isTypeSupported(wanted));
  if (type === null) {
    throw new MediaUnavailable(`MediaRecorder takes none of ${TYPES.join(', ')}`);
  }
  const { file, mimeType } = await recorded(canvas, type);
  const video = silentVideo();
  const url = URL.createObjectURL(file);
  try {
    video.src = url;
    const { firstMs, told } = await playedTo(video, SEEN);
    video.pause();
    const facts = { container: mimeType, bytes: file.size, frames: told };
    return { timesMs: firstMs === null ? {} : { firstFrame: [firstMs] }, tensors: [shown(video)], facts };
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

async function recorded(canvas: HTMLCanvasElement, mimeType: string): Promise<{ file: Blob; mimeType: string }> {
  const stream = canvas.captureStream(1000 / FRAME_MS);
  try {
    const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 8_000_000 });
    return await recordedBy(recorder, canvas);
  } finally {
    stream.getTracks().forEach((track) => track.stop());
  }
}

async function recordedBy(recorder: MediaRecorder, canvas: HTMLCanvasElement): Promise<{ file: Blob; mimeType: string }> {
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  const started = new Promise((resolve) => (recorder.onstart = resolve));
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  const failed = failure(recorder);
  // A canvas gives a frame only when it is painted, and some recorders start with their first.
  const repaint = async (): Promise<void> => {
    const context = canvas.getContext('2d');
    for (let i = 0; i < FRAMES; i++) {
      context?.drawImage(canvas, 0, 0);
      await pause(FRAME_MS);
    }
  };
  try {
    recorder.start();
    const painted = repaint();
    await within(START_MS, 'the recording’s start', Promise.race([started, failed]));
    await painted;
    await repaint();
  } finally {
    stop(recorder);
  }
  await within(START_MS, 'the recording’s end', Promise.race([stopped, failed]));
  return { file: new Blob(chunks, { type: recorder.mimeType }), mimeType: recorder.mimeType };
}
