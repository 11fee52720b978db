import { flushed } from './audio-codec';
import { drawn, frameOf, type Picture } from './picture';
import { MediaUnavailable, type Returned, type ReturnedTensor, StepTimes, supports } from './returned';

const BITRATE = 8_000_000;

interface Encoded {
  readonly chunks: readonly EncodedVideoChunk[];
  readonly config: VideoDecoderConfig;
}

/** A picture as one key frame through WebCodecs' encoder and decoder. */
export async function codePicture(picture: Picture, codec: string, repeats: number): Promise<Returned> {
  if (typeof VideoEncoder === 'undefined' || typeof VideoDecoder === 'undefined') {
    throw new MediaUnavailable('there is no WebCodecs VideoEncoder and VideoDecoder');
  }
  const config: VideoEncoderConfig = { codec, width: picture.width, height: picture.height, bitrate: BITRATE, framerate: 30 };
  const encodes = await supports(VideoEncoder.isConfigSupported(config));
  const decodes = await supports(VideoDecoder.isConfigSupported({ codec, codedWidth: picture.width, codedHeight: picture.height }));
  if (!encodes || !decodes) {
    const side = encodes ? 'decoding' : 'encoding';
    throw new MediaUnavailable(`isConfigSupported says no to ${side} ${codec} at ${picture.width} x ${picture.height}`);
  }
  const times = new StepTimes();
  let bytes = 0;
  let back: { pixels: ReturnedTensor; format: string } | null = null;
  for (let i = 0; i < repeats; i++) {
    const encoded = await encode(picture, config, times);
    bytes = encoded.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    back = await decode(encoded, times);
  }
  if (back === null) {
    throw new Error('the decoder gave no frame');
  }
  return { timesMs: times.ms, tensors: [back.pixels], facts: { codec, container: 'none', bytes, format: back.format } };
}

async function encode(picture: Picture, config: VideoEncoderConfig, times: StepTimes): Promise<Encoded> {
  const chunks: EncodedVideoChunk[] = [];
  let described: VideoDecoderConfig | undefined;
  let failed: unknown;
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      described ??= metadata?.decoderConfig;
      chunks.push(chunk);
    },
    error: (error) => (failed = error),
  });
  encoder.configure(config);
  const frame = frameOf(picture);
  const start = performance.now();
  encoder.encode(frame, { keyFrame: true });
  frame.close();
  await flushed(encoder, 'the encoder', () => failed);
  times.add('encode', performance.now() - start);
  return { chunks, config: described ?? { codec: config.codec, codedWidth: config.width, codedHeight: config.height } };
}

async function decode({ chunks, config }: Encoded, times: StepTimes) {
  let back: { pixels: ReturnedTensor; format: string } | null = null;
  let reading = 0;
  let failed: unknown;
  const start = performance.now();
  const decoder = new VideoDecoder({
    output: (frame) => {
      const read = performance.now();
      back ??= {
        pixels: drawn(frame, frame.displayWidth, frame.displayHeight),
        format: `${frame.format ?? 'opaque'} ${frame.colorSpace.matrix ?? ''} ${frame.colorSpace.fullRange === true ? 'full' : 'limited'} range`,
      };
      frame.close();
      reading += performance.now() - read;
    },
    error: (error) => (failed = error),
  });
  decoder.configure(config);
  chunks.forEach((chunk) => decoder.decode(chunk));
  await flushed(decoder, 'the decoder', () => failed);
  times.add('decode', performance.now() - start - reading);
  times.add('readBack', reading);
  return back as { pixels: ReturnedTensor; format: string } | null;
}
