// The EventBridge Scheduler calls: for schedules with a time zone or a single time, in one group per stage.
import type { Tags } from '../cloud.js';
import { unless, unlessMissing } from '../cloud-error.js';
import {
  call,
  callOn,
  type Calls,
  type InputOf,
  type Port,
  port,
  tagList,
  tagsOf,
} from '../service.js';
import type * as sdk from '@aws-sdk/client-scheduler';

export type SchedulePlace = { readonly group: string; readonly name: string };

export type ScheduleSettings = {
  /** `rate(...)`, `cron(...)` or `at(...)`. */
  readonly expression: string;
  /** A time zone name from the IANA database. */
  readonly timezone: string;
  readonly description: string | undefined;
  readonly isEnabled: boolean;
  readonly functionArn: string;
  readonly roleArn: string;
  /** The JSON that the function receives instead of the event. */
  readonly input: string | undefined;
};

export type ListedSchedule = { readonly name: string; readonly isEnabled: boolean };

export const schedulerPort: Port<'scheduler', ReturnType<typeof schedulerCalls>> = port({
  name: 'scheduler',
  id: 'SCHEDULER',
  prefix: 'scheduler',
  load: () => import('@aws-sdk/client-scheduler'),
  client: 'SchedulerClient',
  kinds: [
    {
      names: ['Validation'],
      message: /must allow AWS EventBridge Scheduler to assume the role/i,
      kind: 'role-not-ready',
    },
  ],
  actions: {
    // The action cannot be restricted to a resource; only stages with Scheduler schedules need it.
    listSchedules: callOn('schedules', 'read', 'scheduler:ListSchedules'),
    getSchedule: callOn('schedule', 'read', 'scheduler:GetSchedule'),
    listGroupTags: callOn('schedule-group', 'read', 'scheduler:ListTagsForResource'),
    createScheduleGroup: callOn(
      'schedule-group',
      'write',
      'scheduler:CreateScheduleGroup',
      'scheduler:TagResource',
    ),
    putSchedule: call(
      'write',
      { action: 'scheduler:CreateSchedule', resource: 'schedule' },
      { action: 'scheduler:UpdateSchedule', resource: 'schedule' },
      { action: 'iam:PassRole', resource: 'scheduler-role' },
    ),
    deleteSchedule: callOn('schedule', 'remove', 'scheduler:DeleteSchedule'),
    deleteScheduleGroup: call(
      'remove',
      { action: 'scheduler:DeleteScheduleGroup', resource: 'schedule-group' },
      { action: 'scheduler:DeleteSchedule', resource: 'schedule' },
    ),
  },
  calls: schedulerCalls,
});

function schedulerCalls({ send, find, remove, pages }: Calls<typeof sdk>) {
  return {
    /** Returns the schedules of a group; undefined if the group does not exist. */
    listSchedules: (GroupName: string): Promise<readonly ListedSchedule[] | undefined> =>
      unlessMissing(
        pages('ListSchedules', { GroupName }, ({ Schedules }) =>
          Schedules?.map(({ Name: name = '', State }) => {
            return { name, isEnabled: State !== 'DISABLED' };
          }),
        ),
      ),

    getSchedule: ({ group, name }: SchedulePlace): Promise<ScheduleSettings | undefined> =>
      find('GetSchedule', { GroupName: group, Name: name }, (found): ScheduleSettings => ({
        expression: found.ScheduleExpression ?? '',
        timezone: found.ScheduleExpressionTimezone ?? 'UTC',
        description: found.Description,
        isEnabled: found.State !== 'DISABLED',
        functionArn: found.Target?.Arn ?? '',
        roleArn: found.Target?.RoleArn ?? '',
        input: found.Target?.Input,
      })),

    listGroupTags: (ResourceArn: string): Promise<Tags | undefined> =>
      find('ListTagsForResource', { ResourceArn }, ({ Tags }) => tagsOf(Tags)),

    /** Creates a group. If it already exists, this is not an error, and the group keeps its tags. */
    createScheduleGroup: (Name: string, tags: Tags): Promise<void> =>
      unless('exists', send('CreateScheduleGroup', { Name, Tags: tagList(tags) }), undefined),

    putSchedule: async (schedule: SchedulePlace, settings: ScheduleSettings): Promise<void> => {
      const input = inputOf(schedule, settings);
      const made = await unless(
        'exists',
        send('CreateSchedule', input, () => true),
        false,
      );
      if (!made) await send('UpdateSchedule', input);
    },

    deleteSchedule: ({ group, name }: SchedulePlace): Promise<void> =>
      remove('DeleteSchedule', { GroupName: group, Name: name }),

    deleteScheduleGroup: (Name: string): Promise<void> => remove('DeleteScheduleGroup', { Name }),
  };
}

function inputOf(
  { group, name }: SchedulePlace,
  settings: ScheduleSettings,
): InputOf<typeof sdk, 'CreateSchedule'> {
  return {
    GroupName: group,
    Name: name,
    ScheduleExpression: settings.expression,
    ScheduleExpressionTimezone: settings.timezone,
    Description: settings.description,
    State: settings.isEnabled ? 'ENABLED' : 'DISABLED',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: settings.functionArn, RoleArn: settings.roleArn, Input: settings.input },
  };
}
