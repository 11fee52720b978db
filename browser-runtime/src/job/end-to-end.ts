import { answerOutputs, decodeAnswer } from '../answers/answer';
import type { EngineSession, EngineTensor, EngineTensors } from '../engine/engine';
import type { OpenPipeline } from '../pipelines/pipeline';
import { pipelineFeeds } from '../pipelines/pipeline-feeds';
import type { Answer, EndToEnd } from '../protocol/generated';
import type { MessageSink, TensorFrame } from '../protocol/messages';
import { OutputTracker } from './output-tracker';
import type { Clock } from './sampler';
import { type MakeTensor, Steps } from './steps';

/** Milliseconds of one iteration by step; what the engine does not tell apart is left out. */
type StepTimes = Readonly<Record<string, number>>;

/** What stays the same from one iteration to the next. */
export interface EndToEndSession {
  readonly session: EngineSession;
  readonly wanted: readonly string[];
  /** The session's own inputs; those that the pipeline makes take their place. */
  readonly inputs: readonly TensorFrame[];
  readonly carry: Readonly<Record<string, string>>;
  readonly make: MakeTensor;
}

/**
 * Goes from the file's bytes to the model's outputs again and again, and tells what each step took. `inference` is from the call of
 * `run` to the outputs' data on the CPU, as everywhere: the engine copies to and from its device within it. The clock stands while
 * outputs are compared.
 */
export class EndToEndMeter {
  readonly #command: EndToEnd;
  readonly #pipeline: OpenPipeline;
  readonly #on: EndToEndSession;
  readonly #sink: MessageSink;
  readonly #tracker: OutputTracker;
  readonly #clock: Clock;
  #inferences = 0;
  #answer: Answer | null = null;

  constructor(command: EndToEnd, pipeline: OpenPipeline, on: EndToEndSession, sink: MessageSink, clock: Clock) {
    this.#command = command;
    this.#pipeline = pipeline;
    this.#on = on;
    this.#sink = sink;
    this.#tracker = new OutputTracker(command.job, (header, payload) => sink.sendBinary(header, payload));
    this.#clock = clock;
  }

  async run(stopped: () => boolean): Promise<void> {
    const { job, number, iterations, warmUps, maxMs } = this.#command;
    for (let i = 0; i < warmUps && !stopped(); i++) {
      await this.#once();
    }
    const times: StepTimes[] = [];
    const start = this.#clock.now();
    do {
      times.push(await this.#once());
      await this.#clock.breathe();
    } while (!stopped() && times.length < iterations && this.#clock.now() - start < maxMs);
    const elapsedMs = this.#clock.now() - start;
    const steps = Object.keys(times[0] as StepTimes);
    const stepsMs = Object.fromEntries(steps.map((step) => [step, times.map((iteration) => iteration[step] as number)]));
    const answer = this.#answer === null ? {} : { answer: this.#answer };
    this.#sink.send({ type: 'endToEndMeasured', job, number, stepsMs, inferences: this.#inferences, elapsedMs, error: null, ...answer });
  }

  async #once(): Promise<StepTimes> {
    const { session, wanted, inputs, carry, make } = this.#on;
    const prepared = await this.#pipeline.run();
    const begin = this.#clock.now();
    const made = pipelineFeeds(prepared, this.#command.feeds, this.#command.job);
    const names = new Set(made.map(({ header }) => header.name));
    const count = Math.max(...[...made, ...inputs].map(({ header }) => header.step)) + 1;
    const steps = new Steps([...inputs.filter(({ header }) => !names.has(header.name)), ...made], count, carry, make);
    const upload = this.#clock.now() - begin;
    const first = steps.feeds();
    const results: EngineTensors[] = [];
    let inference = 0;
    let answering: StepTimes = {};
    try {
      for (let step = 0; step < count; step++) {
        const feeds = steps.feeds();
        const start = this.#clock.now();
        const outputs = await session.run(feeds, wanted);
        inference += this.#clock.now() - start;
        try {
          this.#tracker.observe(step, this.#inferences++, outputs);
          results.push(kept(outputs, answerOutputs(this.#command.answer)));
          if (step === count - 1) {
            answering = this.#answered(results, first);
          }
        } finally {
          steps.advance(outputs);
        }
      }
    } finally {
      steps.release();
    }
    const { decodeMs, featuresMs: features } = prepared;
    return { ...(decodeMs === null ? {} : { decode: decodeMs }), features, upload, inference, ...answering };
  }

  /** From the outputs to the answer; nothing where none is wanted. */
  #answered(results: readonly EngineTensors[], first: EngineTensors): StepTimes {
    const { answer } = this.#command;
    if (answer === undefined) {
      return {};
    }
    const start = this.#clock.now();
    this.#answer = decodeAnswer(answer, results, first);
    return { postProcessing: this.#clock.now() - start };
  }
}

/** The data of the outputs that the answer is read from, which outlives the tensors that the next step takes. */
function kept(outputs: EngineTensors, names: readonly string[]): EngineTensors {
  const copies: Record<string, EngineTensor> = {};
  for (const name of names) {
    const output = outputs[name];
    if (output !== undefined) {
      copies[name] = { type: output.type, dims: output.dims, data: output.data, dispose: () => undefined };
    }
  }
  return copies;
}
