import { resample } from '../pipelines/resample';
import { type CutFrame, PROCESSOR } from '../stream/cut-frame';
import { audioContext, decodeRecording, running } from './audio-recorder';
import { joinedSamples } from './join';
import { MediaUnavailable, pcm, type Returned, type Sound, StepTimes, unavailable } from './returned';
import { recordingType, recordStream } from './stream-recorder';
import { pause, within } from './within';

const FRAME = 1024;
const OPEN_MS = 8000;
/** No device, or nobody allows it. */
const NONE = ['NotFoundError', 'NotAllowedError', 'SecurityError'];
/** What the host puts in front of the sound, for what is said while a device opens is lost, and what may come late. */
const MORE_S = 2;

/** Opens the microphone, and listens for as long as the sound and some silence around it last. */
export async function listen({ samples, sampleRate }: Sound): Promise<Returned> {
  const start = performance.now();
  const stream = await openDevice({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 } });
  const openMs = performance.now() - start;
  const seconds = samples.length / sampleRate + MORE_S;
  try {
    return await heardByWorklet(stream, seconds, sampleRate, openMs).catch((error: unknown) => {
      if (!(error instanceof MediaUnavailable)) {
        throw error;
      }
      // Without an audio device there may be no AudioContext, and a microphone all the same.
      return heardByRecorder(stream, seconds, sampleRate, openMs);
    });
  } finally {
    stream.getTracks().forEach((track) => track.stop());
  }
}

async function heardByWorklet(stream: MediaStream, seconds: number, sampleRate: number, openMs: number): Promise<Returned> {
  // At the device's rate: not every browser takes a stream into a context of another.
  const context = audioContext();
  try {
    await running(context);
    const start = performance.now();
    const frames = Math.ceil(seconds * (context.sampleRate / FRAME));
    const heard: Float32Array[] = [];
    let first = 0;
    await context.audioWorklet.addModule(new URL('audio-worklet.js', document.baseURI).href);
    const processorOptions = { frameSamples: FRAME, frames, queueFrames: 0 };
    const node = new AudioWorkletNode(context, PROCESSOR, { channelCount: 1, channelCountMode: 'explicit', processorOptions });
    const all = new Promise<void>((resolve) => {
      node.port.onmessage = ({ data }: MessageEvent<CutFrame>) => {
        first ||= openMs + performance.now() - start;
        heard.push(data.samples);
        if (heard.length === frames) {
          resolve();
        }
      };
    });
    context.createMediaStreamSource(stream).connect(node).connect(context.destination);
    await within(seconds * 1000 + OPEN_MS, 'the microphone', all);
    const sound = joinedSamples(heard);
    const back = context.sampleRate === sampleRate ? sound : resample(sound, context.sampleRate, sampleRate);
    return { timesMs: { firstFrame: [first] }, tensors: [pcm(back)], facts: { deviceRate: context.sampleRate, by: 'AudioWorklet' } };
  } finally {
    await context.close().catch(() => undefined);
  }
}

async function heardByRecorder(stream: MediaStream, seconds: number, sampleRate: number, openMs: number): Promise<Returned> {
  const recording = await recordStream(stream, recordingType(), () => pause(seconds * 1000));
  const times = new StepTimes();
  times.add('firstFrame', openMs + recording.firstMs);
  const samples = await decodeRecording(recording, sampleRate, 1, times);
  return { timesMs: times.ms, tensors: [pcm(samples)], facts: { container: recording.mimeType, by: 'MediaRecorder' } };
}

/** Throws a MediaUnavailable with the browser's own word where there is no device, or nobody allows it. */
export async function openDevice(constraints: MediaStreamConstraints): Promise<MediaStream> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices?.getUserMedia === undefined) {
    throw new MediaUnavailable('there is no navigator.mediaDevices.getUserMedia: it needs a secure context, and a browser that has it');
  }
  return within(OPEN_MS, 'getUserMedia', devices.getUserMedia(constraints)).catch((error: unknown) => {
    throw unavailable(error, NONE, 'getUserMedia gives no device');
  });
}
