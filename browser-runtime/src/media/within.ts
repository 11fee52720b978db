import { gracePeriod } from '../stream/grace-period';

/** The way does not answer. */
export class MediaSilence extends Error {
  override readonly name = 'MediaSilence';
}

/** What comes in time, or an error that says what did not. */
export async function within<T>(millis: number, what: string, work: Promise<T>): Promise<T> {
  const waiting = gracePeriod(millis);
  const late = waiting.over.then((): never => {
    throw new MediaSilence(`${what}: nothing came within ${Math.round(millis / 1000)} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    waiting.end();
    late.catch(() => undefined);
  }
}

export function pause(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis));
}
