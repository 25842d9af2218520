// The clock of the test cloud: the time of this machine, with scaled delays.
import type { CloudClock } from '../service.js';

export type ClockOptions = {
  /** The factor for the delays of the real cloud; defaults to 0.01. */
  readonly timeScale?: number;
  /** Returns the current time, which delays depend on; defaults to the time of this machine. */
  readonly now?: () => number;
  /** Calls `run` later, by the same clock, and returns a function that cancels the call; defaults to real timers. */
  readonly after?: CloudClock['after'];
};

const DEFAULT_SCALE = 0.01;

/** Creates a clock that stands still while synchronous code runs, so that all parts of a response are consistent. */
export function createClock({
  timeScale = DEFAULT_SCALE,
  now = Date.now,
  after = afterReal,
}: ClockOptions): CloudClock {
  let moment: number | undefined;
  return {
    now: () => {
      if (moment === undefined) {
        moment = now();
        queueMicrotask(() => (moment = undefined));
      }
      return moment;
    },
    scaled: (milliseconds) => milliseconds * timeScale,
    after,
  };
}

function afterReal(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
