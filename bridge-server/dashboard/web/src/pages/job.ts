// One job, live: progress, its cells as they are done, its log; at its end the way to what it brought.
import { isAbort, isUnreachable } from '../api/client';
import type { JobDetail } from '../api/types';
import type { Context, View } from '../app/view';
import { announce } from '../dom/announce';
import { commandLine } from '../dom/copy';
import { fill, h } from '../dom/h';
import { applied, isOver, jobOf } from '../live/jobs';
import type { LiveEvent } from '../live/journal';
import { loading, problemBox } from '../widgets/states';
import { jobCells } from './job-cells';
import { jobHead } from './job-head';
import { jobLog } from './job-log';

/** Before a snapshot is asked for again that did not get through, in milliseconds. */
const PAUSE = 2_000;

export function jobPage(context: Context, id: string): View {
  const page = new JobPage(context, id);
  return { title: 'Run', element: page.element, dispose: () => page.dispose() };
}

class JobPage {
  private readonly head = h('div', null, loading('the job'));
  private readonly command = h('div');
  private readonly cells = jobCells();
  private readonly log = jobLog();
  readonly element = h('div', { class: 'job-page' }, this.head, this.cells.element, this.log.element, this.command);
  private readonly asked = new AbortController();
  private readonly unfollow: () => void;
  private detail: JobDetail | undefined;
  private drawing = false;
  private later: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly context: Context,
    private readonly id: string,
  ) {
    this.unfollow = context.live.follow({ event: (event) => this.took(event), reload: () => void this.load() });
    void this.load();
  }

  dispose(): void {
    this.unfollow();
    this.asked.abort();
    clearTimeout(this.later);
    this.detail = undefined;
  }

  private async load(again = false): Promise<void> {
    try {
      const snapshot = await this.context.api.get<JobDetail>(`/jobs/${encodeURIComponent(this.id)}`, {}, this.asked.signal);
      const since = this.context.live.since(snapshot.lastEvent);
      if (since === undefined && !again) {
        // Events between the snapshot and the first of the stream are nowhere: a younger snapshot has them.
        void this.load(true);
        return;
      }
      // Events that came while the snapshot was on its way are those after it; the ones in it are skipped by their ids.
      this.detail = (since ?? []).reduce(applied, snapshot);
      fill(this.command, h('h2', null, 'The same from the command line'), commandLine(snapshot.job.command));
      this.draw();
    } catch (error) {
      this.missed(error);
    }
  }

  /** What is shown stays, and follows the events, while the server cannot be reached. */
  private missed(error: unknown): void {
    if (isAbort(error)) {
      return;
    }
    if (this.detail !== undefined && isUnreachable(error)) {
      clearTimeout(this.later);
      this.later = setTimeout(() => void this.load(), PAUSE);
    } else {
      fill(this.head, problemBox(error, () => void this.load()));
    }
  }

  private took(event: LiveEvent): void {
    if (this.detail === undefined || jobOf(event) !== this.id) {
      return;
    }
    const before = this.detail;
    this.detail = applied(before, event);
    if (isOver(this.detail.job) && !isOver(before.job)) {
      announce(`The run is ${this.detail.job.state.toLowerCase()}`);
      // Once the history has the run, the snapshot knows its cells there.
      void this.load();
    }
    this.draw();
  }

  /** At most once a frame, however many events there are. */
  private draw(): void {
    if (this.drawing) {
      return;
    }
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      if (this.detail !== undefined) {
        fill(this.head, jobHead(this.context, this.detail.job, this.detail.progress.some((cell) => cell != null && cell.verdict === null), () => void this.cancel()));
        this.cells.show(this.detail);
        this.log.show(this.detail.log);
      }
    });
  }

  private async cancel(): Promise<void> {
    try {
      await this.context.api.delete(`/jobs/${encodeURIComponent(this.id)}`);
      announce('Cancelling');
    } catch (error) {
      this.head.append(problemBox(error));
    }
  }
}
