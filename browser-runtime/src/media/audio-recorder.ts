import { mixDown } from '../pipelines/audio';
import { firstSupported } from './join';
import { MediaUnavailable, pcm, type Returned, type Sound, StepTimes } from './returned';
import { pause, within } from './within';

const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm'];
const START_MS = 5000;
/** Silence around the sound: encoders swallow what comes while they start and stop. */
const MARGIN_S = 0.25;
const SLICE_MS = 60;

/** Plays the sound into a stream, records that in whatever coding the browser offers, and decodes the recording. */
export async function recordSound({ samples, sampleRate }: Sound, repeats: number): Promise<Returned> {
  if (typeof MediaRecorder === 'undefined') {
    throw new MediaUnavailable('there is no MediaRecorder');
  }
  const type = firstSupported(TYPES, (wanted) => MediaRecorder.isTypeSupported(wanted));
  if (type === null) {
    throw new MediaUnavailable(`MediaRecorder takes none of ${TYPES.join(', ')}`);
  }
  const context = new AudioContext({ sampleRate });
  try {
    await running(context);
    const { file, mimeType, firstMs } = await recorded(context, samples, type);
    const times = new StepTimes();
    times.add('firstFrame', firstMs);
    let sound = new Float32Array(0);
    for (let i = 0; i < repeats; i++) {
      const start = performance.now();
      const decoded = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(file.slice(0));
      times.add('decode', performance.now() - start);
      sound = mixDown(Array.from({ length: decoded.numberOfChannels }, (_, i) => decoded.getChannelData(i))).slice();
    }
    return { timesMs: times.ms, tensors: [pcm(sound)], facts: { container: mimeType, bytes: file.byteLength } };
  } finally {
    await context.close().catch(() => undefined);
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

async function recorded(context: AudioContext, samples: Float32Array<ArrayBuffer>, mimeType: string) {
  const destination = context.createMediaStreamDestination();
  destination.channelCount = 1;
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(destination);
  const recorder = new MediaRecorder(destination.stream, { mimeType, audioBitsPerSecond: 96_000 });
  const chunks: Blob[] = [];
  const began = performance.now();
  let firstMs = 0;
  const started = new Promise((resolve) => (recorder.onstart = resolve));
  const failed = new Promise<never>((_, reject) => (recorder.onerror = (event) => reject(new Error(`MediaRecorder: ${String((event as ErrorEvent).error)}`))));
  failed.catch(() => undefined);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) {
      firstMs ||= performance.now() - began;
      chunks.push(data);
    }
  };
  recorder.start(SLICE_MS);
  await within(START_MS, 'the recording’s start', Promise.race([started, failed]));
  const ended = new Promise((resolve) => (source.onended = resolve));
  source.start(context.currentTime + MARGIN_S);
  await within((samples.length / context.sampleRate) * 1000 + START_MS, 'the end of the sound', Promise.race([ended, failed]));
  await pause(MARGIN_S * 1000);
  recorder.stop();
  await within(START_MS, 'the recording’s end', Promise.race([stopped, failed]));
  for (const track of destination.stream.getTracks()) {
    track.stop();
  }
  return { file: await new Blob(chunks).arrayBuffer(), mimeType: recorder.mimeType, firstMs };
}
