import type { GpuHarness } from './gpu-harness';
import type { Kernel } from './timer';
import { COPY, COUNT, READ, TILE, WORKGROUP, WRITE, gemm, multiplyAdd } from './wgsl';

const VECTOR = 16;
/** Steps of the loop in one dispatch: two multiply-adds each, so few that every count is exact in 16 bits. */
const STEPS = 256;
/** Multiply-adds of a step: two for each of four chains of four. */
const PER_STEP = 2 * 4 * 4;
const MODULUS = 1021;

/** How much a device is given to do. */
export interface GpuLoad {
  /** Workgroups of a kernel that walks over a buffer, or computes. */
  readonly workgroups: number;
}

/** A dispatch in a row of many, in one submission. */
export async function dispatchKernel(harness: GpuHarness): Promise<Kernel> {
  const count = harness.buffer(4);
  const prepared = await harness.prepare(COUNT, 1, [1, 1], 1, [count]);
  let asked = 0;
  return {
    kernel: 'dispatch',
    size: 0,
    unit: 'call',
    workPerPass: 1,
    async run(passes) {
      asked += passes;
      await harness.dispatch(prepared, passes);
    },
    async check() {
      const got = new Uint32Array(await harness.read(count, 4))[0];
      return got === asked ? null : `${got} of ${asked} dispatches counted`;
    },
  };
}

/** A submission of one dispatch, to the news of its end. */
export async function submitKernel(harness: GpuHarness): Promise<Kernel> {
  const count = harness.buffer(4);
  const prepared = await harness.prepare(COUNT, 1, [1, 1], 1, [count]);
  let asked = 0;
  return {
    kernel: 'submit',
    size: 0,
    unit: 'call',
    workPerPass: 1,
    async run(passes) {
      asked += passes;
      for (let i = 0; i < passes; i++) {
        await harness.dispatch(prepared, 1);
      }
    },
    async check() {
      const got = new Uint32Array(await harness.read(count, 4))[0];
      return got === asked ? null : `${got} of ${asked} submissions counted`;
    },
  };
}

/** The kernels that move memory of the device, for one working set. */
export async function bufferKernels(harness: GpuHarness, size: number, { workgroups }: GpuLoad): Promise<Kernel[]> {
  const threads = workgroups * WORKGROUP;
  const vectors = size / VECTOR;
  const words = Uint32Array.from({ length: size / 4 }, (_, i) => i % MODULUS);
  const source = harness.buffer(size, words);
  const sums = harness.buffer(threads * 4);
  const written = harness.buffer(size);
  const copied = harness.buffer(size / 2);
  const read = await harness.prepare(READ, vectors, [workgroups, 1], threads, [source, sums]);
  const write = await harness.prepare(WRITE, vectors, [workgroups, 1], threads, [written]);
  const copy = await harness.prepare(COPY, vectors / 2, [workgroups, 1], threads, [source, copied]);
  const kernel = (name: string, work: Kernel['run'], check: Kernel['check']): Kernel => ({
    kernel: name,
    size,
    unit: 'byte',
    workPerPass: size,
    run: work,
    check,
  });
  return [
    kernel('read', (passes) => harness.dispatch(read, passes), async () => {
      const got = total(new Uint32Array(await harness.read(sums, threads * 4)));
      const expected = total(words);
      return got === expected ? null : `the words add up to ${got} instead of ${expected}`;
    }),
    kernel('write', (passes) => harness.dispatch(write, passes), async () =>
      firstWrong(new Uint32Array(await harness.read(written, size)), (i) => Math.floor(i / 4), 'was not written')),
    kernel('copy', (passes) => harness.dispatch(copy, passes), async () =>
      firstWrong(new Uint32Array(await harness.read(copied, size / 2)), (i) => i % MODULUS, 'was not copied')),
  ];
}

/** Multiply-adds in registers. Each chain counts up by one: what a dispatch ends at tells how many it did. */
export async function multiplyAddKernel(harness: GpuHarness, type: 'f32' | 'f16', { workgroups }: GpuLoad): Promise<Kernel> {
  const threads = workgroups * WORKGROUP;
  const sums = harness.buffer(threads * 4);
  const code = multiplyAdd(type);
  const timed = await harness.prepare(code, STEPS, [workgroups, 1], threads, [sums]);
  return {
    kernel: `fma.${type === 'f16' ? 'float16' : 'float32'}`,
    size: 0,
    unit: 'flop',
    workPerPass: threads * STEPS * PER_STEP * 2,
    run: (passes) => harness.dispatch(timed, passes),
    async check() {
      const expected = (i: number): number => 4 * (4 * ((i % 4) + 2 * STEPS) + 1 + 2 + 3);
      return firstWrong(new Float32Array(await harness.read(sums, threads * 4)), expected, `is not what ${2 * STEPS} steps give`);
    },
  };
}

