// A burst of changes is one change: editors write a file in several steps, and a checkout touches many.

export type ChangeBurst = {
  readonly add: () => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
};

export type ChangeBurstOptions = {
  /** At the first change. */
  readonly onBegin: () => void;
  /** When the burst is over. */
  readonly onEnd: () => void;
};

/** How long it must be quiet before a burst is over, in milliseconds. What comes later is found by its stamp. */
const QUIET = 30;

/** Makes a burst that begins with the first change and may begin again. */
export function createChangeBurst({ onBegin, onEnd }: ChangeBurstOptions): ChangeBurst {
  let timer: NodeJS.Timeout | undefined;
  return {
    add: () => {
      if (timer === undefined) onBegin();
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        onEnd();
      }, QUIET);
    },
    isOpen: () => timer !== undefined,
    close: () => {
      clearTimeout(timer);
    },
  };
}
