// The clock of the test cloud: the time of this machine, with scaled delays.
import type { CloudClock } from '../service.js';
import type { TestCloudOptions } from '../test-cloud.js';

const DEFAULT_SCALE = 0.01;

/** Creates a clock that stands still while synchronous code runs, so that all parts of a response are consistent. */
export function createClock({
  timeScale = DEFAULT_SCALE,
  now = Date.now,
  after = afterReal,
}: Pick<TestCloudOptions, 'timeScale' | 'now' | 'after'>): CloudClock {
  let moment: number | undefined;
  return {
    now: () => {
      if (moment === undefined) {
        moment = now();
        queueMicrotask(() => (moment = undefined));
      }
      return moment;
    },
    scaled: (milliseconds) => milliseconds * timeScale,
    after,
  };
}

function afterReal(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
