import { describe, expect, it } from 'vitest';
import type { Training, TrainingRun, TrainingsCompared, TrainingsComparedPair, TrainingsComparedPlace } from '../src/api/types';
import { checks, gradients, notes } from '../src/pages/training-checks';
import { curves, thinned } from '../src/pages/training-curves';
import { against, losses, speed, steps } from '../src/pages/training-against';
import { command, head, replicas, results } from '../src/pages/training';
import { accuracy, trainingList } from '../src/pages/trainings';
import { text } from './said';

const RUN: TrainingRun = {
  number: 1, words: 'wasm in Chrome 153', target: 'chrome/153/wasm', backend: 'wasm', chain: null, replicas: [], machine: 'd'.repeat(64), stateAsked: 'cpu', stateSeen: 'cpu', seed: 42,
  verdict: 'PASS', failure: null, reason: null, proof: 'PROVEN', placement: 'all 120 nodes there',
  checks: { exactSteps: 10, exactFurthest: 0.143, likeNative: 'BOUNDED', firstOther: 2, repeated: true, resumed: null },
  notes: [], imported: false, steps: 3, lastLoss: 0.25, samplesPerSecond: 4000, stepMs: 7, furthest: 1.67,
  curve: { every: 1, points: [{ step: 1, loss: 1, ms: 7 }, { step: 2, loss: 0.5, ms: null }, { step: 3, loss: 0.25, ms: 8 }] },
  looks: [{ step: 3, trainedMs: 24, right: 90, of: 100, accuracy: 0.9, low: 0.82, high: 0.95 }],
  layers: [{ name: 'dense1.weight', elements: 16384, furthest: 1.67, relative: 2.2e-7, beyond: 0, difference: null }], layersLeftOut: 0,
};
const WRONG: TrainingRun = { ...RUN, number: 2, verdict: 'WRONG', reason: 'a gradient lies 40 σ off', samplesPerSecond: null, stepMs: null, furthest: null, lastLoss: null, curve: { every: 4, points: [{ step: 1, loss: null, ms: null }, { step: 5, loss: 2, ms: null }] } };
const TRAINING: Training = { id: 't1', at: '2026-11-29T10:00:00Z', product: '0.1.0', task: { network: 'mlp', modelSha256: null, parameters: 17226, data: 'digits', sha256: 'f00d', train: 1438, test: 359, classes: 10, chance: 0.1, optimizer: 'adam', learningRate: null, clip: null, batch: 32, plannedSteps: 40, resident: false }, runs: [RUN, WRONG] };

describe('a training', () => {
  it('shows speed of what is right alone', () => {
    expect(text(results(TRAINING))).toContain('90.0 % (82.0 % – 95.0 %)');
    expect(text(results({ ...TRAINING, runs: [WRONG] }))).not.toContain('7.00 ms');
    const [loss, , time] = curves([{ name: 'A', training: TRAINING }]) as { props: { data: { lines: { points: unknown }[] } } }[];
    expect(loss?.props.data.lines.map(({ points }) => points)).toEqual([[[1, 1], [2, 0.5], [3, 0.25]], [[5, 2]]]);
    expect(time?.props.data.lines.map(({ points }) => points)).toEqual([[[1, 7], [3, 8]]]);
  });

  it('names its side where there are two, and says where not each step is drawn', () => {
    const sides = [{ name: 'A', training: TRAINING }, { name: 'B', training: { ...TRAINING, id: 't2', runs: [RUN] } }];
    const [loss] = curves(sides) as { props: { data: { lines: { label: string }[] } } }[];
    expect(loss?.props.data.lines.map(({ label }) => label)).toEqual(['A [1] wasm in Chrome 153, seed 42', 'A [2] wasm in Chrome 153, seed 42', 'B [1] wasm in Chrome 153, seed 42']);
    expect(thinned(sides)).toContain('each 4. step');
    expect(thinned([{ name: 'A', training: { ...TRAINING, runs: [RUN] } }])).toBe('');
  });

  it('has a table of replicas where several places trained together, and none else', () => {
    const replica = { words: 'wasm in Chrome 153', target: 'chrome/153/wasm', backend: 'wasm', samples: 20, rounds: 39, proof: 'PROVEN', placement: 'all 54 nodes there', elsewhere: null } as const;
    const said = text(replicas([RUN, { ...RUN, number: 2, replicas: [replica, { ...replica, words: 'cpu, onnxruntime 1.29.0', samples: 12, proof: null, placement: null }] }]));
    expect(said).toContain('Replicas of [2]');
    expect(said).toContain('[1] cpu, onnxruntime 1.29.0');
    expect(said).toContain('all 54 nodes there');
    expect(replicas([RUN])).toEqual([]);
    expect(text(results({ ...TRAINING, runs: [{ ...RUN, proof: null, placement: '[1] all 54 nodes there' }] }))).toContain('not shown of all [1] all 54 nodes there');
    expect(text(results({ ...TRAINING, runs: [{ ...RUN, proof: null, placement: null }] }))).not.toContain('of all');
  });

  it('says what it was held against, and infinite where a gradient is no number', () => {
    expect(text(checks([RUN, WRONG]))).toContain('bounded, other bits from step 2');
    expect(text(checks([WRONG]))).toContain('∞ σ');
    expect(text(gradients([RUN]))).toContain('dense1.weight');
    expect(gradients([{ ...RUN, layers: [] }])).toBe(false);
    expect(text(notes([RUN, WRONG], 40))).toContain('a gradient lies 40 σ off');
  });

  it('that made all its steps and failed all the same is not told as one that did not get through', () => {
    const failed: TrainingRun = { ...RUN, verdict: 'FAILED', failure: '[1] was not there to the end' };
    expect(text(notes([failed], 3))).toContain('made all steps, and failed');
    expect(text(notes([failed], 40))).toContain('did not get through');
  });

  it('names the file that was trained on, and the chain that came to a backend', () => {
    expect(text(head({ ...TRAINING, task: { ...TRAINING.task, network: 'own', modelSha256: 'ab'.repeat(32) } }))).toContain('ab'.repeat(32));
    expect(text(head(TRAINING))).not.toContain('SHA-256');
    expect(text(results({ ...TRAINING, runs: [{ ...RUN, chain: 'webgpu→wasm' }] }))).toContain('of webgpu→wasm');
    expect(text(results(TRAINING))).not.toContain('of webgpu');
  });

  it('offers a command that holds it against another one', () => {
    expect(command('t2', '', 't1')).toBe('bascule compare t2 t1');
    expect(command('t2', 't0', 't1')).toBe('bascule compare t2 t0');
    expect(command('t2', '', undefined)).toBe('bascule history');
  });

  it('without a step has no curve', () => {
    expect(text(curves([{ name: 'A', training: { ...TRAINING, runs: [{ ...RUN, curve: { every: 1, points: [] } }] } }]))).toContain('No target made a step');
  });
});

