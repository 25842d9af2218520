// Computes when schedules are due: `rate`, `cron` and `at`, as defined by EventBridge and Scheduler.
import { nextTimes, timesAfter } from '../../../../compiler/kinds/schedule/next-times.js';

const MINUTE = 60_000;

type Due = {
  readonly expression: string;
  /** For `cron` and `at`; rules support only UTC. */
  readonly timezone?: string | undefined;
  /** When the schedule was created or last ran; exclusive. */
  readonly from: number;
  readonly until: number;
};

/** Returns when to check a schedule next: for a cron expression, at the next minute; undefined if the schedule has ended. */
export function nextLook({ expression, timezone, from, until: now }: Due): number | undefined {
  if (expression.startsWith('cron(')) return (Math.floor(now / MINUTE) + 1) * MINUTE;
  return nextTimes({ expression, timezone, from: new Date(from), count: 1 })[0]?.getTime();
}

export function dueTimes({ expression, timezone, from, until }: Due): readonly number[] {
  const times: number[] = [];
  for (const time of timesAfter({ expression, timezone, from: new Date(from) })) {
    if (time > until) break;
    times.push(time);
  }
  return times;
}
