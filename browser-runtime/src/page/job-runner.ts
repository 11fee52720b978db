import type { Engine } from '../engine/engine';
import { capabilities } from '../evidence/capabilities';
import type { EvidenceCollector } from '../evidence/collector';
import { pageMemory } from '../evidence/page-memory';
import { ExecuteJob, type Job } from '../job/execute-job';
import { PrepareJob } from '../job/prepare-job';
import type { StartWorker } from '../pack/worker-pool';
import { PackJob } from '../pack/pack-job';
import { EngineHealth } from '../job/engine-health';
import { KernelsJob } from '../profile/kernels-job';
import type { LinkListener } from '../protocol/link';
import type { Incoming, MessageSink, TensorFrame } from '../protocol/messages';

/** Takes the host's messages to the jobs: one job at a time, later ones wait. */
export class JobRunner implements LinkListener {
  readonly #engine: Engine;
  readonly #evidence: EvidenceCollector;
  readonly #startWorker: StartWorker;
  readonly #show: (text: string) => void;
  readonly #health = new EngineHealth();
  readonly #inputs = new Map<string, TensorFrame[]>();
  readonly #jobs = new Map<string, Job>();
  #sink: MessageSink | null = null;
  #running: Job | null = null;
  #queue: Promise<void> = Promise.resolve();

  /** @param startWorker starts the workers of a pack */
  constructor(engine: Engine, evidence: EvidenceCollector, startWorker: StartWorker, show: (text: string) => void) {
    this.#engine = engine;
    this.#evidence = evidence;
    this.#startWorker = startWorker;
    this.#show = show;
  }

  /** The outlet and its listener know each other, so one of them is told later. */
  attach(sink: MessageSink): void {
    this.#sink = sink;
  }

  onSession(): void {
    void capabilities(this.#engine).then((message) => this.#sink?.send(message));
  }

  onTensor(frame: TensorFrame): void {
    const { job } = frame.header;
    // Thousands may come before one command.
    const frames = this.#inputs.get(job);
    if (frames === undefined) {
      this.#inputs.set(job, [frame]);
    } else {
      frames.push(frame);
    }
  }

  onMessage(message: Incoming): void {
    const sink = this.#sink;
    if (sink === null) {
      return;
    }
    switch (message.type) {
      case 'execute': {
        const inputs = this.#inputs.get(message.job) ?? [];
        this.#inputs.delete(message.job);
        this.#enqueue(new ExecuteJob(message, inputs, this.#engine, this.#evidence, sink, this.#health));
        break;
      }
      case 'prepare':
        this.#enqueue(new PrepareJob(message, sink));
        break;
      case 'pack':
        this.#enqueue(new PackJob(message, sink, this.#startWorker));
        break;
      case 'kernels':
        this.#enqueue(new KernelsJob(message, sink));
        break;
      case 'measure':
      case 'infer':
      case 'advance': {
        const inputs = this.#inputs.get(message.job) ?? [];
        this.#inputs.delete(message.job);
        this.#find(message.job, message.type)?.command(message, inputs);
        break;
      }
      case 'stream':
      case 'endToEnd':
      case 'media':
      case 'finish':
        this.#find(message.job, message.type)?.command(message, []);
        break;
      case 'cancel':
        this.#inputs.delete(message.job);
        this.#find(message.job, message.type)?.cancel();
        break;
      case 'memory':
        void pageMemory(message.timeoutMs).then((report) => sink.send({ type: 'memoryReport', job: message.job, ...report }));
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
    this.#sink?.send({ type: 'log', level: 'error', text: reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason) });
    // While nothing runs, too: the next job would meet a dead device.
    this.#health.note(reason);
    this.#running?.fail(reason);
  }

  #find(id: string, command: string): Job | undefined {
    const job = this.#jobs.get(id);
    if (job === undefined) {
      this.#sink?.send({ type: 'log', level: 'debug', text: `${command} for job ${id}, which is not here` });
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
