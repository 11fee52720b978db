import { drawn } from './picture';
import type { ReturnedTensor } from './returned';
import { pause, within } from './within';

const LIMIT_MS = 8000;
/** Where the browser does not tell of a frame, it has shown one after this. */
const SHOWN_MS = 300;

/** A video that no page shows. */
export function silentVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  return video;
}

/** Plays until the frame of that number is there; how long the first took where the browser tells of it, and how it did. */
export async function playedTo(video: HTMLVideoElement, count: number): Promise<{ firstMs: number | null; told: string }> {
  const start = performance.now();
  const failed = new Promise<never>((_, reject) => {
    video.onerror = () => reject(new Error(`the video element: ${video.error?.message ?? 'an error without words'}`));
  });
  failed.catch(() => undefined);
  let firstMs = 0;
  const frames = (async () => {
    await video.play();
    for (let i = 0; i < count; i++) {
      await nextFrame(video);
      firstMs ||= performance.now() - start;
    }
  })();
  frames.catch(() => undefined);
  await within(LIMIT_MS, 'a frame of the video', Promise.race([frames, failed]));
  return hasCallback(video) ? { firstMs, told: 'requestVideoFrameCallback' } : { firstMs: null, told: `a wait of ${SHOWN_MS} ms` };
}

/** The video's own size, or that of what was sent where it has the same. */
export function shown(video: HTMLVideoElement): ReturnedTensor {
  return drawn(video, video.videoWidth, video.videoHeight);
}

function hasCallback(video: HTMLVideoElement): boolean {
  return (video.requestVideoFrameCallback as unknown) !== undefined;
}

async function nextFrame(video: HTMLVideoElement): Promise<void> {
  if (hasCallback(video)) {
    // The last frame of a recording is followed by none.
    await new Promise<void>((resolve) => {
      video.requestVideoFrameCallback(() => resolve());
      video.addEventListener('ended', () => resolve(), { once: true });
      if (video.ended) {
        resolve();
      }
    });
  } else {
    await pause(SHOWN_MS);
  }
}
