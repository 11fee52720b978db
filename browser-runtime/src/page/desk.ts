import type { Engine } from '../engine/engine';
import { capabilities } from '../evidence/capabilities';
import type { EvidenceCollector } from '../evidence/collector';
import { pageMemory } from '../evidence/page-memory';
import { ExecuteJob, type Job } from '../job/execute-job';
import { PrepareJob } from '../job/prepare-job';
import type { StartWorker } from '../pack/crew';
import { PackJob } from '../pack/pack-job';
import { Soundness } from '../job/soundness';
import { KernelsJob } from '../profile/kernels-job';
import type { LinkListener } from '../protocol/link';
import type { Incoming, Outlet, TensorFrame } from '../protocol/messages';

/** Takes the host's messages to the jobs: one job at a time, later ones wait. */
export class Desk implements LinkListener {
  readonly #engine: Engine;
  readonly #evidence: EvidenceCollector;
  readonly #crews: StartWorker;
  readonly #show: (text: string) => void;
  readonly #soundness = new Soundness();
  readonly #inputs = new Map<string, TensorFrame[]>();
  readonly #jobs = new Map<string, Job>();
  #outlet: Outlet | null = null;
  #running: Job | null = null;
  #queue: Promise<void> = Promise.resolve();

  /** @param crews starts the workers of a pack */
  constructor(engine: Engine, evidence: EvidenceCollector, crews: StartWorker, show: (text: string) => void) {
    this.#engine = engine;
    this.#evidence = evidence;
    this.#crews = crews;
    this.#show = show;
  }

  /** The outlet and its listener know each other, so one of them is told later. */
  attach(outlet: Outlet): void {
    this.#outlet = outlet;
  }

  onSession(): void {
    void capabilities(this.#engine).then((message) => this.#outlet?.send(message));
  }

  onTensor(frame: TensorFrame): void {
    const { job } = frame.header;
    this.#inputs.set(job, [...(this.#inputs.get(job) ?? []), frame]);
  }

  onMessage(message: Incoming): void {
    const outlet = this.#outlet;
    if (outlet === null) {
      return;
    }
    switch (message.type) {
      case 'execute': {
        const inputs = this.#inputs.get(message.job) ?? [];
        this.#inputs.delete(message.job);
        this.#enqueue(new ExecuteJob(message, inputs, this.#engine, this.#evidence, outlet, this.#soundness));
        break;
      }
      case 'prepare':
        this.#enqueue(new PrepareJob(message, outlet));
        break;
      case 'pack':
        this.#enqueue(new PackJob(message, outlet, this.#crews));
        break;
      case 'kernels':
        this.#enqueue(new KernelsJob(message, outlet));
        break;
      case 'measure':
      case 'infer': {
        const inputs = this.#inputs.get(message.job) ?? [];
        this.#inputs.delete(message.job);
        this.#find(message.job, message.type)?.command(message, inputs);
        break;
      }
      case 'stream':
      case 'finish':
        this.#find(message.job, message.type)?.command(message, []);
        break;
      case 'cancel':
        this.#inputs.delete(message.job);
        this.#find(message.job, message.type)?.cancel();
        break;
      case 'memory':
        void pageMemory(message.timeoutMs).then((report) => outlet.send({ type: 'memoryReport', job: message.job, ...report }));
        break;
      case 'bye':
        this.#running?.cancel();
        break;
    }
  }

  onStatus(text: string): void {
    this.#show(text);
  }

  onEnd(reason: string): void {
    this.#running?.cancel();
    this.#show(`ended: ${reason}`);
  }

  /** Something broke that no call in progress will report. */
  broken(reason: unknown): void {
    this.#outlet?.send({ type: 'log', level: 'error', text: reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason) });
    // While nothing runs, too: the next job would meet a dead device.
    this.#soundness.note(reason);
    this.#running?.fail(reason);
  }

  #find(id: string, command: string): Job | undefined {
    const job = this.#jobs.get(id);
    if (job === undefined) {
      this.#outlet?.send({ type: 'log', level: 'debug', text: `${command} for job ${id}, which is not here` });
    }
    return job;
  }

  #enqueue(job: Job): void {
    this.#jobs.set(job.id, job);
    this.#queue = this.#queue.then(async () => {
      this.#running = job;
      this.#show(`running ${job.id}`);
      await job.run();
      this.#running = null;
      this.#jobs.delete(job.id);
      this.#show('waiting for work');
    });
  }
}
