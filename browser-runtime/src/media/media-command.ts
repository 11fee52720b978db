import { toBytes } from '../engine/dtypes';
import { download } from '../job/download';
import { rawError } from '../job/errors';
import { mixDown } from '../pipelines/audio';
import { decodeAudio } from '../pipelines/audio-decoder';
import type { Media } from '../protocol/generated';
import type { MessageSink } from '../protocol/messages';
import { codeSound } from './audio-codec';
import { recordSound } from './audio-recorder';
import { look } from './camera';
import { importPicture } from './external-texture';
import { listen } from './microphone';
import { pictureOf } from './picture';
import { MediaUnavailable, type Returned, type Sound } from './returned';
import { codePicture } from './video-codec';
import { recordPicture } from './video-recorder';
import { within } from './within';

/** Levels that take any picture up to 1280 x 720 and more. */
const VIDEO_CODECS = {
  'webcodecs-vp8': 'vp8',
  'webcodecs-vp9': 'vp09.00.31.08',
  'webcodecs-h264': 'avc1.42001f',
  'webcodecs-av1': 'av01.0.05M.08',
} as const;

/** Takes the file one way through the browser's media stack, and ships what came back for the host to judge. */
export async function takeMedia(command: Media, sink: MessageSink): Promise<void> {
  const { job, number, file, maxMs } = command;
  const { bytes } = await download(file.url, file.sha256);
  const { timesMs, tensors, facts } = await within(maxMs, 'the end of the way', taken(command, bytes));
  for (const { name, dtype, dims, data } of tensors) {
    sink.sendBinary({ type: 'tensor', job, role: 'media', name, dtype, dims: [...dims], step: 0, iteration: 0 }, toBytes(data));
  }
  sink.send({ type: 'mediaReturned', job, number, timesMs: { ...timesMs }, facts, error: null });
}

/** The end of a way that came to nothing; its session lives on. */
export function mediaFailed({ job, number }: Media, thrown: unknown, sink: MessageSink): void {
  sink.send({ type: 'mediaReturned', job, number, timesMs: {}, facts: {}, error: rawError('media', thrown) });
}

async function taken({ way, repeats, sampleRate }: Media, file: Uint8Array<ArrayBuffer>): Promise<Returned> {
  switch (way) {
    case 'recorder':
      return recordSound(await sound(file, sampleRate), repeats);
    case 'webcodecs-opus':
      return codeSound(await sound(file, sampleRate), 'opus', repeats);
    case 'webcodecs-aac':
      return codeSound(await sound(file, sampleRate), 'mp4a.40.2', repeats);
    case 'microphone':
      return listen(await sound(file, sampleRate));
    case 'video-recorder':
      return recordPicture(await pictureOf(file));
    case 'webcodecs-vp8':
    case 'webcodecs-vp9':
    case 'webcodecs-h264':
    case 'webcodecs-av1':
      return codePicture(await pictureOf(file), VIDEO_CODECS[way], repeats);
    case 'camera':
      return look(await pictureOf(file));
    case 'external-texture':
      return importPicture(await pictureOf(file), repeats);
    default:
      throw new MediaUnavailable(`this page knows no way called ${way}`);
  }
}

async function sound(file: Uint8Array<ArrayBuffer>, sampleRate: number): Promise<Sound> {
  const { channels } = await decodeAudio(file, sampleRate);
  return { samples: mixDown(channels).slice(), sampleRate };
}
