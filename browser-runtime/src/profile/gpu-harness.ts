import { COPY_DST, COPY_SRC, MAP_READ, READ_MODE, STORAGE, UNIFORM } from '../engine/gpu-usage';

/** What a dispatch needs. */
export interface Prepared {
  readonly pipeline: GPUComputePipeline;
  readonly bindings: GPUBindGroup;
  readonly groups: readonly [number, number];
}

/** A device with helpers for kernels. Its buffers live until {@link GpuHarness.forget}. */
export class GpuHarness {
  readonly device: GPUDevice;
  readonly #buffers: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.device = device;
  }

  /** A storage buffer that can be copied from and to. */
  buffer(bytes: number, content?: BufferSource): GPUBuffer {
    const usage = STORAGE | COPY_SRC | COPY_DST;
    const buffer = this.#keep(this.device.createBuffer({ size: bytes, usage }));
    if (content !== undefined) {
      this.device.queue.writeBuffer(buffer, 0, content);
    }
    return buffer;
  }

  /** A buffer to map for reading. */
  readable(bytes: number): GPUBuffer {
    return this.#keep(this.device.createBuffer({ size: bytes, usage: MAP_READ | COPY_DST }));
  }

  /** A kernel with its parameters and buffers, in the order of its bindings. Rejects in the words of the browser's compiler. */
  async prepare(code: string, n: number, groups: readonly [number, number], threads: number, buffers: readonly GPUBuffer[]): Promise<Prepared> {
    const module = this.device.createShaderModule({ code });
    const pipeline = await this.device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main' } });
    const parameters = this.#keep(this.device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST }));
    this.device.queue.writeBuffer(parameters, 0, Uint32Array.of(n, threads, 1, 0));
    const bindings = this.device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [parameters, ...buffers].map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    return { pipeline, bindings, groups };
  }

  /** So many dispatches, one after the other, in one submission, to their end. */
  async dispatch({ pipeline, bindings, groups }: Prepared, times: number): Promise<void> {
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindings);
    for (let i = 0; i < times; i++) {
      pass.dispatchWorkgroups(...groups);
    }
    pass.end();
    this.device.queue.submit([encoder.finish()]);
    await this.device.queue.onSubmittedWorkDone();
  }

  /** Copies so many bytes to the CPU by way of a mapped buffer. */
  async read(from: GPUBuffer, bytes: number, by: GPUBuffer = this.readable(bytes)): Promise<ArrayBuffer> {
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(from, 0, by, 0, bytes);
    this.device.queue.submit([encoder.finish()]);
    await by.mapAsync(READ_MODE, 0, bytes);
    const copy = by.getMappedRange(0, bytes).slice(0);
    by.unmap();
    return copy;
  }

  /** Frees all buffers. */
  forget(): void {
    this.#buffers.splice(0).forEach((buffer) => buffer.destroy());
  }

  #keep(buffer: GPUBuffer): GPUBuffer {
    this.#buffers.push(buffer);
    return buffer;
  }
}
