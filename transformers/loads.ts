// Tells when a bundler has been given the files that it will ask for.

export type Loads = {
  /** Begins a build. */
  readonly begin: () => void;
  readonly add: (path: string) => void;
  /** Resolves when all files have been handed over, or when the bundler has asked for none of them for a while. */
  readonly loaded: () => Promise<void>;
};

/** Milliseconds without a request of the bundler after which no more is expected, for example because of an error. */
const LONGEST_PAUSE = 20;

/** `files` gives the paths at the beginning of each build. */
export function createLoads(files: () => Iterable<string>): Loads {
  let left = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];
  const release = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const released = waiting;
    waiting = [];
    for (const resume of released) resume();
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(release, LONGEST_PAUSE);
  };
  return {
    begin: () => {
      left = new Set(files());
    },
    add: (path) => {
      left.delete(path);
      if (waiting.length === 0) return;
      // The answer to the bundler is sent before that.
      if (left.size === 0) setImmediate(release);
      else wait();
    },
    loaded: () =>
      new Promise((resolve) => {
        if (left.size === 0) {
          resolve();
          return;
        }
        waiting.push(resolve);
        wait();
      }),
  };
}
