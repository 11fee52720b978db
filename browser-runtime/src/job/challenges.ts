import type { EngineSession } from '../engine/engine';
import type { ChallengePoint, ChallengeTimes, Execute } from '../protocol/generated';
import type { OutgoingBinary, MessageSink, TensorFrame } from '../protocol/messages';
import { CarriedOutputs } from './carried-outputs';
import { OutputTracker } from './output-tracker';
import { type Interlude, pageClock, Sampler } from './sampler';
import { type MakeTensor, Steps } from './steps';

interface Answer {
  readonly header: OutgoingBinary;
  readonly payload: Uint8Array;
}

/**
 * Fresh inputs within a block: each is run as an iteration is, and is no sample. The answers are kept until the block has
 * ended, so that sending them does not disturb it.
 */
export class Challenges {
  readonly #execute: Execute;
  readonly #session: EngineSession;
  readonly #wanted: readonly string[];
  readonly #inputs: readonly TensorFrame[];
  readonly #make: MakeTensor;
  readonly #answers: Answer[] = [];
  readonly #times: ChallengeTimes[] = [];

  /** @param inputs the tensors of all challenges, each with its challenge's number as iteration */
  constructor(execute: Execute, session: EngineSession, wanted: readonly string[], inputs: readonly TensorFrame[], make: MakeTensor) {
    this.#execute = execute;
    this.#session = session;
    this.#wanted = wanted;
    this.#inputs = inputs;
    this.#make = make;
  }

  interludes(points: readonly ChallengePoint[]): readonly Interlude[] {
    return points.map((point) => ({ after: point.after, run: () => this.#run(point) }));
  }

  async #run({ number, steps: count }: ChallengePoint): Promise<void> {
    const frames = this.#inputs.filter(({ header }) => header.iteration === number);
    const steps = new Steps(frames, count, this.#execute.carry, this.#make);
    const tracker = new OutputTracker(this.#execute.job, (header, payload) =>
      this.#answers.push({ header: { ...header, role: 'challenge', iteration: number }, payload }),
    );
    const carried = CarriedOutputs.of(this.#execute.carry, this.#wanted);
    const sampler = new Sampler(this.#session, this.#wanted, steps, tracker, pageClock, carried);
    const millis: number[] = [];
    try {
      while (millis.length < count) {
        millis.push(await sampler.once());
      }
    } finally {
      steps.release();
    }
    this.#times.push({ number, millis });
  }

  /** Sends the answers, and says how long they took. */
  ship(sink: MessageSink): ChallengeTimes[] {
    for (const { header, payload } of this.#answers) {
      sink.sendBinary(header, payload);
    }
    return this.#times;
  }
}
