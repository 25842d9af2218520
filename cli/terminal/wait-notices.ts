// Reports what a command is waiting for if the wait takes longer than a few seconds. In a pipe, nothing else shows that it is
// alive, and on a screen, nothing else explains the delay.
import { printable } from '../../runtime/contract/printable.js';

export type WaitNotices = {
  /** Begins a wait, described by a clause. The returned function ends it. */
  readonly waitFor: (what: string) => () => void;
  /** Sends notices to `say`, for example to a live list, until the returned function is called. */
  readonly through: (say: Say) => () => void;
};

/** Writes one line. */
type Say = (text: string) => void;

const SILENCE = 3000;

/** Creates the notices. Several waits for the same thing produce one notice. */
export function createWaitNotices(say: Say): WaitNotices {
  const said = new Set<string>();
  const ways: Say[] = [say];
  return {
    waitFor: (what) => {
      const timer = setTimeout(() => {
        if (said.has(what)) return;
        said.add(what);
        ways.at(-1)?.(printable(`Waiting for ${what}`));
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
