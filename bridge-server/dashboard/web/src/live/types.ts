// The events' names; the stream tells a page only of those that it names.
import { RESET } from './journal';

export const EVENT_TYPES = [
  RESET,
  'history.changed',
  'pool.changed',
  'schedule.changed',
  'schedule.missed',
  'job.queued',
  'job.started',
  'job.planned',
  'job.log',
  'job.ended',
  'cell.started',
  'cell.finished',
  'cell.retried',
] as const;

/** Which events make the history, and so whatever is made of it, another one. */
export function changesHistory({ type }: { readonly type: string }): boolean {
  return type === 'history.changed';
}
