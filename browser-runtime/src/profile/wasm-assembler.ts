/** Just enough of the WebAssembly binary format (core specification, section 5) to write small loops by hand. */

export const I32 = 0x7f;
export const F32 = 0x7d;
export const V128 = 0x7b;

export type Code = readonly number[];

/** One exported function. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  /** Types of the locals after the parameters. */
  readonly locals: readonly number[];
  readonly body: Code;
}

/** A module whose memory comes from `env.memory`. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, results }) => [0x60, ...vector(parameters.map(byte)), ...vector(results.map(byte))]);
  const imports = [[...text('env'), ...text('memory'), 0x02, 0x00, ...unsigned(1)]];
  const exports = functions.map(({ name }, index) => [...text(name), 0x00, ...unsigned(index)]);
  const bodies = functions.map(({ locals, body }) => {
    const declared = [...vector(locals.map((type) => [1, type])), ...body, 0x0b];
    return [...unsigned(declared.length), ...declared];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(types)),
    ...section(2, vector(imports)),
    ...section(3, vector(functions.map((_, index) => unsigned(index)))),
    ...section(7, vector(exports)),
    ...section(10, vector(bodies)),
  ]);
}

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
export const i32 = (value: number): Code => [0x41, ...signed(value)];
export const f32 = (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
export const I32_ADD: Code = [0x6a];
export const I32_SUB: Code = [0x6b];
export const F32_ADD: Code = [0x92];

/** Takes the address from the stack. */
export const load = (offset: number): Code => simd(0x00, ...unsigned(4), ...unsigned(offset));
/** Takes the address and the value from the stack. */
export const store = (offset: number): Code => simd(0x0b, ...unsigned(4), ...unsigned(offset));
export const I32X4_SPLAT = simd(0x11);
export const F32X4_SPLAT = simd(0x13);
export const I32X4_ADD = simd(0xae);
export const F32X4_ADD = simd(0xe4);
export const F32X4_MUL = simd(0xe6);
/** a × b + c in one rounding or two, as the machine likes (relaxed SIMD). */
export const F32X4_RELAXED_MADD = simd(0x105);
export const i32Lane = (lane: number): Code => simd(0x1b, lane);
export const f32Lane = (lane: number): Code => simd(0x1f, lane);

/** Runs the body while what it leaves on the stack is not 0. */
export const loop = (...body: readonly Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0d, 0x00, 0x0b];
/** Whether the first local is below the second, both unsigned. */
export const below = (a: number, b: number): Code => [...get(a), ...get(b), 0x49];
/** Adds a constant to a local. */
export const advance = (local: number, by: number): Code => [...get(local), ...i32(by), ...I32_ADD, ...set(local)];
/** Takes 1 from a local and leaves what is left on the stack. */
export const countDown = (local: number): Code => [...get(local), ...i32(1), ...I32_SUB, 0x22, ...unsigned(local)];

function simd(opcode: number, ...operands: number[]): Code {
  return [0xfd, ...unsigned(opcode), ...operands];
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): Code {
  return vector([...new TextEncoder().encode(value)].map(byte));
}

function byte(value: number): Code {
  return [value];
}

/** LEB128. */
function unsigned(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

function signed(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(done ? low : low | 0x80);
    if (done) {
      return bytes;
    }
  }
}
