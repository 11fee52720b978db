import { describe, expect, test } from 'vitest';
import { EndToEndMeter } from '../src/job/end-to-end';
import type { Clock } from '../src/job/sampler';
import type { OpenPipeline } from '../src/pipelines/pipeline';
import { pipelineFeeds } from '../src/pipelines/pipeline-feeds';
import type { EndToEnd } from '../src/protocol/generated';
import type { Outgoing, OutgoingBinary } from '../src/protocol/messages';
import { FakeEngine, type FakeTensor, tensor } from './fake-engine';

/** A clock that only the fakes move. */
class FakeClock implements Clock {
  ms = 0;
  now = (): number => this.ms;
  breathe = (): Promise<void> => Promise.resolve();
}

const command: EndToEnd = {
  type: 'endToEnd',
  seq: 1,
  job: 'j',
  number: 3,
  pipeline: { kind: 'audio', features: 'pcm', sampleRate: 16000, frames: 1, mels: 80 },
  assets: {},
  text: null,
  feeds: [{ tensor: 'pcm', input: 'x', dims: [1, 3], frame: { length: 2, context: 1 } }],
  iterations: 2,
  warmUps: 1,
  maxMs: 1000,
  answer: { kind: 'activity', output: 'y', threshold: 10 },
};

/** Four samples, decoded in 5 ms and featured in 3. */
function pipeline(): OpenPipeline {
  return {
    run: () =>
      Promise.resolve({
        tensors: [{ name: 'pcm', dtype: 'float32', dims: [1, 4], data: Float32Array.of(1, 2, 3, 4) }],
        facts: {},
        decodeMs: 5,
        featuresMs: 3,
      }),
  };
}

describe('from the file to the answer', () => {
  async function measured(iterations = command): Promise<{ said: Outgoing[]; sent: OutgoingBinary[]; made: FakeTensor[]; seen: number[][] }> {
    const clock = new FakeClock();
    const made: FakeTensor[] = [];
    const seen: number[][] = [];
    // y = the frame's sum and the state; the state counts the steps. A run takes 7 ms.
    const engine = new FakeEngine((feeds) => {
      clock.ms += 7;
      const x = Array.from((feeds['x'] as FakeTensor).data as Float32Array);
      const [state] = (feeds['state'] as FakeTensor).data as Float32Array;
      seen.push([...x, state as number]);
      const outputs = {
        y: tensor('float32', [1], Float32Array.of(x.reduce((a, b) => a + b, 0) + (state as number))),
        next: tensor('float32', [1], Float32Array.of((state as number) + 1)),
      };
      made.push(outputs.y, outputs.next);
      return outputs;
    });
    const said: Outgoing[] = [];
    const sent: OutgoingBinary[] = [];
    const sink = {
      send: (message: Outgoing) => void said.push(message),
      // Sending is what the clock must not see.
      sendBinary: (header: OutgoingBinary) => {
        clock.ms += 100;
        sent.push(header);
      },
    };
    const state = { header: { type: 'tensor', seq: 0, job: 'j', role: 'input', name: 'state', dtype: 'float32', dims: [1], step: 0, iteration: 0 }, payload: new Uint8Array(4) } as const;
    const on = {
      session: await engine.open({} as never),
      wanted: ['y', 'next'],
      inputs: [{ ...state, header: { ...state.header, dims: [1] } }],
      carry: { state: 'next' },
      make: (...parts: Parameters<FakeEngine['tensor']>) => engine.tensor(...parts),
    };
    await new EndToEndMeter(iterations, pipeline(), on, sink, clock).run(() => false);
    return { said, sent, made, seen };
  }

  test('tells each step apart, carries state within an iteration, and starts anew in the next', async () => {
    const { said, seen } = await measured();

    expect(seen.slice(0, 2)).toEqual([
      [0, 1, 2, 0],
      [2, 3, 4, 1],
    ]);
    expect(seen.slice(2, 4)).toEqual(seen.slice(0, 2));
    expect(said).toEqual([
      {
        type: 'endToEndMeasured',
        job: 'j',
        number: 3,
        stepsMs: { decode: [5, 5], features: [3, 3], upload: [0, 0], inference: [14, 14], postProcessing: [0, 0] },
        inferences: 6,
        elapsedMs: 28,
        error: null,
        answer: { kind: 'activity', scores: [3, 10], threshold: 10 },
      },
    ]);
  });

  test('sends each output once and frees all of them', async () => {
    const { sent, made } = await measured();
    expect(sent.map((header) => header.type === 'tensor' && `${header.name}/${header.step}`)).toEqual(['y/0', 'next/0', 'y/1', 'next/1']);
    expect(made.filter(({ disposed }) => !disposed)).toEqual([]);
  });

  test('frees its outputs where no answer can be read from them', async () => {
    const broken: EndToEnd = { ...command, answer: { kind: 'ctc', output: 'y', blank: 0, alphabet: ['a', 'b'] } };
    await expect(measured(broken)).rejects.toThrow('1 symbols, the alphabet 2');
  });

  test('a tensor that does not fill its input is refused with both shapes', () => {
    const feed = { tensor: 'pcm', input: 'x', dims: [1, 5] };
    const made = { tensors: [{ name: 'pcm', dtype: 'float32' as const, dims: [1, 4], data: new Float32Array(4) }], facts: {}, decodeMs: null, featuresMs: 1 };
    expect(() => pipelineFeeds(made, [feed], 'j')).toThrow('[1,4]');
    expect(() => pipelineFeeds(made, [{ ...feed, tensor: 'other' }], 'j')).toThrow('other');
  });
});
