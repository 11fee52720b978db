import type { Kernel } from './timer';
import { CHAINS, FLOPS_PER_STEP, STRIDE, type WasmKernels } from './wasm-kernels';

const PAGE = 65536;
/** Keeps arrays of one length from lying at the same offset in a page, where loads wait for stores. */
const SHIFT = 1152;
const MODULUS = 1021;
const WRITTEN = 0x2a;
const STEPS = 4096;

/** A memory for working sets up to so many bytes; half of that, and so on, where the browser gives no more. */
export function memoryFor(largest: number): { memory: WebAssembly.Memory; largest: number } {
  for (let bytes = largest; ; bytes /= 2) {
    try {
      const pages = Math.ceil((bytes + 4 * SHIFT) / PAGE) + 1;
      return { memory: new WebAssembly.Memory({ initial: pages, maximum: pages }), largest: bytes };
    } catch (error) {
      if (bytes <= 1024 * 1024) {
        throw error;
      }
    }
  }
}

/** Working sets in bytes, rising: powers of two, and halfway between unless quick. */
export function sweep(quick: boolean, largest: number): number[] {
  const sizes: number[] = [];
  for (let size = 8 * 1024; size <= largest; size *= 2) {
    sizes.push(size);
    if (!quick && size * 1.5 <= largest) {
      sizes.push(size * 1.5);
    }
  }
  return sizes;
}

/** The kernels that move memory, for one working set. Bytes are counted as STREAM does: what the program reads and writes. */
export function memoryKernels(kernels: WasmKernels, memory: WebAssembly.Memory, size: number): Kernel[] {
  return [readKernel(kernels, memory, size), writeKernel(kernels, memory, size), copyKernel(kernels, memory, size), triadKernel(kernels, memory, size)];
}

function readKernel(kernels: WasmKernels, memory: WebAssembly.Memory, size: number): Kernel {
  const words = new Int32Array(memory.buffer, SHIFT, size / 4);
  let sum = 0;
  let fresh = true;
  let last = { passes: 0, got: 0 };
  return {
    kernel: 'read',
    size,
    unit: 'byte',
    workPerPass: size,
    run(passes) {
      if (fresh) {
        fresh = false;
        sum = 0;
        for (let i = 0; i < words.length; i++) {
          words[i] = i % MODULUS;
          sum = (sum + (i % MODULUS)) | 0;
        }
      }
      last = { passes, got: kernels.read(SHIFT, size, passes) };
    },
    check() {
      const expected = Math.imul(sum, last.passes);
      return last.got === expected ? null : `the words add up to ${last.got} instead of ${expected}`;
    },
  };
}

function writeKernel(kernels: WasmKernels, memory: WebAssembly.Memory, size: number): Kernel {
  const words = new Int32Array(memory.buffer, SHIFT, size / 4);
  return {
    kernel: 'write',
    size,
    unit: 'byte',
    workPerPass: size,
    run: (passes) => kernels.write(SHIFT, size, WRITTEN, passes),
    check: () => firstWrong(words.length, (i) => words[i] === WRITTEN, 'was not written'),
  };
}

function copyKernel(kernels: WasmKernels, memory: WebAssembly.Memory, size: number): Kernel {
  const bytes = floorTo(size / 2, STRIDE);
  const target = SHIFT + bytes + SHIFT;
  const from = new Int32Array(memory.buffer, SHIFT, bytes / 4);
  const to = new Int32Array(memory.buffer, target, bytes / 4);
  let fresh = true;
  return {
    kernel: 'copy',
    size,
    unit: 'byte',
    workPerPass: 2 * bytes,
    run(passes) {
      if (fresh) {
        fresh = false;
        from.forEach((_, i) => (from[i] = i % MODULUS));
        to.fill(-1);
      }
      kernels.copy(SHIFT, target, bytes, passes);
    },
    check: () => firstWrong(to.length, (i) => to[i] === i % MODULUS, 'was not copied'),
  };
}

function triadKernel(kernels: WasmKernels, memory: WebAssembly.Memory, size: number): Kernel {
  const bytes = floorTo(size / 3, STRIDE);
  const [a, b, c] = [SHIFT, 2 * SHIFT + bytes, 3 * SHIFT + 2 * bytes];
  const [as, bs, cs] = [a, b, c].map((at) => new Float32Array(memory.buffer, at, bytes / 4)) as [Float32Array, Float32Array, Float32Array];
  let fresh = true;
  return {
    kernel: 'triad',
    size,
    unit: 'byte',
    workPerPass: 3 * bytes,
    run(passes) {
      if (fresh) {
        fresh = false;
        as.fill(-1);
        bs.forEach((_, i) => (bs[i] = i % MODULUS));
        cs.forEach((_, i) => (cs[i] = i % 7));
      }
      kernels.triad(a, b, c, bytes, passes);
    },
    // Whole numbers: exact whatever the order of operations.
    check: () => firstWrong(as.length, (i) => as[i] === (i % MODULUS) + 3 * (i % 7), 'is wrong'),
  };
}

/**
 * Multiply-adds on 32-bit floats in registers. Every chain counts up by one, which no compiler knows, as both factors are
 * parameters: what all calls ever made came to, warm-up and timed ones alike, tells how many steps they took. So few steps a
 * call are exact in a float.
 */
export function multiplyAddKernel(kernels: WasmKernels): Kernel {
  const perCall = 4 * (CHAINS * STEPS + (CHAINS * (CHAINS - 1)) / 2);
  let calls = 0;
  let sum = 0;
  return {
    kernel: 'fma.float32',
    size: 0,
    unit: 'flop',
    workPerPass: FLOPS_PER_STEP * STEPS,
    run(passes) {
      let got = 0;
      for (let i = 0; i < passes; i++) {
        got += kernels.multiplyAdd(STEPS, 1, 1);
      }
      calls += passes;
      sum += got;
    },
    check() {
      const expected = calls * perCall;
      return sum === expected && calls > 0 ? null : `${calls} × ${STEPS} steps came to ${sum} instead of ${expected}`;
    },
  };
}

function firstWrong(length: number, right: (index: number) => boolean, words: string): string | null {
  for (let i = 0; i < length; i++) {
    if (!right(i)) {
      return `element ${i} of ${length} ${words}`;
    }
  }
  return null;
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step;
}
