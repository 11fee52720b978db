import type { Tensor, TensorFactory } from 'onnxruntime-web';
import type { EngineTensor } from './engine';
import { COPY_DST, COPY_SRC, STORAGE } from './gpu-usage';

/** Types whose bytes are the buffer's. Integers of 64 bits are shapes and indices as a rule, which nodes on the CPU want. */
const PLACED: readonly string[] = ['float32', 'float16', 'int32', 'uint32'];

type FromGpuBuffer = TensorFactory['fromGpuBuffer'];

/**
 * Puts feeds into buffers of the page's own. A feed on the CPU is uploaded by onnxruntime-web at every run, through a buffer that is made
 * mapped; Chromium frees the memory of such a buffer when its wrapper is garbage collected, not when it is destroyed, and nothing in the
 * page's heap hurries that. `writeBuffer` leaves nothing behind.
 */
export class DeviceTensors {
  readonly #device: GPUDevice;
  readonly #from: FromGpuBuffer;

  constructor(device: GPUDevice, from: FromGpuBuffer) {
    this.#device = device;
    this.#from = from;
  }

  /** A copy on the device, which its `dispose` destroys; the tensor itself where its type or size does not go into a buffer. */
  place(tensor: EngineTensor): EngineTensor {
    const { type, dims, data, location = 'cpu' } = tensor;
    if (location !== 'cpu' || !PLACED.includes(type) || !ArrayBuffer.isView(data) || data.byteLength === 0 || data.byteLength % 4 !== 0) {
      return tensor;
    }
    // onnxruntime-web reads and binds whole groups of 16 bytes.
    const size = 16 * Math.ceil(data.byteLength / 16);
    const buffer = this.#device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
    this.#device.queue.writeBuffer(buffer, 0, data as ArrayBufferView<ArrayBuffer>);
    const dataType = type as Tensor.GpuBufferDataTypes;
    return this.#from(buffer, { dataType, dims, dispose: () => buffer.destroy() }) as unknown as EngineTensor;
  }
}
