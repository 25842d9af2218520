// The calls to EventBridge Scheduler: schedules with a time zone or a single time, in a group for each stage.
import { type ActionsOf, call as needs, callOn } from '../call-needs.js';
import type { Tags } from '../cloud.js';
import { unless, unlessMissing } from '../cloud-error.js';
import { readPages } from '../pages.js';
import type * as schedulerClient from './scheduler-client.js';
import type { Port, SdkService } from '../port.js';
import type { ServiceCaller } from '../service-caller.js';
import { tagList, tagsOf } from '../tag-list.js';

export type SchedulePlace = { readonly group: string; readonly name: string };

export type ScheduleSettings = {
  /** `rate(...)`, `cron(...)` or `at(...)`. */
  readonly expression: string;
  /** A name of the IANA database. */
  readonly timezone: string;
  readonly description: string | undefined;
  readonly isEnabled: boolean;
  readonly functionArn: string;
  readonly roleArn: string;
  /** JSON that the function gets in place of the event. */
  readonly input: string | undefined;
};

export type ListedSchedule = { readonly name: string; readonly isEnabled: boolean };

export type SchedulerCalls = {
  /** The schedules of a group, every page; undefined when there is no such group. */
  readonly listSchedules: (group: string) => Promise<readonly ListedSchedule[] | undefined>;
  readonly getSchedule: (place: SchedulePlace) => Promise<ScheduleSettings | undefined>;
  /** Undefined when there is no such group. */
  readonly listGroupTags: (arn: string) => Promise<Tags | undefined>;
  /** Fine when the group exists, which then keeps its tags. */
  readonly createScheduleGroup: (name: string, tags: Tags) => Promise<void>;
  /** Makes a schedule, or replaces all of one that is there. */
  readonly putSchedule: (place: SchedulePlace, settings: ScheduleSettings) => Promise<void>;
  /** What is gone already is no error. */
  readonly deleteSchedule: (place: SchedulePlace) => Promise<void>;
  /** With all of its schedules. */
  readonly deleteScheduleGroup: (name: string) => Promise<void>;
};

const onSchedule = (action: string): { readonly action: string; readonly resource: string } => ({
  action,
  resource: 'schedule',
});

const SCHEDULER_ACTIONS: ActionsOf<SchedulerCalls> = {
  // It cannot be narrowed; only a stage with schedules of Scheduler asks.
  listSchedules: callOn('schedules', 'read', 'scheduler:ListSchedules'),
  getSchedule: callOn('schedule', 'read', 'scheduler:GetSchedule'),
  listGroupTags: callOn('schedule-group', 'read', 'scheduler:ListTagsForResource'),
  createScheduleGroup: callOn(
    'schedule-group',
    'write',
    'scheduler:CreateScheduleGroup',
    'scheduler:TagResource',
  ),
  putSchedule: needs(
    'write',
    onSchedule('scheduler:CreateSchedule'),
    onSchedule('scheduler:UpdateSchedule'),
    { action: 'iam:PassRole', resource: 'scheduler-role' },
  ),
  deleteSchedule: callOn('schedule', 'remove', 'scheduler:DeleteSchedule'),
  deleteScheduleGroup: needs(
    'remove',
    { action: 'scheduler:DeleteScheduleGroup', resource: 'schedule-group' },
    onSchedule('scheduler:DeleteSchedule'),
  ),
};

type Module = typeof schedulerClient;
type Client = InstanceType<Module['SchedulerClient']>;

declare module '../cloud.js' {
  interface CloudCalls {
    readonly scheduler: SchedulerCalls;
  }
}

const SCHEDULER: SdkService<Module, Client> = {
  id: 'SCHEDULER',
  prefix: 'scheduler',
  kinds: [
    {
      names: ['Validation'],
      message: /must allow AWS EventBridge Scheduler to assume the role/i,
      kind: 'role-not-ready',
    },
  ],
  open: async (config) => {
    const sdk = await import('./scheduler-client.js');
    return { sdk, client: new sdk.SchedulerClient(config) };
  },
};

export const schedulerPort: Port<'scheduler'> = {
  name: 'scheduler',
  actions: SCHEDULER_ACTIONS,
  open: ({ caller }) => schedulerService(caller(SCHEDULER)),
};

/** The calls, made with the AWS SDK. */
function schedulerService(call: ServiceCaller<Module, Client>): SchedulerCalls {
  return {
    listSchedules: (GroupName) =>
      unlessMissing(
        readPages((NextToken: string | undefined) =>
          call('ListSchedules', async ({ sdk, client }, options) => {
            const command = new sdk.ListSchedulesCommand({ GroupName, NextToken });
            const page = await client.send(command, options);
            const items = (page.Schedules ?? []).map(({ Name: name = '', State }) => ({
              name,
              isEnabled: State !== 'DISABLED',
            }));
            return { items, next: page.NextToken };
          }),
        ),
      ),

    getSchedule: ({ group, name }) =>
      unlessMissing(
        call('GetSchedule', async ({ sdk, client }, options) => {
          const command = new sdk.GetScheduleCommand({ GroupName: group, Name: name });
          const found = await client.send(command, options);
          return {
            expression: found.ScheduleExpression ?? '',
            timezone: found.ScheduleExpressionTimezone ?? 'UTC',
            description: found.Description,
            isEnabled: found.State !== 'DISABLED',
            functionArn: found.Target?.Arn ?? '',
            roleArn: found.Target?.RoleArn ?? '',
            input: found.Target?.Input,
          };
        }),
      ),

    listGroupTags: (ResourceArn) =>
      unlessMissing(
        call('ListTagsForResource', async ({ sdk, client }, options) => {
          const command = new sdk.ListTagsForResourceCommand({ ResourceArn });
          return tagsOf((await client.send(command, options)).Tags);
        }),
      ),

    createScheduleGroup: (Name, tags) =>
      unless(
        'exists',
        call('CreateScheduleGroup', async ({ sdk, client }, options) => {
          const input = { Name, Tags: tagList(tags) };
          await client.send(new sdk.CreateScheduleGroupCommand(input), options);
        }),
        undefined,
      ),

    putSchedule: async (place, settings) => {
      const made = await unless(
        'exists',
        call('CreateSchedule', async ({ sdk, client }, options) => {
          await client.send(new sdk.CreateScheduleCommand(inputOf(place, settings)), options);
          return true;
        }),
        false,
      );
      if (made) return;
      await call('UpdateSchedule', async ({ sdk, client }, options) => {
        await client.send(new sdk.UpdateScheduleCommand(inputOf(place, settings)), options);
      });
    },

    deleteSchedule: ({ group, name }) =>
      unlessMissing(
        call('DeleteSchedule', async ({ sdk, client }, options) => {
          const input = { GroupName: group, Name: name };
          await client.send(new sdk.DeleteScheduleCommand(input), options);
        }),
      ),

    deleteScheduleGroup: (Name) =>
      unlessMissing(
        call('DeleteScheduleGroup', async ({ sdk, client }, options) => {
          await client.send(new sdk.DeleteScheduleGroupCommand({ Name }), options);
        }),
      ),
  };
}

type ScheduleInput = ConstructorParameters<Module['CreateScheduleCommand']>[0];

function inputOf({ group, name }: SchedulePlace, settings: ScheduleSettings): ScheduleInput {
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
