// Schedules of EventBridge Scheduler in the states of a stage: those with a time zone or a single time, which rules do not
// support.
import type { Tags } from '../../../cloud/cloud.js';
import type { ListedSchedule } from '../../../cloud/services/scheduler.js';
import type { DesiredSchedule } from './scheduler-role.js';
import { shortDigest } from '../event-source/source-names.js';
import { nextTimes } from '../../../../compiler/kinds/schedule/next-times.js';
import { timeText } from '../../stage/plan-rows.js';

export type ObservedSchedule = ListedSchedule & {
  /** See {@link scheduleDigest}. */
  readonly digest: string;
};

/** The group of the stage. Its tags are undefined when the record says that it is ours. */
export type ObservedGroup = { readonly tags: Tags | undefined };

/** What a deploy does with the group; `delete` deletes its schedules too. */
export type GroupChange = 'create' | 'unchanged' | 'delete';

/** A digest of the settings that the list of schedules does not have. `role` is the name of Scheduler's role. */
export function scheduleDigest(
  one: Omit<DesiredSchedule, 'name' | 'isEnabled' | 'declared'>,
  role: string | undefined,
): string {
  const { functionName, expression, timezone, description = '', input = '' } = one;
  const parts = [functionName, expression, timezone, description, input, role];
  return shortDigest(JSON.stringify(parts));
}

type Times = {
  readonly expression: string | undefined;
  readonly timezone?: string;
  readonly isEnabled: boolean;
};

/** The next times, in one line; none for a rate, which counts from its creation, and for a schedule that is disabled. */
export function nextTimesText({ expression, timezone, isEnabled }: Times): readonly string[] {
  if (!isEnabled || expression === undefined || expression.startsWith('rate(')) return [];
  const times = nextTimes({ expression, timezone, from: new Date(), count: 3 });
  if (times.length === 0) return ['never runs: its time has passed'];
  return [`next ${times.map((time) => timeText(time.getTime())).join(', ')}`];
}
