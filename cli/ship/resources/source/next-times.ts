// When a schedule comes next, in the words of a plan.
import { nextTimes } from '../../../../compiler/kinds/schedule/next-times.js';
import { timeText } from '../../stage/plan-rows.js';

type Times = {
  readonly expression: string | undefined;
  readonly timezone?: string;
  readonly isEnabled: boolean;
};

/** One line; none for a rate, which counts from when it is made, and for what is not run. */
export function nextTimesText({ expression, timezone, isEnabled }: Times): readonly string[] {
  if (!isEnabled || expression === undefined || expression.startsWith('rate(')) return [];
  const times = nextTimes({ expression, timezone, from: new Date(), count: 3 });
  if (times.length === 0) return [];
  return [`next ${times.map((time) => timeText(time.getTime())).join(', ')}`];
}
