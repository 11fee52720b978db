/** Zero crossings of the sinc on each side. */
const CROSSINGS = 32;

/**
 * The sound at another rate, band-limited to the lower of the two (PIPELINES.md, "Resampling"). The weights of a sample depend
 * on where it falls between two of the source alone, so there are few sets of them.
 */
export function resample(samples: Float32Array, rate: number, target: number): Float32Array<ArrayBuffer> {
  const common = divisor(rate, target);
  const [step, phases] = [rate / common, target / common];
  const cutoff = Math.min(1, target / rate);
  const reach = CROSSINGS / cutoff;
  const cached = new Map<number, Float64Array>();
  const out = new Float32Array(Math.round((samples.length * target) / rate));
  for (let i = 0; i < out.length; i++) {
    const phase = (i * step) % phases;
    const whole = (i * step - phase) / phases;
    let weights = cached.get(phase);
    if (weights === undefined) {
      weights = weightsOf(phase / phases, cutoff, reach);
      cached.set(phase, weights);
    }
    out[i] = at(samples, whole - Math.floor(reach), weights);
  }
  return out;
}

/** Weights of the samples from `floor(reach)` before to as many after and one more, around a point `part` of the way. */
function weightsOf(part: number, cutoff: number, reach: number): Float64Array {
  const half = Math.floor(reach);
  return Float64Array.from({ length: 2 * half + 2 }, (_, n) => {
    const x = n - half - part;
    return Math.abs(x) > reach ? 0 : sinc(cutoff * x) * blackman(x / reach);
  });
}

/** Dividing by the weights keeps a constant constant; at the edges it stands for the missing neighbours. */
function at(samples: Float32Array, from: number, weights: Float64Array): number {
  let sum = 0;
  let all = 0;
  const end = Math.min(weights.length, samples.length - from);
  for (let n = Math.max(0, -from); n < end; n++) {
    const weight = weights[n] as number;
    sum += weight * (samples[from + n] as number);
    all += weight;
  }
  return all === 0 ? 0 : sum / all;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** From 1 in the middle to 0 at -1 and 1. */
function blackman(x: number): number {
  return 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);
}
