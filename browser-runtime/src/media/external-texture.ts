import { COPY_DST, COPY_SRC, MAP_READ, READ_MODE, STORAGE } from '../engine/gpu-usage';
import { isSoftware, POWER_PREFERENCE } from '../evidence/adapter';
import { opaque } from './join';
import { drawn, frameOf, type Picture } from './picture';
import { MediaUnavailable, type Returned, StepTimes, unavailable } from './returned';
import { within } from './within';

const LIMIT_MS = 20_000;
const GROUP = 8;
const SHADER = `
@group(0) @binding(0) var frame: texture_external;
@group(0) @binding(1) var<storage, read_write> pixels: array<u32>;

@compute @workgroup_size(${GROUP}, ${GROUP})
fn main(@builtin(global_invocation_id) at: vec3u) {
  let size = textureDimensions(frame);
  if (at.x < size.x && at.y < size.y) {
    pixels[at.y * size.x + at.x] = pack4x8unorm(textureLoad(frame, at.xy));
  }
}`;

/** A video frame as a texture that a shader of WebGPU reads, and the same frame on a 2D canvas beside it. */
export async function importPicture(picture: Picture, repeats: number): Promise<Returned> {
  const gpu = await opened();
  const times = new StepTimes();
  const frame = frameOf(picture);
  try {
    let rgba = new Uint8Array(0);
    for (let i = 0; i < repeats; i++) {
      const start = performance.now();
      rgba = await within(LIMIT_MS, 'the shader', read(gpu, frame, picture));
      times.add('readBack', performance.now() - start);
    }
    const { width, height } = picture;
    const pixels = { name: 'pixels', dtype: 'uint8' as const, dims: [height, width, 3], data: opaque(rgba) };
    const facts = { format: frame.format ?? 'opaque', container: 'none' };
    return { timesMs: times.ms, tensors: [pixels, drawn(frame, width, height, 'canvas')], facts };
  } finally {
    frame.close();
  }
}

/**
 * One for the page's life: a device that is destroyed while a session is open counts as that session's loss, and a browser destroys
 * one that nobody holds any more.
 */
let held: Opened | null = null;

interface Opened {
  readonly device: GPUDevice;
  /** Known to draw without a GPU. */
  readonly software: boolean;
}

async function opened(): Promise<Opened> {
  if (held !== null) {
    return held;
  }
  const gpu = navigator.gpu as GPU | undefined;
  const adapter = await gpu?.requestAdapter({ powerPreference: POWER_PREFERENCE });
  if (adapter === undefined || adapter === null) {
    throw new MediaUnavailable(gpu === undefined ? 'there is no WebGPU' : 'WebGPU has no adapter');
  }
  const device = await adapter.requestDevice();
  if ((device.importExternalTexture as unknown) === undefined) {
    throw new MediaUnavailable('WebGPU has no importExternalTexture');
  }
  held = { device, software: isSoftware(adapter.info) === true };
  return held;
}

/** A browser that draws without a GPU has the method, and refuses each frame. */
function imported({ device, software }: Opened, source: VideoFrame): GPUExternalTexture {
  try {
    return device.importExternalTexture({ source });
  } catch (error) {
    throw unavailable(error, software ? ['OperationError'] : [], "WebGPU's importExternalTexture refuses the frame");
  }
}

async function read(gpu: Opened, frame: VideoFrame, { width, height }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const { device } = gpu;
  const size = width * height * 4;
  const pixels = device.createBuffer({ size, usage: STORAGE | COPY_SRC });
  const staging = device.createBuffer({ size, usage: COPY_DST | MAP_READ });
  try {
    device.pushErrorScope('validation');
    let error: GPUError | null = null;
    try {
      submit(gpu, frame, pixels, staging, width, height);
    } finally {
      error = await device.popErrorScope();
    }
    if (error !== null) {
      throw new Error(`WebGPU: ${error.message}`);
    }
    await staging.mapAsync(READ_MODE);
    return new Uint8Array(staging.getMappedRange()).slice();
  } finally {
    pixels.destroy();
    staging.destroy();
  }
}

function submit(gpu: Opened, frame: VideoFrame, pixels: GPUBuffer, staging: GPUBuffer, width: number, height: number): void {
  const { device } = gpu;
  const module = device.createShaderModule({ code: SHADER });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: 'main' } });
  const bindGroup = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [
      { binding: 0, resource: imported(gpu, frame) },
      { binding: 1, resource: { buffer: pixels } },
    ],
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bindGroup);
  pass.dispatchWorkgroups(Math.ceil(width / GROUP), Math.ceil(height / GROUP));
  pass.end();
  encoder.copyBufferToBuffer(pixels, 0, staging, 0, width * height * 4);
  device.queue.submit([encoder.finish()]);
}
