// A worker that is made ready before it is needed, so that an edit only loads its bundle: it has started Node.js and our side
// of the worker, and has read what is kept of packages. Nothing of the application has run in it.
import type { LinkEvents, LinkOptions, StartLink, WorkerLink, WorkerNews } from './worker-link.js';

export type SpareWorker = {
  /** Hands out the spare one when it was started with the same options, and starts another when not. */
  readonly startLink: StartLink;
  /** Tells what the next worker may read before its bundle is there: URLs of modules that run nothing by themselves. */
  readonly willNeed: (modules: readonly string[]) => void;
  /** Ends the spare one. There is none from then on. */
  readonly stop: () => Promise<void>;
};

/** A worker that nobody has taken yet. */
export type Spare = {
  readonly options: LinkOptions;
  readonly link: WorkerLink;
  /** Its events go there from now on; what came before comes first. */
  readonly giveTo: (events: LinkEvents) => void;
};

/** How long a worker has answered before the next one is made ready, so that they do not compete; in milliseconds. */
const REST = 250;

/** There is no spare worker before the first one is ready. `flags` are those that Node.js is started with. */
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

/** Starts one; `onGone` is called when it ends before it is given to anybody. */
export function openSpare(start: StartLink, options: LinkOptions, onGone: () => void): Spare {
  let taker: LinkEvents | undefined;
  const early: WorkerNews[] = [];
  const link = start(options, {
    onMessage: (message) => {
      if (taker) taker.onMessage(message);
      else early.push(message);
    },
    // One that ends before it is needed is not missed.
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

/** Code of the user that Node.js runs before ours, which must be the code of the moment of its edit. */
function runsCodeFirst(flags: readonly string[]): boolean {
  return flags.some((text) =>
    /(?:^|\s)(?:-r|--(?:require|import|(?:experimental-)?loader))\b/.test(text),
  );
}

/** What it loads is told later; everything else is given to a process when it starts. */
function isAlike(one: LinkOptions, other: LinkOptions): boolean {
  const text = ({ script, environment, heapLimit }: LinkOptions): string =>
    JSON.stringify([script.href, Object.entries(environment).sort(), heapLimit]);
  return text(one) === text(other);
}
