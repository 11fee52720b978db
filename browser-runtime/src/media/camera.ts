import { openDevice } from './microphone';
import type { Picture } from './picture';
import type { Returned } from './returned';
import { playedTo, shown, silentVideo } from './video-element';

/** The first frames of a camera may be dark, or of another size. */
const SEEN = 4;

/** Opens the camera, and takes what a video element shows of it. */
export async function look({ width, height }: Picture): Promise<Returned> {
  const start = performance.now();
  const stream = await openDevice({ video: { width: { ideal: width }, height: { ideal: height } } });
  const video = silentVideo();
  try {
    const openMs = performance.now() - start;
    video.srcObject = stream;
    const { firstMs, told } = await playedTo(video, SEEN);
    const facts = { frames: told, framesPerSecond: stream.getVideoTracks()[0]?.getSettings().frameRate ?? null };
    return { timesMs: firstMs === null ? {} : { firstFrame: [openMs + firstMs] }, tensors: [shown(video)], facts };
  } finally {
    stream.getTracks().forEach((track) => track.stop());
    video.srcObject = null;
  }
}