describe('the list of trainings', () => {
  const page = { number: 1, size: 50, total: 1, pages: 1 };
  it('says how to get some where there are none', () => {
    expect(text(trainingList({ trainings: [], page: { ...page, total: 0, pages: 0 } }, () => undefined))).toContain('No trainings yet');
  });

  it('says what was imported, and of nothing else', () => {
    const heading = { id: 't1', at: '2026-11-30T01:00:00Z', network: 'mlp', data: 'digits', optimizer: 'adam', backends: ['wasm'], verdicts: { PASS: 1 }, accuracies: null, imported: false };
    const listed = (imported: boolean): string => text(trainingList({ trainings: [{ ...heading, imported }], page }, () => undefined));
    expect(listed(true)).toContain('t1 imported');
    expect(listed(false)).not.toContain('imported');
  });

  it('has the range of accuracies, or a dash', () => {
    expect(accuracy({ least: 0.9, most: 0.95 })).toBe('90.0\u00a0% – 95.0\u00a0%');
    expect(accuracy({ least: 0.9, most: 0.9 })).toBe('90.0\u00a0%');
    expect(accuracy(null)).toBe('–');
  });
});

describe('two trainings', () => {
  const pair: TrainingsComparedPair = { seed: 42, baseline: { number: 1, target: 't', verdict: 'PASS', steps: 40, accuracy: 0.94, samplesPerSecond: 4000 }, candidate: { number: 1, target: 't', verdict: 'WRONG', steps: 40, accuracy: 0.94, samplesPerSecond: null }, change: 'correctness', why: 'a gradient lies off', losses: { class: 'bounded', steps: 40, firstOtherStep: 7, firstBeyondStep: null, furthest: 5.8e-7 }, accuracyStep: 40, accuracyDifference: -0.02, accuracyCi95: [-0.06, 0.02] };
  const place: TrainingsComparedPlace = { place: 'wasm in Chrome', speed: { finding: 'not-compared', ratio: null, ci95: null, p: null, adjustedP: null, why: 'not right on both sides' }, steps: { verdict: 'too-slow', ratio: 1.5, p: 0.03, adjustedP: 0.06, baselineReached: 6, candidateReached: 6, of: 6, leftOut: 1, why: null }, accuracy: null, pairs: [pair] };
  const compared: TrainingsCompared = { schemaVersion: 1, baseline: 't1', candidate: 't2', task: 'mlp', sameMachine: false, targetAccuracy: 0.95, options: { level: 0.01, stepsLevel: 0.05, margin: 0.05, threshold: 0.02, seed: 42 }, places: [place], differences: [{ what: 'engine', baseline: ['a'], candidate: ['b'] }], onlyBaseline: ['cpu, seed 42'], onlyCandidate: [], regressions: ['wasm in Chrome was PASS and is WRONG'] };

  it('are told verdicts first, with what differs between them', () => {
    const said = text(against(compared));
    expect(said).toContain('was PASS and is WRONG');
    expect(said).toContain('engine: a → b');
    expect(said).toContain('Only A has cpu, seed 42');
    expect(said).toContain('−2.0 (−6.0 to +2.0) after step 40');
    expect(said).toContain('Not one machine that is known');
  });

  it('claim no difference of steps that the correction takes back', () => {
    expect(steps(place, 0.95)).toContain('no difference shown, the median ×1.50 (p 0.060');
    expect(steps({ ...place, steps: { ...place.steps, adjustedP: 0.03 } }, 0.95)).toContain('later, the median ×1.50');
    expect(steps({ ...place, steps: { ...place.steps, verdict: null, why: 'no target accuracy was named' } }, null)).toContain('not compared: no target accuracy was named; 1 seed left out');
  });

  it('say how losses agree, and why speed is not compared', () => {
    expect(losses(pair)).toBe('bounded (5.80e-7), other bits from step 7');
    expect(losses({ ...pair, losses: { class: 'bitwise', steps: 40, firstOtherStep: null, firstBeyondStep: null, furthest: 0 } })).toBe('bitwise over 40 steps');
    expect(losses({ ...pair, losses: null })).toBe('no step in common');
    expect(speed(place)).toBe('speed not compared: not right on both sides');
  });
});
