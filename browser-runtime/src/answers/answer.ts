import type { EngineTensor, EngineTensors } from '../engine/engine';
import type { Answer, AnswerSpec } from '../protocol/generated';
import { likeliestBoxes, textBoxes } from './boxes';

export type Spec<K extends AnswerSpec['kind']> = Extract<AnswerSpec, { kind: K }>;

/** The outputs that an answer is made of; none where no answer is wanted. */
export function answerOutputs(spec: AnswerSpec | undefined): readonly string[] {
  if (spec === undefined) {
    return [];
  }
  return spec.kind === 'boxes' ? [spec.output, spec.boxes] : [spec.output];
}

/**
 * Makes an answer of a model's outputs (PIPELINES.md, "Answers"), in double.
 * @param outputs of each step
 * @param inputs of the first step, of which a mask is one
 */
export function decodeAnswer(spec: AnswerSpec, outputs: readonly EngineTensors[], inputs: EngineTensors): Answer {
  if (spec.kind === 'activity') {
    return { kind: 'activity', scores: outputs.map((step) => score(spec, step)), threshold: spec.threshold };
  }
  const output = tensor(outputs[0] ?? {}, spec.output);
  switch (spec.kind) {
    case 'classes':
      return classes(spec, values(output));
    case 'ctc':
      return text(spec, output);
    case 'embedding':
      return vector(values(output), values(tensor(inputs, spec.mask)));
    case 'text-boxes':
      return textBoxes(spec, output.dims, values(output));
    case 'boxes':
      return likeliestBoxes(spec, values(output), values(tensor(outputs[0] ?? {}, spec.boxes)));
  }
}

function score({ output }: Spec<'activity'>, step: EngineTensors): number {
  const [value, ...more] = values(tensor(step, output));
  if (value === undefined || more.length > 0) {
    throw new RangeError(`${output} has ${more.length + 1} values, where each step has one`);
  }
  return value;
}

function classes({ softmax, top, labels }: Spec<'classes'>, scores: Float64Array): Answer {
  const shares = softmax ? softmaxOf(scores) : scores;
  // The sort keeps the order of equal scores, as the host's does.
  const order = Array.from(shares, (_, index) => index).sort((a, b) => (shares[b] as number) - (shares[a] as number));
  return {
    kind: 'classes',
    best: order.slice(0, top).map((index) => ({ index, label: labels[index] ?? String(index), score: shares[index] as number })),
  };
}

function softmaxOf(logits: Float64Array): Float64Array {
  const most = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

function text({ output, blank, alphabet }: Spec<'ctc'>, tensor: EngineTensor): Answer {
  const symbols = tensor.dims.at(-1) ?? 0;
  if (symbols !== alphabet.length) {
    throw new RangeError(`${output} has ${symbols} symbols, the alphabet ${alphabet.length}`);
  }
  const probabilities = values(tensor);
  let text = '';
  let confidence = 0;
  let kept = 0;
  let before = blank;
  for (let at = 0; at < probabilities.length; at += symbols) {
    let best = 0;
    for (let symbol = 1; symbol < symbols; symbol++) {
      best = (probabilities[at + symbol] as number) > (probabilities[at + best] as number) ? symbol : best;
    }
    if (best !== blank && best !== before) {
      text += alphabet[best] as string;
      confidence += probabilities[at + best] as number;
      kept++;
    }
    before = best;
  }
  return { kind: 'text', text, confidence: kept === 0 ? 0 : confidence / kept };
}

/** The mean over the tokens that are there, of length one. */
function vector(values: Float64Array, mask: Float64Array): Answer {
  if (mask.length === 0 || values.length % mask.length !== 0) {
    throw new RangeError(`${values.length} values are no vectors of ${mask.length} tokens`);
  }
  const width = values.length / mask.length;
  const tokens = Math.max(1e-9, mask.reduce((a, b) => a + b, 0));
  const mean = new Float64Array(width);
  mask.forEach((there, token) => {
    for (let i = 0; i < width; i++) {
      mean[i] = (mean[i] as number) + ((values[token * width + i] as number) * there) / tokens;
    }
  });
  const length = Math.sqrt(mean.reduce((sum, value) => sum + value * value, 0));
  return { kind: 'vector', values: Array.from(mean, (value) => (length === 0 ? 0 : value / length)) };
}

function tensor(tensors: EngineTensors, name: string): EngineTensor {
  const found = tensors[name];
  if (found === undefined) {
    throw new RangeError(`there is no tensor ${name}`);
  }
  return found;
}

/** The numbers of a tensor of 32- or 64-bit floats, or of whole numbers. */
function values({ data, type }: EngineTensor): Float64Array {
  if (!ArrayBuffer.isView(data) || type === 'float16') {
    throw new TypeError(`an answer is not made of ${type}`);
  }
  return Float64Array.from(data as unknown as ArrayLike<number | bigint>, Number);
}
