// What pages stand on: answers of the server, the server's events, and stores that change by themselves.
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { isAbort } from '../api/client';
import { Newest } from '../api/newest';
import type { Child } from '../dom/h';
import type { LiveHub } from '../live/hub';
import type { LiveEvent } from '../live/journal';
import { loading, problemBox } from '../widgets/states';

/** Many events in a row are one change, in milliseconds. */
const SOON = 300;
/** Workers are heard of again in between. */
const HEARD = 10_000;

export interface Answer<T> {
  /** The newest that came; it stays while a newer one is on its way, and when that one failed. */
  readonly value: T | undefined;
  /** Why the last one did not come. */
  readonly error: unknown;
  readonly busy: boolean;
  readonly again: () => void;
}

/**
 * An answer of the server, asked for anew whenever an input changes.
 *
 * @param ask as its last drawing has it
 */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[] = []): Answer<T> {
  const [answer, setAnswer] = useState<Omit<Answer<T>, 'again'>>({ value: undefined, error: undefined, busy: true });
  const asked = useRef(new Newest()).current;
  const newest = useNewest(ask);
  const again = useCallback(() => {
    const signal = asked.next();
    setAnswer((before) => ({ ...before, busy: true }));
    newest.current(signal).then(
      (value) => !signal.aborted && setAnswer({ value, error: undefined, busy: false }),
      (error: unknown) => !signal.aborted && !isAbort(error) && setAnswer(({ value }) => ({ value, error, busy: false })),
    );
  }, []);
  useLayoutEffect(again, inputs);
  useEffect(() => () => asked.end(), []);
  return { ...answer, again };
}

/** What stands for an answer: that it is awaited, that it failed, or what it says. */
export function shown<T>({ value, error, again }: Answer<T>, what: string, content: (value: T) => Child): Child {
  return error !== undefined ? problemBox(error, again) : value === undefined ? loading(what) : content(value);
}

/** Tells of events that matter, and when events were lost. */
export function useEvents(live: LiveHub, matters: (event: LiveEvent) => boolean, happened: () => void): void {
  const newest = useNewest(happened);
  useLayoutEffect(() => live.follow({ event: (event) => matters(event) && newest.current(), reload: () => newest.current() }), []);
}

/** As a function that makes one call of many in a row, a moment after the first. */
export function useSoon(happened: () => void): () => void {
  const newest = useNewest(happened);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return useCallback(() => {
    waiting.current ??= setTimeout(() => ((waiting.current = undefined), newest.current()), SOON);
  }, []);
}

/** Tells that a pool of workers is another one; and, for what no event tells, such as when a worker was heard of, now and then. */
export function usePool(live: LiveHub, happened: () => void): void {
  const soon = useSoon(happened);
  useEvents(live, ({ type }) => type === 'pool.changed', soon);
  useEffect(() => {
    const beat = setInterval(() => document.visibilityState === 'visible' && soon(), HEARD);
    return () => clearInterval(beat);
  }, []);
}

/** Draws again whenever a store says that it changed. */
export function useStore(listen: (changed: () => void) => () => void): void {
  const [, draw] = useReducer((n: number, _: void) => n + 1, 0);
  useLayoutEffect(() => listen(() => draw()), []);
}

/** A function as the last drawing has it, for whoever was given it by an earlier one. */
export function useNewest<F>(made: F): { current: F } {
  const newest = useRef(made);
  newest.current = made;
  return newest;
}
