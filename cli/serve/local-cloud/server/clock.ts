// The time of the test cloud: that of the machine, with shorter delays.
import type { CloudClock } from '../service.js';
import type { TestCloudOptions } from '../test-cloud.js';

const DEFAULT_SCALE = 0.01;

/**
 * It stands still while code runs without waiting. So an answer is of one moment: the status and the revision of a function
 * are both those of before an update has ended, or both those of after.
 */
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

/** By a timer of this machine. */
function afterReal(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => {
    clearTimeout(timer);
  };
}
