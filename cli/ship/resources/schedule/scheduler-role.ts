// The desired schedules for EventBridge Scheduler, the role that it uses to call functions, and the statements that mark these
// functions.
import { arnWith, regionPart } from '../../../../compiler/openapi/openapi-document.js';
import { partitionOf } from '../../../cloud/regions.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { isAnyRegion } from '../../stage/exported.js';
import { deletedIn, type Desired, type DesiredInput } from '../../stage/states.js';
import {
  type CallingRole,
  type InvokerService,
  type InvokerSource,
  type SourceDeclaration,
  sourceDeclaration,
  nameSources,
  shortDigest,
} from '../event-source/invokers.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { ListedSchedule, ScheduleSettings } from '../../../cloud/services/scheduler.js';
import { nextTimes } from '../../../../compiler/kinds/schedule/next-times.js';
import { timeText } from '../../stage/plan-rows.js';

export type DesiredSchedule = Omit<ScheduleSettings, 'functionArn' | 'roleArn'> & {
  readonly name: string;
  readonly functionName: string;
  readonly declared: SourceDeclaration;
};

/** True if the schedule needs Scheduler: rules support neither time zones nor single times. */
export function isForScheduler({
  expression,
  timezone,
}: {
  readonly expression: string;
  readonly timezone?: string;
}): boolean {
  return timezone !== undefined || expression.startsWith('at(');
}

const SERVICE = 'scheduler.amazonaws.com';

/** Scheduler calls functions with its role. The statement only marks the function, so that its schedules can be found. */
export const SCHEDULER: InvokerService = {
  kind: 'schedule',
  principal: SERVICE,
  name: 'Scheduler',
  service: 'scheduler',
};

export function desiredSchedules(input: DesiredInput): readonly DesiredSchedule[] {
  const { manifest, config, app } = input;
  const base = baseName(app, config.stage);
  const rows = (manifest.events ?? []).flatMap((entry) => {
    if (entry.kind !== 'schedule' || !isForScheduler(entry)) return [];
    const { expression, timezone = 'UTC', description, enabled, input } = entry;
    return [
      {
        functionName: functionNameOf(base, entry.function),
        expression,
        timezone,
        description,
        isEnabled: enabled,
        input: input === undefined ? undefined : JSON.stringify(input),
        declared: sourceDeclaration(entry),
      },
    ];
  });
  const names = nameSources(rows.map(({ functionName }) => functionName));
  return rows.map((row, index) => ({ ...row, name: names[index] ?? row.functionName }));
}

export function schedulerRoleIn({ roles }: Desired): string | undefined {
  return roles.find(({ trust }) => JSON.stringify(trust).includes(SERVICE))?.name;
}

/** One statement for each function is enough to mark it. */
export const scheduleInvokers: InvokerSource = {
  by: SCHEDULER,
  desired: (input) => {
    const names = desiredSchedules(input).map(({ functionName }) => functionName);
    const group = baseName(input.app, input.config.stage);
    return [...new Set(names)].map((functionName) => ({
      by: SCHEDULER,
      functionName,
      source: `schedule/${group}/*`,
    }));
  },
  // The statement is also needed to find the role.
  ends: ({ app, stage, schedules, roles }) => [
    `delete schedule group ${baseName(app, stage)}`,
    ...deletedIn(schedules).map(({ name }) => `delete schedule ${name}`),
    ...deletedIn(roles).map(({ name }) => `delete role ${name}`),
  ],
  role: { desired: schedulerRole, names: schedulerRoleNames },
};

export type ObservedSchedule = ListedSchedule & {
  readonly digest: string;
};

/** The group of the stage. Its tags are undefined if the record already says that the group is ours. */
export type ObservedGroup = { readonly tags: Tags | undefined };

/** What a deploy does with the group; `delete` also deletes its schedules. */
export type GroupChange = 'create' | 'unchanged' | 'delete';

/** Returns a digest of the settings that are not in the list of schedules. `role` is the name of Scheduler's role. */
export function scheduleDigest(
  one: Omit<DesiredSchedule, 'name' | 'isEnabled' | 'declared'>,
  role: string | undefined,
): string {
  const { functionName, expression, timezone, description = '', input = '' } = one;
  const parts = [functionName, expression, timezone, description, input, role];
  return shortDigest(JSON.stringify(parts));
}

/** Returns none for a disabled schedule, and for a rate, whose times depend on when the schedule was created. */
export function nextTimesText({ expression, timezone, isEnabled }: Times): readonly string[] {
  if (!isEnabled || expression === undefined || expression.startsWith('rate(')) return [];
  const times = nextTimes({ expression, timezone, from: new Date(), count: 3 });
  if (times.length === 0) return ['never runs: its time has passed'];
  return [`next ${times.map((time) => timeText(time.getTime())).join(', ')}`];
}

/** Returns undefined if there are no schedules. `taken` contains the names of the functions' roles. */
function schedulerRole(input: DesiredInput, taken: readonly string[]): CallingRole | undefined {
  const names = [...new Set(desiredSchedules(input).map(({ functionName }) => functionName))];
  if (names.length === 0) return undefined;
  const { app, config, region } = input;
  const base = baseName(app, config.stage);
  const partition = isAnyRegion(region) ? ({ open: 'partition' } as const) : partitionOf(region);
  const [own = base, other = base] = schedulerRoleNames(base);
  return {
    // A function's own role may already have this name.
    name: taken.includes(own) ? other : own,
    trust: {
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'Scheduler',
          Effect: 'Allow',
          Principal: { Service: SERVICE },
          Action: ['sts:AssumeRole'],
        },
      ],
    },
    policy: {
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'Functions',
          Effect: 'Allow',
          Action: ['lambda:InvokeFunction'],
          Resource: names
            .toSorted()
            .map(
              (name) => arnWith`arn:${partition}:lambda:${regionPart(region)}:*:function:${name}`,
            ),
        },
      ],
    },
  };
}

/** Returns the two possible names. A stage uses the second one if a function's role has the first. */
function schedulerRoleNames(base: string): readonly string[] {
  return [`${base}-scheduler`, `${base}-schedules`];
}

type Times = {
  readonly expression: string | undefined;
  readonly timezone?: string;
  readonly isEnabled: boolean;
};
