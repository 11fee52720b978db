import {
  type Code,
  F32,
  F32_ADD,
  F32X4_ADD,
  F32X4_MUL,
  F32X4_RELAXED_MADD,
  F32X4_SPLAT,
  I32,
  I32_ADD,
  I32X4_ADD,
  I32X4_SPLAT,
  V128,
  type WasmFunction,
  advance,
  assemble,
  below,
  countDown,
  f32,
  f32Lane,
  get,
  i32Lane,
  load,
  loop,
  set,
  store,
} from './wasm-assembler';

/** Bytes that a memory loop takes at a time; working sets are multiples of it. */
export const STRIDE = 128;
const VECTOR = 16;
/** Independent chains: enough to fill two multipliers and two adders with latencies of four, in sixteen registers. */
export const CHAINS = 12;

/** The kernels as a page calls them. */
export interface WasmKernels {
  /** Sum, modulo 2^32, of the 32-bit words of so many bytes, so many times over. */
  read(from: number, bytes: number, passes: number): number;
  write(to: number, bytes: number, value: number, passes: number): void;
  copy(from: number, to: number, bytes: number, passes: number): void;
  /** Floats: a = b + 3 c, so many bytes of each. */
  triad(a: number, b: number, c: number, bytes: number, passes: number): void;
  /** Chain k of {@link CHAINS} begins with k in all four lanes and takes x ← factor · x + added so many times; the sum of all lanes. */
  multiplyAdd(steps: number, factor: number, added: number): number;
}

/** Floating-point operations of one step of `multiplyAdd`. */
export const FLOPS_PER_STEP = CHAINS * 4 * 2;

/** The module's bytes. @param relaxed whether to multiply and add by relaxed SIMD's one instruction */
export function kernelModule(relaxed: boolean): Uint8Array<ArrayBuffer> {
  return assemble([read(), write(), copy(), triad(), multiplyAdd(relaxed)]);
}

/** Compiles the kernels over a memory. Throws where the browser has no SIMD. */
export function instantiate(memory: WebAssembly.Memory, relaxed: boolean): WasmKernels {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(kernelModule(relaxed)), { env: { memory } });
  return instance.exports as unknown as WasmKernels;
}

function times(count: number, code: (index: number) => Code): Code {
  return Array.from({ length: count }, (_, index) => code(index)).flat();
}

/** Over `bytes` from each pointer, in strides. The pointers walk in locals of their own. */
function passes(pointers: readonly [walking: number, start: number][], end: number, bytes: number, count: number, body: Code): Code {
  const begin = pointers.flatMap(([walking, start]) => [...get(start), ...set(walking)]);
  const [first] = pointers as [[number, number], ...unknown[]];
  return loop(
    begin,
    [...get(first[0]), ...get(bytes), ...I32_ADD, ...set(end)],
    loop(body, pointers.flatMap(([walking]) => advance(walking, STRIDE)), below(first[0], end)),
    countDown(count),
  );
}

function read(): WasmFunction {
  const [from, bytes, count, walking, end, sum] = [0, 1, 2, 3, 4, 5];
  const body = times(STRIDE / VECTOR, (i) => [...get(sum + (i % 4)), ...get(walking), ...load(i * VECTOR), ...I32X4_ADD, ...set(sum + (i % 4))]);
  const all = [...get(sum), ...get(sum + 1), ...I32X4_ADD, ...get(sum + 2), ...I32X4_ADD, ...get(sum + 3), ...I32X4_ADD, ...set(sum)];
  const lanes = times(4, (lane) => [...get(sum), ...i32Lane(lane), ...(lane === 0 ? [] : I32_ADD)]);
  return {
    name: 'read',
    parameters: [I32, I32, I32],
    results: [I32],
    locals: [I32, I32, V128, V128, V128, V128],
    body: [...passes([[walking, from]], end, bytes, count, body), ...all, ...lanes],
  };
}

function write(): WasmFunction {
  const [to, bytes, value, count, walking, end, splat] = [0, 1, 2, 3, 4, 5, 6];
  const body = times(STRIDE / VECTOR, (i) => [...get(walking), ...get(splat), ...store(i * VECTOR)]);
  return {
    name: 'write',
    parameters: [I32, I32, I32, I32],
    results: [],
    locals: [I32, I32, V128],
    body: [...get(value), ...I32X4_SPLAT, ...set(splat), ...passes([[walking, to]], end, bytes, count, body)],
  };
}

function copy(): WasmFunction {
  const [from, to, bytes, count, source, target, end] = [0, 1, 2, 3, 4, 5, 6];
  const body = times(STRIDE / VECTOR, (i) => [...get(target), ...get(source), ...load(i * VECTOR), ...store(i * VECTOR)]);
  return {
    name: 'copy',
    parameters: [I32, I32, I32, I32],
    results: [],
    locals: [I32, I32, I32],
    body: passes([[source, from], [target, to]], end, bytes, count, body),
  };
}

function triad(): WasmFunction {
  const [a, b, c, bytes, count, atA, atB, atC, end, three] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const body = times(STRIDE / VECTOR, (i) => [
    ...get(atA),
    ...get(atB),
    ...load(i * VECTOR),
    ...get(atC),
    ...load(i * VECTOR),
    ...get(three),
    ...F32X4_MUL,
    ...F32X4_ADD,
    ...store(i * VECTOR),
  ]);
  return {
    name: 'triad',
    parameters: [I32, I32, I32, I32, I32],
    results: [],
    locals: [I32, I32, I32, I32, V128],
    body: [...f32(3), ...F32X4_SPLAT, ...set(three), ...passes([[atA, a], [atB, b], [atC, c]], end, bytes, count, body)],
  };
}

function multiplyAdd(relaxed: boolean): WasmFunction {
  const [steps, factor, added, factors, addends, chain] = [0, 1, 2, 3, 4, 5];
  const begin = times(CHAINS, (i) => [...f32(i), ...F32X4_SPLAT, ...set(chain + i)]);
  const step = times(CHAINS, (i) =>
    relaxed
      ? [...get(chain + i), ...get(factors), ...get(addends), ...F32X4_RELAXED_MADD, ...set(chain + i)]
      : [...get(chain + i), ...get(factors), ...F32X4_MUL, ...get(addends), ...F32X4_ADD, ...set(chain + i)],
  );
  const sum = times(CHAINS - 1, (i) => [...get(chain), ...get(chain + i + 1), ...F32X4_ADD, ...set(chain)]);
  const lanes = times(4, (lane) => [...get(chain), ...f32Lane(lane), ...(lane === 0 ? [] : F32_ADD)]);
  return {
    name: 'multiplyAdd',
    parameters: [I32, F32, F32],
    results: [F32],
    locals: Array.from({ length: 2 + CHAINS }, () => V128),
    body: [...get(factor), ...F32X4_SPLAT, ...set(factors), ...get(added), ...F32X4_SPLAT, ...set(addends), ...begin, ...loop(step, countDown(steps)), ...sum, ...lanes],
  };
}
