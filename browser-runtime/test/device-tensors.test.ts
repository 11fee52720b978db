import { beforeEach, expect, test } from 'vitest';
import { DeviceTensors } from '../src/engine/device-tensors';
import type { DType } from '../src/protocol/generated';
import { tensor } from './fake-engine';

/** A buffer that knows what was written into it. */
class Buffer {
  written: unknown = null;
  destroyed = 0;
  constructor(
    readonly size: number,
    readonly usage: number,
  ) {}
  destroy(): void {
    this.destroyed++;
  }
}

const made: Buffer[] = [];
const device = {
  createBuffer({ size, usage }: GPUBufferDescriptor): Buffer {
    const buffer = new Buffer(size, usage);
    made.push(buffer);
    return buffer;
  },
  queue: {
    writeBuffer(buffer: Buffer, offset: number, data: unknown): void {
      buffer.written = [offset, data];
    },
  },
};

const from = (gpuBuffer: unknown, options: object): object => ({ gpuBuffer, location: 'gpu-buffer', ...options });
const tensors = new DeviceTensors(device as unknown as GPUDevice, from as never);

beforeEach(() => {
  made.length = 0;
});

test('a feed is written into a buffer of whole groups of 16 bytes, which goes when it is let go of', () => {
  const data = Float32Array.of(1, 2, 3, 4, 5);
  const placed = tensors.place(tensor('float32', [5], data));
  expect(placed).toMatchObject({ gpuBuffer: made[0], location: 'gpu-buffer', dataType: 'float32', dims: [5] });
  expect(made).toMatchObject([{ size: 32, usage: 140, written: [0, data], destroyed: 0 }]);
  placed.dispose();
  expect(made[0]?.destroyed).toBe(1);
});

test.each<[DType, ArrayBufferView | string[]]>([
  ['int64', BigInt64Array.of(1n)],
  ['bool', Uint8Array.of(1, 0, 1, 0)],
  ['float16', Uint16Array.of(1)],
  ['float32', new Float32Array(0)],
  ['string', ['a']],
])('%s stays as it is where a node on the CPU may want it or no buffer can hold it', (type, data) => {
  const given = tensor(type, [1], data);
  expect(tensors.place(given)).toBe(given);
  expect(made).toEqual([]);
});

test('what is on a device stays there', () => {
  const given = Object.assign(tensor('float32', [1], Float32Array.of(1)), { location: 'gpu-buffer' });
  expect(tensors.place(given)).toBe(given);
});
