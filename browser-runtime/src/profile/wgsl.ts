/** Threads of a workgroup along one line; every device has as many (WebGPU, section 3.6.2: 256 and more). */
export const WORKGROUP = 256;
/** Edge of a tile of the matrix product: 16 × 16 threads. */
export const TILE = 16;

/** Parameters of every kernel: `n` is a count of vectors, a number of steps or a matrix's edge; `one` is 1, which no compiler knows. */
const HEAD = `struct Parameters { n: u32, threads: u32, one: u32 }
@group(0) @binding(0) var<uniform> p: Parameters;`;

/** Sums, modulo 2^32, all words of a buffer; one partial sum for each thread. */
export const READ = `${HEAD}
@group(0) @binding(1) var<storage, read> source: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;
@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var sum = vec4<u32>(0u);
  for (var i = id.x; i < p.n; i += p.threads) { sum += source[i]; }
  sums[id.x] = sum.x + sum.y + sum.z + sum.w;
}`;

export const WRITE = `${HEAD}
@group(0) @binding(1) var<storage, read_write> target_: array<vec4<u32>>;
@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  for (var i = id.x; i < p.n; i += p.threads) { target_[i] = vec4<u32>(i); }
}`;

export const COPY = `${HEAD}
@group(0) @binding(1) var<storage, read> source: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> target_: array<vec4<u32>>;
@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  for (var i = id.x; i < p.n; i += p.threads) { target_[i] = source[i]; }
}`;

/** The smallest dispatch that can be counted. */
export const COUNT = `${HEAD}
@group(0) @binding(1) var<storage, read_write> count: array<u32>;
@compute @workgroup_size(1)
fn main() { count[0] = count[0] + p.n; }`;

/** Four independent chains of vec4 in each thread: x ← 1 · x + 1, twice so many times. Their sum goes to `sums`. */
export function multiplyAdd(type: 'f32' | 'f16'): string {
  return `${type === 'f16' ? 'enable f16;\n' : ''}${HEAD}
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;
@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let one = vec4<${type}>(${type}(p.one));
  var a = vec4<${type}>(${type}(id.x % 4u));
  var b = a + one;
  var c = b + one;
  var d = c + one;
  for (var i = 0u; i < p.n; i++) {
    a = fma(a, one, one); b = fma(b, one, one); c = fma(c, one, one); d = fma(d, one, one);
    a = fma(a, one, one); b = fma(b, one, one); c = fma(c, one, one); d = fma(d, one, one);
  }
  let s = vec4<f32>(a) + vec4<f32>(b) + vec4<f32>(c) + vec4<f32>(d);
  sums[id.x] = s.x + s.y + s.z + s.w;
}`;
}

/** C = A · B, square, in tiles by way of workgroup memory. */
export function gemm(type: 'f32' | 'f16'): string {
  return `${type === 'f16' ? 'enable f16;\n' : ''}${HEAD}
@group(0) @binding(1) var<storage, read> a: array<${type}>;
@group(0) @binding(2) var<storage, read> b: array<${type}>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;
var<workgroup> ta: array<array<${type}, ${TILE}>, ${TILE}>;
var<workgroup> tb: array<array<${type}, ${TILE}>, ${TILE}>;
@compute @workgroup_size(${TILE}, ${TILE})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) at: vec3<u32>) {
  var sum: ${type} = ${type}(0.0);
  for (var t = 0u; t < p.n; t += ${TILE}u) {
    ta[at.y][at.x] = a[id.y * p.n + t + at.x];
    tb[at.y][at.x] = b[(t + at.y) * p.n + id.x];
    workgroupBarrier();
    for (var k = 0u; k < ${TILE}u; k++) { sum = fma(ta[at.y][k], tb[k][at.x], sum); }
    workgroupBarrier();
  }
  c[id.y * p.n + id.x] = f32(sum);
}`;
}
