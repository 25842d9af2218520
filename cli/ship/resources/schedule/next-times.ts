// The next times of a schedule, for a plan.
import { nextTimes } from '../../../../compiler/kinds/schedule/next-times.js';
import { timeText } from '../../stage/plan-rows.js';

type Times = {
  readonly expression: string | undefined;
  readonly timezone?: string;
  readonly isEnabled: boolean;
};

/** One line; none for a rate, which counts from its creation, and for a schedule that is disabled. */
export function nextTimesText({ expression, timezone, isEnabled }: Times): readonly string[] {
  if (!isEnabled || expression === undefined || expression.startsWith('rate(')) return [];
  const times = nextTimes({ expression, timezone, from: new Date(), count: 3 });
  if (times.length === 0) return ['never runs: its time has passed'];
  return [`next ${times.map((time) => timeText(time.getTime())).join(', ')}`];
}
