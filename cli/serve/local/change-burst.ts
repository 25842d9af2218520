// Joins changes that follow each other closely, because editors write a file in several steps and a checkout touches
// many files.

export type ChangeBurst = {
  readonly add: () => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
};

export type ChangeBurstOptions = {
  /** Called at the first change. */
  readonly onBegin: () => void;
  /** Called when the burst is over. */
  readonly onEnd: () => void;
};

/** Milliseconds without a change that end a burst. Later changes are found by the stamps of the files. */
const QUIET = 30;

/** Makes a burst. It begins with the first change, and again with the first change after its end. */
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
