// What wakes a region: something has arrived, so whoever waits for messages and records looks again. Nothing runs while nothing
// arrives and nothing is due.
import type { CloudClock } from './service.js';

export type Wakes = {
  readonly wake: () => void;
  /** Called at every wake, until the returned function is called. */
  readonly listen: (run: () => void) => () => void;
  /** Ends at the next wake, or when the milliseconds are over. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

export function createWakes(clock: CloudClock): Wakes {
  const listeners = new Set<() => void>();
  const listen = (run: () => void): (() => void) => {
    listeners.add(run);
    return () => listeners.delete(run);
  };
  return {
    listen,
    wake: () => {
      for (const run of [...listeners]) run();
    },
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const end = (): void => {
          stop();
          cancel();
          resolve();
        };
        const stop = listen(end);
        const cancel = clock.after(milliseconds, end);
      }),
  };
}

export type Work = {
  readonly clock: CloudClock;
  readonly wakes: Wakes;
  /** Begins what may begin now, and does not wait for its end. */
  readonly begin: () => void;
  /** When something is due that is not yet, as far as that is known. */
  readonly nextAt: () => number | undefined;
};

/** Timers of Node hold 24 days. */
const LONGEST_PAUSE = 86_400_000;

/** Does the work of a region by itself: at each wake, and when something is due. The returned function ends it. */
export function workAlone({ clock, wakes, begin, nextAt }: Work): () => void {
  let isPlanned = false;
  let isClosed = false;
  let cancel: (() => void) | undefined;
  const plan = (): void => {
    if (isPlanned || isClosed) return;
    isPlanned = true;
    // A call that sends many messages is one wake.
    setImmediate(look);
  };
  const look = (): void => {
    isPlanned = false;
    if (isClosed) return;
    cancel?.();
    begin();
    const next = nextAt();
    if (next === undefined) return;
    const pause = Math.min(Math.max(next - clock.now(), 1), LONGEST_PAUSE);
    cancel = clock.after(pause, plan);
  };
  const stop = wakes.listen(plan);
  plan();
  return () => {
    isClosed = true;
    stop();
    cancel?.();
  };
}
