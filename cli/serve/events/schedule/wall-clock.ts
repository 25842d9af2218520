// The time of this machine, at which schedules run.
import { nextTimes } from '../../../../compiler/kinds/schedule/next-times.js';
import type { ScheduleClock } from './schedule-runner.js';

export const WALL_CLOCK: ScheduleClock = {
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
  nextTime: ({ expression, timezone }, from) =>
    nextTimes({ expression, timezone, from, count: 1 })[0],
};
