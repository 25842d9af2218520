// Schedules of EventBridge Scheduler in the states of a stage: those with a time zone or a single time, which a rule cannot
// have.
import type { Tags } from '../../../cloud/cloud.js';
import type { ListedSchedule } from '../../../cloud/scheduler/scheduler-calls.js';
import type { DesiredSchedule } from './scheduler-role.js';
import { shortDigest } from '../event-source/short-digest.js';

declare module '../../stage/states.js' {
  interface Desired {
    /** In the order of the manifest. */
    readonly schedules: readonly DesiredSchedule[];
  }
  interface Observed {
    /** Undefined when there is no group, or when it was not read. */
    readonly scheduleGroup: ObservedGroup | undefined;
  }
  interface Plan {
    readonly schedules: SchedulePlan;
  }
  interface DeployedState {
    /** Digests by name; absent for none. While a deploy is under way, also those that it may create. */
    readonly schedules?: Readonly<Record<string, string>>;
  }
}

export type ObservedSchedule = ListedSchedule & {
  /** See {@link scheduleDigest}. */
  readonly digest: string;
};

export type ObservedGroup = {
  /** Undefined when the record says that it is ours. */
  readonly tags: Tags | undefined;
  readonly schedules: readonly ObservedSchedule[];
};

export type SchedulePlan = {
  /** `delete`: deletes its schedules too. Undefined when there is no group and none is needed. */
  readonly group: 'create' | 'unchanged' | 'delete' | undefined;
  readonly changes: readonly ScheduleChange[];
};

export type ScheduleChange =
  | { readonly action: 'create' | 'update' | 'unchanged'; readonly schedule: DesiredSchedule }
  | { readonly action: 'delete'; readonly name: string };

/**
 * A digest of the settings that the list of schedules does not have. `role`: the name of the role with which Scheduler calls;
 * the usual one is left out, as in the records of earlier versions.
 */
export function scheduleDigest(
  one: Omit<DesiredSchedule, 'name' | 'isEnabled'>,
  role: string | undefined,
): string {
  const { functionName, expression, timezone, description = '', input = '' } = one;
  const isUsual = role === undefined || role.endsWith('-scheduler');
  const parts = [functionName, expression, timezone, description, input];
  return shortDigest(JSON.stringify(isUsual ? parts : [...parts, role]));
}
