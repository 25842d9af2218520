// A clock that a test advances manually, for calls that are rejected at one moment and accepted at the next.

export type HandClock = {
  /** The options for a test cloud. */
  readonly now: () => number;
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Advances the clock, and runs everything that becomes due. */
  readonly advance: (milliseconds: number) => void;
};

type Timer = { readonly due: number; readonly run: () => void };

export function createHandClock(): HandClock {
  let time = Date.now();
  const timers = new Set<Timer>();
  const nextUntil = (end: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due)[0];
  return {
    now: () => time,
    after: (milliseconds, run) => {
      const timer = { due: time + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (milliseconds) => {
      const end = time + milliseconds;
      for (let timer = nextUntil(end); timer; timer = nextUntil(end)) {
        timers.delete(timer);
        time = timer.due;
        timer.run();
      }
      time = end;
    },
  };
}
