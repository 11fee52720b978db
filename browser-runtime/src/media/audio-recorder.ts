import { mixDown } from '../pipelines/audio';
import { wav16 } from '../pipelines/wav';
import { MediaUnavailable, pcm, type Returned, type Sound, StepTimes, unavailable } from './returned';
import { type Recording, recordingType, recordStream } from './stream-recorder';
import { pause, within } from './within';

const START_MS = 5000;
/** Silence around the sound: encoders swallow what comes while they start and stop. */
const MARGIN_S = 0.25;

/** Plays the sound into a stream, records that in whatever coding the browser offers, and decodes the recording. */
export async function recordSound(sound: Sound, repeats: number): Promise<Returned> {
  const type = recordingType();
  let by = 'AudioContext';
  const recording = await recordContext(sound, type).catch((error: unknown) => {
    if (!(error instanceof MediaUnavailable)) {
      throw error;
    }
    // Firefox has no AudioContext without an audio device, but its elements play all the same.
    by = 'an audio element';
    return recordElement(sound, type, error);
  });
  const times = new StepTimes();
  times.add('firstFrame', recording.firstMs);
  const samples = await decodeRecording(recording, sound.sampleRate, repeats, times);
  return { timesMs: times.ms, tensors: [pcm(samples)], facts: { container: recording.mimeType, bytes: recording.file.byteLength, by } };
}

/** The mean over channels, at that rate. */
export async function decodeRecording({ file }: Recording, sampleRate: number, repeats: number, times: StepTimes): Promise<Float32Array> {
  let samples: Float32Array = new Float32Array(0);
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    const decoded = await within(START_MS, 'decodeAudioData', new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(file.slice(0)));
    times.add('decode', performance.now() - start);
    samples = mixDown(Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel)));
  }
  return samples;
}

/** Throws a MediaUnavailable where the browser plays at no such rate. */
export function audioContext(options?: AudioContextOptions): AudioContext {
  try {
    return new AudioContext(options);
  } catch (error) {
    throw unavailable(error, ['NotSupportedError'], 'there is no such AudioContext');
  }
}

/** Throws a MediaUnavailable where no sound can be played. */
export async function running(context: AudioContext): Promise<void> {
  await within(START_MS, 'the AudioContext', context.resume()).catch((error: unknown) => {
    throw new MediaUnavailable(
      `the AudioContext stays ${context.state} (${String(error)}): the browser lets no sound play before somebody touched the page, or has no audio device`,
    );
  });
}

async function recordContext({ samples, sampleRate }: Sound, type: string): Promise<Recording> {
  const context = audioContext({ sampleRate });
  try {
    await running(context);
    const destination = context.createMediaStreamDestination();
    destination.channelCount = 1;
    const buffer = context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(destination);
    return await recordStream(destination.stream, type, async () => {
      const ended = new Promise((resolve) => (source.onended = resolve));
      source.start(context.currentTime + MARGIN_S);
      await within((samples.length / sampleRate) * 1000 + START_MS, 'the end of the sound', ended);
      await pause(MARGIN_S * 1000);
    });
  } finally {
    await context.close().catch(() => undefined);
  }
}

type Capturable = HTMLAudioElement & { captureStream?(): MediaStream; mozCaptureStream?(): MediaStream };

/** @param without why there is no other way */
async function recordElement({ samples, sampleRate }: Sound, type: string, without: Error): Promise<Recording> {
  const margin = Math.round(MARGIN_S * sampleRate);
  const around = new Int16Array(samples.length + 2 * margin);
  samples.forEach((sample, i) => (around[margin + i] = Math.max(-32768, Math.min(32767, Math.round(sample * 32768)))));
  const url = URL.createObjectURL(new Blob([wav16(around, sampleRate)], { type: 'audio/wav' }));
  const element: Capturable = new Audio(url);
  try {
    const capture = element.captureStream ?? element.mozCaptureStream;
    if (capture === undefined) {
      throw without;
    }
    const stream = capture.call(element);
    const ended = new Promise((resolve) => (element.onended = resolve));
    await within(START_MS, 'the audio element', element.play());
    return await recordStream(stream, type, async () => {
      await within((around.length / sampleRate) * 1000 + START_MS, 'the end of the sound', ended);
    });
  } finally {
    element.pause();
    URL.revokeObjectURL(url);
  }
}
