// One job, live: progress, its cells as they are done, its log; at its end the way to what it brought.
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAbort, isUnreachable } from '../api/client';
import type { JobDetail } from '../api/types';
import type { Context } from '../app/view';
import { announce } from '../dom/announce';
import { commandLine } from '../dom/copy';
import { h, type Markup } from '../dom/h';
import { applied, isOver, jobOf } from '../live/jobs';
import type { LiveEvent } from '../live/journal';
import { loading, problemBox } from '../widgets/states';
import { jobCells } from './job-cells';
import { jobHead } from './job-head';
import { JobLog } from './job-log';

/** Before a snapshot is asked for again that did not get through, in milliseconds. */
const PAUSE = 2_000;

interface Seen {
  readonly detail?: JobDetail;
  /** Why there is nothing to see. */
  readonly error?: unknown;
}

export function JobPage({ context, id }: { context: Context; id: string }): Markup {
  const [{ detail, error }, load] = useJob(context, id);
  const [refused, setRefused] = useState<unknown>();
  const cancel = async (): Promise<void> => {
    try {
      await context.api.delete(`/jobs/${encodeURIComponent(id)}`);
      announce('Cancelling');
    } catch (reason) {
      setRefused(reason);
    }
  };
  const running = detail?.progress.some((cell) => cell != null && cell.verdict === null) ?? false;
  return h(
    'div',
    { class: 'job-page' },
    h('div', null, error !== undefined ? problemBox(error, load) : detail === undefined ? loading('the job') : [jobHead(context, detail.job, running, () => void cancel()), refused !== undefined && problemBox(refused)]),
    jobCells(detail),
    h(JobLog, { lines: detail?.log ?? [] }),
    h('div', null, detail !== undefined && [h('h2', null, 'The same from the command line'), commandLine(detail.job.command)]),
  );
}

/** A job as its snapshot and the events after it have it. */
function useJob({ api, live }: Context, id: string): readonly [Seen, () => void] {
  const [seen, setSeen] = useState<Seen>({});
  const begin = useRef<() => void>(() => undefined);
  useEffect(() => {
    const asked = new AbortController();
    let detail: JobDetail | undefined;
    let later: ReturnType<typeof setTimeout> | undefined;
    const load = async (again = false): Promise<void> => {
      try {
        const snapshot = await api.get<JobDetail>(`/jobs/${encodeURIComponent(id)}`, {}, asked.signal);
        const since = live.since(snapshot.lastEvent);
        if (since === undefined && !again) {
          // Events between the snapshot and the first of the stream are nowhere: a younger snapshot has them.
          void load(true);
          return;
        }
        // Events that came while the snapshot was on its way are those after it; the ones in it are skipped by their ids.
        detail = (since ?? []).reduce(applied, snapshot);
        setSeen({ detail });
      } catch (error) {
        missed(error);
      }
    };
    /** What is shown stays, and follows the events, while the server cannot be reached. */
    const missed = (error: unknown): void => {
      if (isAbort(error)) {
        return;
      }
      if (detail !== undefined && isUnreachable(error)) {
        clearTimeout(later);
        later = setTimeout(() => void load(), PAUSE);
      } else {
        setSeen((before) => ({ ...before, error }));
      }
    };
    const took = (event: LiveEvent): void => {
      if (detail === undefined || jobOf(event) !== id) {
        return;
      }
      const before = detail;
      detail = applied(before, event);
      if (isOver(detail.job) && !isOver(before.job)) {
        announce(`The run is ${detail.job.state.toLowerCase()}`);
        // Once the history has the run, the snapshot knows its cells there.
        void load();
      }
      setSeen({ detail });
    };
    const unfollow = live.follow({ event: took, reload: () => void load() });
    begin.current = () => void load();
    void load();
    return () => (unfollow(), asked.abort(), clearTimeout(later));
  }, [id]);
  return [seen, () => begin.current()];
}
