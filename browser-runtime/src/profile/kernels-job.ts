import { adapterFacts, isSoftware, POWER_PREFERENCE } from '../evidence/adapter';
import { timerResolution } from '../evidence/environment';
import { OneShotJob } from '../job/one-shot-job';
import { pageClock } from '../job/sampler';
import type { Kernels } from '../protocol/generated';
import type { MessageSink } from '../protocol/messages';
import { memoryFor, memoryKernels, multiplyAddKernel as wasmMultiplyAdd, sweep } from './cpu-kernels';
import { bufferKernels, dispatchKernel, gemmKernel, multiplyAddKernel, submitKernel, transferKernels } from './gpu-kernels';
import { GpuHarness } from './gpu-harness';
import { type Kernel, type KernelReading, KernelTimer, type TimerLimits, without } from './timer';
import { instantiate } from './wasm-kernels';

const MIB = 1024 * 1024;
/** A page that takes more is killed on small machines. */
const MOST_OF_PAGE = 512 * MIB;

/** Runs the page's own kernels on the browser's CPU (WebAssembly) or GPU (WGSL), and sends each one's reading. */
export class KernelsJob extends OneShotJob {
  readonly #order: Kernels;
  #end = 0;

  constructor(order: Kernels, sink: MessageSink) {
    super(order.job, sink, 'kernels', 'profile');
    this.#order = order;
  }

  protected async work(): Promise<void> {
    this.enter('profile');
    this.#end = performance.now() + this.#order.budgetMs;
    await (this.#order.device === 'gpu' ? this.#gpu() : this.#cpu());
  }

  async #cpu(): Promise<void> {
    const { quick } = this.#order;
    const timer = this.#timer({ sampleMs: 1, warmMs: quick ? 20 : 40, samples: quick ? 15 : 31, kernelMs: quick ? 300 : 1000 });
    const wanted = this.#order.largestBytes;
    const { memory, largest } = memoryFor(allowed(wanted));
    if (largest < wanted) {
      const why = `a page gets ${MOST_OF_PAGE / MIB} MiB at most, and less where the browser has no more`;
      this.facts = { ...this.facts, largestWorkingSet: `${largest / MIB} MiB instead of ${wanted / MIB} MiB: ${why}` };
    }
    let relaxed = true;
    const kernels = instantiate(memory, false);
    try {
      await this.#take(timer, { ...wasmMultiplyAdd(instantiate(memory, true)), kernel: 'fma.float32' });
    } catch (error) {
      relaxed = false;
      this.#send(without({ kernel: 'fma.float32', size: 0, unit: 'flop' }, `this browser has no relaxed SIMD: ${String(error)}`));
    }
    this.facts = { ...this.facts, kernels: 'WebAssembly with 128-bit SIMD', relaxedSimd: relaxed };
    await this.#take(timer, { ...wasmMultiplyAdd(kernels), kernel: 'muladd.float32' });
    for (const kernel of memoryKernels(kernels, memory, 8 * 1024)) {
      await timer.warm(kernel, quick ? 100 : 300);
    }
    for (const size of sweep(quick, largest)) {
      for (const kernel of memoryKernels(kernels, memory, size)) {
        await this.#take(timer, kernel);
      }
    }
  }

