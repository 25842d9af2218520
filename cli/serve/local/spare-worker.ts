// A worker that is started before it is needed, so that after an edit it only loads the new bundle. It has started Node.js
// and this package's part of the worker, and has read the kept code of npm packages. It has not run any code of the
// application.
import type { LinkEvents, LinkOptions, StartLink, WorkerLink, WorkerNews } from './worker-link.js';

export type SpareWorker = {
  /** Returns the spare worker when its options are the same, and starts another one when they are not. */
  readonly startLink: StartLink;
  /** Names modules that the next worker may read before its bundle is written: URLs of modules without side effects. */
  readonly willNeed: (modules: readonly string[]) => void;
  /** Ends the spare worker. No other one is started after that. */
  readonly stop: () => Promise<void>;
};

/** A worker that is not in use yet. */
export type Spare = {
  readonly options: LinkOptions;
  readonly link: WorkerLink;
  /** Sends its events to `events` from now on, after those that it has kept. */
  readonly giveTo: (events: LinkEvents) => void;
};

/**
 * The pause after a worker has answered, before the next one is started, in milliseconds. Without it the two would compete
 * for the processor.
 */
const REST = 250;

/**
 * Makes the holder of a spare worker. The first spare one is started after the first worker. `flags` are those of Node.js.
 */
export function createSpareWorker(start: StartLink, flags: readonly string[]): SpareWorker {
  let spare: Spare | undefined;
  let timer: NodeJS.Timeout | undefined;
  let modules: readonly string[] = [];
  let isStopped = false;

  const makeReady = (options: LinkOptions): void => {
    if (runsCodeFirst([...flags, options.environment['NODE_OPTIONS'] ?? ''])) return;
    const made = openSpare(start, options, () => {
      if (spare === made) spare = undefined;
    });
    spare = made;
    made.link.post({ kind: 'prepare', modules });
  };
  const drop = async (): Promise<void> => {
    const unfit = spare;
    spare = undefined;
    await unfit?.link.terminate();
  };
  return {
    startLink: (options, events) => {
      clearTimeout(timer);
      const onMessage = (message: WorkerNews): void => {
        if (message.kind === 'ready' && !isStopped && !spare) {
          clearTimeout(timer);
          timer = setTimeout(makeReady, REST, options).unref();
        }
        events.onMessage(message);
      };
      const told = { ...events, onMessage };
      const ready = spare;
      if (ready && isAlike(ready.options, options)) {
        spare = undefined;
        ready.giveTo(told);
        return ready.link;
      }
      void drop();
      return start(options, told);
    },
    willNeed: (urls) => {
      modules = urls;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await drop();
    },
  };
}

/** Starts a spare worker. `onGone` is called when it ends before it is used. */
export function openSpare(start: StartLink, options: LinkOptions, onGone: () => void): Spare {
  let taker: LinkEvents | undefined;
  const early: WorkerNews[] = [];
  const link = start(options, {
    onMessage: (message) => {
      if (taker) taker.onMessage(message);
      else early.push(message);
    },
    // A spare worker that ends is replaced without a message.
    onEnd: (end) => {
      if (taker) taker.onEnd(end);
      else onGone();
    },
  });
  return {
    options,
    link,
    giveTo: (events) => {
      taker = events;
      for (const message of early.splice(0)) events.onMessage(message);
    },
  };
}

/**
 * Whether flags run code of the user before the worker's. That code must be as new as the edit, so a spare worker cannot
 * have run it.
 */
function runsCodeFirst(flags: readonly string[]): boolean {
  return flags.some((text) =>
    /(?:^|\s)(?:-r|--(?:require|import|(?:experimental-)?loader))\b/.test(text),
  );
}

/** Whether two workers are started with the same options. What they load is sent later and does not matter here. */
function isAlike(one: LinkOptions, other: LinkOptions): boolean {
  const text = ({ script, environment, heapLimit }: LinkOptions): string =>
    JSON.stringify([script.href, Object.entries(environment).sort(), heapLimit]);
  return text(one) === text(other);
}
