import { describe, expect, it } from 'vitest';
import { memoryFor, memoryKernels, multiplyAddKernel, sweep } from '../src/profile/cpu-kernels';
import { bufferKernels, dispatchKernel, gemmKernel, multiplyAddKernel as gpuMultiplyAdd, submitKernel, transferKernels, wrongProduct } from '../src/profile/gpu-kernels';
import type { GpuHarness } from '../src/profile/gpu-harness';
import { FEWEST, type Kernel, KernelTimer, type TimerLimits, quickened } from '../src/profile/timer';
import { type WasmKernels, instantiate, kernelModule } from '../src/profile/wasm-kernels';

const SIZE = 64 * 1024;
const { memory } = memoryFor(SIZE);
const kernels = instantiate(memory, false);
const LIMITS: TimerLimits = { sampleMs: 0.2, warmMs: 0, samples: 5, kernelMs: 1000 };

function byName(made: readonly Kernel[], name: string): Kernel {
  const found = made.find(({ kernel }) => kernel === name);
  if (found === undefined) {
    throw new Error(`no kernel ${name}`);
  }
  return found;
}

async function timed(kernel: Kernel) {
  return new KernelTimer(() => performance.now(), 0.001, LIMITS).time(kernel);
}

/** The right kernels, but for one. */
function corrupted(part: Partial<WasmKernels>): WasmKernels {
  return { read: kernels.read, write: kernels.write, copy: kernels.copy, triad: kernels.triad, multiplyAdd: kernels.multiplyAdd, ...part };
}

describe('the WebAssembly kernels', () => {
  it.each(['read', 'write', 'copy', 'triad'])('do what they say: %s', async (name) => {
    for (const size of [8 * 1024, 12 * 1024, SIZE]) {
      const reading = await timed(byName(memoryKernels(kernels, memory, size), name));
      expect(reading).toMatchObject({ kernel: name, size, unit: 'byte', reason: null });
      expect(reading.samples.length).toBe(5);
    }
  });

  it('add what they multiply', async () => {
    expect(await timed(multiplyAddKernel(kernels))).toMatchObject({ kernel: 'fma.float32', unit: 'flop', reason: null });
  });

  it('are valid modules, that with relaxed SIMD where the browser has it', () => {
    expect(WebAssembly.validate(kernelModule(false))).toBe(true);
    expect(kernelModule(true)).not.toEqual(kernelModule(false));
  });

  it.each<[string, Partial<WasmKernels>]>([
    ['read', { read: (from, bytes, passes) => kernels.read(from, bytes - 128, passes) }],
    ['read', { read: (from, bytes) => kernels.read(from, bytes, 1) + 1 }],
    ['write', { write: (to, bytes, value, passes) => kernels.write(to, bytes - 128, value + 1, passes) }],
    ['copy', { copy: () => undefined }],
    ['triad', { triad: (a, b, _c, bytes, passes) => kernels.triad(a, b, b, bytes, passes) }],
  ])('negative control: a %s that is wrong gets no number', async (name, part) => {
    const reading = await timed(byName(memoryKernels(corrupted(part), memory, SIZE), name));
    expect(reading.samples).toEqual([]);
    expect(reading.reason).toMatch(/^its result is wrong: /);
  });

  it.each([1, 20])('negative control: one step left out of a timed call gets no number, from call %i on', async (from) => {
    let calls = 0;
    const lazy: WasmKernels['multiplyAdd'] = (steps, factor, added) => kernels.multiplyAdd(++calls < from ? steps : steps - 1, factor, added);
    const reading = await timed(multiplyAddKernel(corrupted({ multiplyAdd: lazy })));
    expect(calls).toBeGreaterThan(from);
    expect(reading.samples).toEqual([]);
    expect(reading.reason).toMatch(/steps came to/);
  });

  it('sweep by half steps, or quick by whole ones', () => {
    expect(sweep(false, 32 * 1024).map((size) => size / 1024)).toEqual([8, 12, 16, 24, 32]);
    expect(sweep(true, 32 * 1024).map((size) => size / 1024)).toEqual([8, 16, 32]);
  });
});

