import { API } from '../api/client';
import type { Source } from './hub';

/** Opens the server's stream of events after the last one that is known. */
export function eventSource(after: number | undefined): Source {
  return new EventSource(`${API}/events${after === undefined ? '' : `?after=${after}`}`);
}