  async #gpu(): Promise<void> {
    const adapter = 'gpu' in navigator ? await navigator.gpu.requestAdapter({ powerPreference: POWER_PREFERENCE }) : null;
    if (adapter === null) {
      throw new Error('there is no WebGPU adapter');
    }
    const wanted = (['shader-f16', 'subgroups'] as const).filter((feature) => adapter.features.has(feature));
    const device = await adapter.requestDevice({ requiredFeatures: wanted });
    const complaints: string[] = [];
    device.addEventListener('uncapturederror', (event) => complaints.push(event.error.message));
    void device.lost.then(({ reason, message }) => reason !== 'destroyed' && this.cancellation.cancel(new Error(`WebGPU device lost: ${message}`)));
    const software = isSoftware(adapter.info);
    this.facts = { ...this.facts, ...adapterFacts(adapter), kernels: 'WGSL', subgroups: adapter.features.has('subgroups') };
    try {
      await this.#gpuKernels(new GpuHarness(device), adapter.features.has('shader-f16'), software === true || this.#order.quick, complaints);
    } finally {
      device.destroy();
    }
  }

  /** @param small for a device that is slow, or a host in a hurry */
  async #gpuKernels(harness: GpuHarness, half: boolean, small: boolean, complaints: string[]): Promise<void> {
    const timer = this.#timer({ sampleMs: 5, warmMs: small ? 10 : 50, samples: small ? 7 : 11, kernelMs: small ? 400 : 1500 });
    const load = { workgroups: small ? 16 : 1024 };
    const edge = small ? 256 : 1024;
    const sizes = small ? [MIB / 4, 4 * MIB] : [MIB / 4, MIB, 4 * MIB, 16 * MIB, 64 * MIB];
    const take = (name: string, unit: KernelReading['unit'], size: number, make: () => Promise<Kernel[]>): Promise<void> =>
      this.#makeAndTake(timer, { kernel: name, size, unit }, harness, make, complaints);
    await take('dispatch', 'call', 0, async () => [await dispatchKernel(harness)]);
    await take('submit', 'call', 0, async () => [await submitKernel(harness)]);
    for (const size of [64 * 1024, ...(small ? [MIB] : [MIB, 16 * MIB])]) {
      await take('upload', 'byte', size, async () => transferKernels(harness, size));
    }
    await take('fma.float32', 'flop', 0, async () => [await multiplyAddKernel(harness, 'f32', load)]);
    await take('gemm.float32', 'flop', edge, async () => [await gemmKernel(harness, 'f32', edge)]);
    for (const size of sizes) {
      await take('read', 'byte', size, () => bufferKernels(harness, size, load));
    }
    if (half) {
      await take('fma.float16', 'flop', 0, async () => [await multiplyAddKernel(harness, 'f16', load)]);
      await take('gemm.float16', 'flop', edge, async () => [await gemmKernel(harness, 'f16', edge)]);
    } else {
      const reason = 'the adapter has no shader-f16';
      this.#send(without({ kernel: 'fma.float16', size: 0, unit: 'flop' }, reason));
      this.#send(without({ kernel: 'gemm.float16', size: edge, unit: 'flop' }, reason));
    }
  }

  /** A kernel that cannot be made, or makes the device complain, has a reason and no samples; the others go on. */
  async #makeAndTake(
    timer: KernelTimer,
    named: Pick<Kernel, 'kernel' | 'size' | 'unit'>,
    harness: GpuHarness,
    make: () => Promise<Kernel[]>,
    complaints: string[],
  ): Promise<void> {
    if (this.#isOver()) {
      this.#send(without(named, 'the time for kernels was over before it began'));
      return;
    }
    try {
      complaints.length = 0;
      for (const kernel of await make()) {
        await this.#take(timer, kernel, complaints);
      }
    } catch (error) {
      if (this.cancellation.cancelled) {
        throw error;
      }
      this.#send(without(named, String(error)));
    } finally {
      harness.forget();
    }
  }

  async #take(timer: KernelTimer, kernel: Kernel, complaints: readonly string[] = []): Promise<void> {
    if (this.cancellation.cancelled) {
      throw this.cancellation.reason;
    }
    const reading = this.#isOver() ? without(kernel, 'the time for kernels was over before it began') : await timer.time(kernel);
    this.#send(complaints.length === 0 ? reading : without(kernel, complaints.join('; ')));
    await pageClock.breathe();
  }

  #isOver(): boolean {
    return performance.now() > this.#end;
  }

  #send(reading: KernelReading): void {
    this.sink.send({ type: 'reading', job: this.id, ...reading });
  }

  #timer(limits: TimerLimits): KernelTimer {
    const resolution = timerResolution();
    this.facts = { ...this.facts, clockResolutionMs: resolution };
    return new KernelTimer(() => performance.now(), resolution, limits);
  }
}

/** So many bytes, or half of it, and so on. */
function allowed(wanted: number): number {
  let bytes = wanted;
  while (bytes > MOST_OF_PAGE) {
    bytes /= 2;
  }
  return bytes;
}