describe('the timer', () => {
  /** A kernel that takes a time of its own on a clock of its own. */
  function clocked(msPerPass: number) {
    let now = 0;
    const passes: number[] = [];
    const kernel: Kernel = {
      kernel: 'fake',
      size: 0,
      unit: 'call',
      workPerPass: 1,
      run(count) {
        passes.push(count);
        now += count * msPerPass;
      },
      check: () => null,
    };
    return { kernel, passes, now: () => now };
  }

  it('makes a sample a hundred steps of a coarse clock long', async () => {
    const { kernel, now } = clocked(0.5);
    const reading = await new KernelTimer(now, 1, LIMITS).time(kernel);
    expect(Math.min(...reading.samples)).toBeGreaterThanOrEqual(100);
    expect(reading.work / (reading.samples[0] as number)).toBeCloseTo(2);
  });

  it('notices code that became better while it was timed, and noise not', () => {
    expect(quickened([9, 9, 9, 5, 1, 1, 1, 1, 1])).toBe(true);
    expect(quickened([1, 1, 1, 5, 1, 1, 9, 9, 9])).toBe(false);
    expect(quickened([1, 1])).toBe(false);
  });

  it('takes fewer samples of a slow kernel, and never too few for a median', async () => {
    const { kernel, now } = clocked(2000);
    expect((await new KernelTimer(now, 0.005, LIMITS).time(kernel)).samples.length).toBe(FEWEST);
  });
});

describe('the GPU kernels', () => {
  /** A device on which nothing happens: every buffer is zero for ever. */
  const idle = {
    device: { queue: { writeBuffer: () => undefined, onSubmittedWorkDone: () => Promise.resolve() } },
    buffer: () => ({}),
    readable: () => ({}),
    prepare: () => Promise.resolve({}),
    dispatch: () => Promise.resolve(),
    read: (_: unknown, bytes: number) => Promise.resolve(new ArrayBuffer(bytes)),
  } as unknown as GpuHarness;

  it('negative control: each of them notices a device that does nothing', async () => {
    const made = [
      await dispatchKernel(idle),
      await submitKernel(idle),
      ...(await bufferKernels(idle, 4096, { workgroups: 1 })),
      await gpuMultiplyAdd(idle, 'f32', { workgroups: 1 }),
      await gemmKernel(idle, 'f32', 32),
      ...transferKernels(idle, 4096),
    ];
    for (const kernel of made) {
      await kernel.run(2);
      expect(await kernel.check(), kernel.kernel).not.toBeNull();
    }
  });

  it('negative control: a timed dispatch that does one step less is noticed', async () => {
    // What each of four threads in a row ends at: 16 chains' lanes that count 512 up from k, k + 1, k + 2 and k + 3.
    const sums = (steps: number): Float32Array => Float32Array.from({ length: 256 }, (_, i) => 16 * ((i % 4) + steps) + 24);
    const ending = (steps: number): GpuHarness => ({ ...idle, read: () => Promise.resolve(sums(steps).buffer) }) as unknown as GpuHarness;
    expect(await (await gpuMultiplyAdd(ending(512), 'f32', { workgroups: 1 })).check()).toBeNull();
    expect(await (await gpuMultiplyAdd(ending(511), 'f32', { workgroups: 1 })).check()).toMatch(/not what 512 steps give/);
  });

  it('a product is compared with whole-number arithmetic, and one wrong element is seen', () => {
    const n = 16;
    const a = Int8Array.from({ length: n * n }, (_, i) => (i % 3) - 1);
    const identity = Int8Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? 1 : 0));
    const got = Float32Array.from(a);
    expect(wrongProduct(got, a, identity, n)).toBeNull();
    got[37] = (got[37] as number) + 1;
    expect(wrongProduct(got, a, identity, n)).toMatch(/element 2,5/);
  });
});
