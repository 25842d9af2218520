// A clock that a test moves by hand, to see what is refused at one moment and accepted at the next.

export type HandClock = {
  /** For the options of a test cloud. */
  readonly now: () => number;
  readonly advance: (milliseconds: number) => void;
};

export function createHandClock(): HandClock {
  let time = Date.now();
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}
