// A job as the events change it. Pure: what the server's snapshot says and what its events say come to the same.
import type { EventCell, EventCellFinished, EventJob, EventLog, EventPlanned } from '../api/schema';
import type { Job, JobDetail, LogLine } from '../api/types';
import type { LiveEvent } from './journal';

/** As many lines as the server keeps. */
const LOG_LINES = 500;

/** The job that an event is about. */
export function jobOf(event: LiveEvent): string | undefined {
  const about = (event.data as { job?: string | Job }).job;
  return typeof about === 'string' ? about : about?.id;
}

/** The job after an event; the same object where it changes nothing of it, or was in it already. */
export function applied(detail: JobDetail, event: LiveEvent): JobDetail {
  if (event.id <= detail.lastEvent || jobOf(event) !== detail.job.id) {
    return detail;
  }
  return { ...changed(detail, event), lastEvent: event.id };
}

function changed(detail: JobDetail, event: LiveEvent): JobDetail {
  switch (event.type) {
    case 'job.queued':
    case 'job.started':
    case 'job.ended':
      return { ...detail, job: (event.data as EventJob).job };
    case 'job.planned':
      return { ...detail, job: { ...detail.job, cells: (event.data as EventPlanned).cells } };
    case 'job.log':
      return logged(detail, (event.data as EventLog).line);
    case 'cell.started':
    case 'cell.finished':
    case 'cell.retried':
      return withCell(detail, event.data as EventCell | EventCellFinished);
    default:
      return detail;
  }
}

function logged(detail: JobDetail, line: LogLine): JobDetail {
  const job = line.kind === 'phase' ? { ...detail.job, phase: line.text } : detail.job;
  return { ...detail, job, log: [...detail.log, line].slice(-LOG_LINES) };
}

function withCell(detail: JobDetail, data: EventCell | EventCellFinished): JobDetail {
  const { cell } = data;
  const finished = 'finished' in data ? data.finished : detail.job.finished;
  const progress = [...detail.progress];
  progress[cell.number] = cell;
  const verdicts: Job['verdicts'] = {};
  for (const { verdict } of progress.filter((known) => known !== undefined)) {
    if (verdict !== null) {
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    }
  }
  return { ...detail, progress, job: { ...detail.job, finished, verdicts } };
}

export function isOver(job: Job): boolean {
  return job.state === 'DONE' || job.state === 'CANCELLED' || job.state === 'FAILED';
}
