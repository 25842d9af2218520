// Says what a command waits for when that takes longer than some seconds. In a pipe nothing else shows that it is
// alive, and on a screen nothing else says why.
import { printable } from '../../runtime/contract/printable.js';

export type WaitNotices = {
  /** Begins a wait, named by a clause. The returned function ends it. */
  readonly waitFor: (what: string) => () => void;
  /** Sends notices to `say`, for example to a list that is drawn, until the returned function is called. */
  readonly through: (say: Say) => () => void;
};

/** Writes one line. */
type Say = (text: string) => void;

const SILENCE = 3000;

/** Creates the notices. Several waits for the same thing give one notice. */
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