/** A tiled product of square matrices of -1, 0 and 1, whose sums are exact in 16 bits as well. */
export async function gemmKernel(harness: GpuHarness, type: 'f32' | 'f16', n: number): Promise<Kernel> {
  const a = Int8Array.from({ length: n * n }, (_, i) => ((i * 7 + Math.floor(i / n)) % 3) - 1);
  const b = Int8Array.from({ length: n * n }, (_, i) => ((i * 5 + Math.floor(i / n) * 11) % 3) - 1);
  const c = harness.buffer(n * n * 4);
  const buffers = [harness.buffer(n * n * (type === 'f16' ? 2 : 4), elements(type, a)), harness.buffer(n * n * (type === 'f16' ? 2 : 4), elements(type, b)), c];
  const prepared = await harness.prepare(gemm(type), n, [n / TILE, n / TILE], n * n, buffers);
  return {
    kernel: `gemm.${type === 'f16' ? 'float16' : 'float32'}`,
    size: n,
    unit: 'flop',
    workPerPass: 2 * n ** 3,
    run: (passes) => harness.dispatch(prepared, passes),
    check: async () => wrongProduct(new Float32Array(await harness.read(c, n * n * 4)), a, b, n),
  };
}

/** Host to device by `writeBuffer`, and back by a mapped buffer, both to their end. */
export function transferKernels(harness: GpuHarness, size: number): Kernel[] {
  const words = Uint32Array.from({ length: size / 4 }, (_, i) => i % MODULUS);
  const target = harness.buffer(size);
  const source = harness.buffer(size, words);
  const readable = harness.readable(size);
  let back: ArrayBuffer = new ArrayBuffer(0);
  return [
    {
      kernel: 'upload',
      size,
      unit: 'byte',
      workPerPass: size,
      async run(passes) {
        for (let i = 0; i < passes; i++) {
          harness.device.queue.writeBuffer(target, 0, words);
          await harness.device.queue.onSubmittedWorkDone();
        }
      },
      check: async () => firstWrong(new Uint32Array(await harness.read(target, size)), (i) => i % MODULUS, 'did not arrive'),
    },
    {
      kernel: 'readback',
      size,
      unit: 'byte',
      workPerPass: size,
      async run(passes) {
        for (let i = 0; i < passes; i++) {
          back = await harness.read(source, size, readable);
        }
      },
      check: () => firstWrong(new Uint32Array(back), (i) => i % MODULUS, 'did not come back'),
    },
  ];
}

/** A sample of rows, spread over the whole matrix, against whole-number arithmetic. */
export function wrongProduct(got: Float32Array, a: Int8Array, b: Int8Array, n: number): string | null {
  const step = Math.max(1, Math.floor(n / 128));
  for (let row = 0; row < n; row += step) {
    const expected = new Int32Array(n);
    for (let k = 0; k < n; k++) {
      const factor = a[row * n + k] as number;
      for (let column = 0; column < n && factor !== 0; column++) {
        expected[column] = (expected[column] as number) + factor * (b[k * n + column] as number);
      }
    }
    for (let column = 0; column < n; column++) {
      if (got[row * n + column] !== expected[column]) {
        return `element ${row},${column} is ${got[row * n + column]} instead of ${expected[column]}`;
      }
    }
  }
  return null;
}

function firstWrong(got: Uint32Array | Float32Array, expected: (index: number) => number, words: string): string | null {
  if (got.length === 0) {
    return 'there is nothing';
  }
  for (let i = 0; i < got.length; i++) {
    if (got[i] !== expected(i)) {
      return `element ${i} of ${got.length} ${words}: ${got[i]} instead of ${expected(i)}`;
    }
  }
  return null;
}

function total(words: Uint32Array): number {
  return words.reduce((sum, word) => (sum + word) >>> 0, 0);
}

/** -1, 0 and 1 as floats: 16-bit ones by their bits, for not every browser has Float16Array. */
function elements(type: 'f32' | 'f16', values: Int8Array): BufferSource {
  return type === 'f32' ? Float32Array.from(values) : Uint16Array.from(values, (value) => (value === 0 ? 0 : value > 0 ? 0x3c00 : 0xbc00));
}
