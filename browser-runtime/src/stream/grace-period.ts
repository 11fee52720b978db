// How long a page waits for what only the machine can bring.
const STEP_MS = 250;

export interface GracePeriod {
  /** When it is at its end. */
  readonly over: Promise<void>;
  /** Nobody waits any more. */
  readonly end: () => void;
}

/** So many milliseconds, counted in steps: a machine that stands still, suspended or paused by its host, uses up one at most. */
export function gracePeriod(millis: number): GracePeriod {
  let left = Math.ceil(millis / STEP_MS);
  let timer: ReturnType<typeof setInterval> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      left--;
      if (left === 0) {
        clearInterval(timer);
        resolve();
      }
    }, STEP_MS);
  });
  return { over, end: () => clearInterval(timer) };
}
