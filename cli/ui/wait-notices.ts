// Says what is waited for when that takes longer than some seconds: in a pipe nothing else would show that the program
// lives, and on a screen nothing else would say why.

export type WaitNotices = {
  /** Begins a wait for something, told as a clause; the function that comes back ends it. */
  readonly waitFor: (what: string) => () => void;
  /** Until the function that comes back is called, notices go there: to a list that is drawn, for example. */
  readonly through: (say: Say) => () => void;
};

/** Writes one line. */
type Say = (text: string) => void;

const SILENCE = 3000;

/** The same is said once, however many wait for it. */
export function createWaitNotices(say: Say): WaitNotices {
  const said = new Set<string>();
  const ways: Say[] = [say];
  return {
    waitFor: (what) => {
      const timer = setTimeout(() => {
        if (said.has(what)) return;
        said.add(what);
        ways.at(-1)?.(`Waiting for ${what}`);
      }, SILENCE).unref();
      return () => {
        clearTimeout(timer);
      };
    },
    through: (way) => {
      ways.push(way);
      return () => {
        ways.splice(ways.indexOf(way), 1);
      };
    },
  };
}
