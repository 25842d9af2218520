// The resource type for schedules: EventBridge Scheduler calls a function repeatedly in a time zone, or once. A stage's
// schedules are in one group with our tag, because schedules have no tags. A statement in a function's policy only marks the
// function, so that the group can be found (docs/decisions/event-connections.md).
import { isText } from '../../../../compiler/json-values.js';
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import { partitionOf } from '../../../cloud/regions.js';
import { baseName } from '../../../config/cloud-names.js';
import { arnPrefix, type DeployerScope } from '../../stage/deployer-scope.js';
import { attributeOf, bothFormats, type ExportedResource, tagsRow } from '../../stage/exported.js';
import { listType } from '../../stage/list-type.js';
import { isOurs, ownTagOf, ownTags } from '../../stage/own-tag.js';
import type {
  Deletion,
  ObservedResources,
  Planning,
  RecordReading,
  ResourceType,
  ResourceSearch,
} from '../../stage/resource-type.js';
import { notShown, retry } from '../../stage/repeated-calls.js';
import { arnPlace, type Session, type Step } from '../../stage/run-steps.js';
import {
  deletedIn,
  type Desired,
  type Owner,
  functionArn,
  roleNameOf,
  functionId,
} from '../../stage/states.js';
import { sourceArns, ownAccount } from '../event-source/invokers.js';
import { invokedIds } from '../function/function-state.js';
import { exportedRoleArn, exportedRoleIds } from '../role/role-export.js';
import { roleStepIds } from '../role/role-steps.js';
import {
  type DesiredSchedule,
  desiredSchedules,
  type GroupChange,
  isForScheduler,
  nextTimesText,
  type ObservedSchedule,
  scheduleDigest,
  SCHEDULER,
  schedulerRoleIn,
} from './scheduler-role.js';

type FoundSchedules = Pick<ObservedResources, 'scheduleGroup' | 'schedules'>;

const NONE: FoundSchedules = { scheduleGroup: undefined, schedules: [] };

export const schedule: ResourceType = listType({
  property: 'schedules',
  noun: 'schedule',
  nameOf: (one) => (typeof one === 'string' ? one : one.name),
  desired: desiredSchedules,
  read: {
    none: NONE,
    recorded: readRecordedSchedules,
    all: readAllSchedules,
    claims: ({ schedules, app, stage, functions }, { scheduleGroup }) => {
      if (schedules.length === 0 || scheduleGroup?.tags === undefined) return [];
      const wanted = functions[0]?.tags ?? ownTags({ app, stage, version: '' });
      const tag = ownTagOf(scheduleGroup.tags);
      return [{ kind: 'schedule group', name: baseName(app, stage), tag, wanted }];
    },
  },
  plan: { scheduleGroup: planGroup },
  compare: (one, existing, { desired }) => {
    const isSame =
      existing?.digest === scheduleDigest(one, schedulerRoleIn(desired)) &&
      existing.isEnabled === one.isEnabled;
    return { parts: isSame ? [] : ['schedule'] };
  },
  details: ({ desired }) => [whenText(desired), ...nextTimesText(desired)],
  document: ({ name }) => ({ name }),
  firstSteps: groupSteps,
  step: ({ desired }, session) => {
    const group = groupOf(session.desired);
    const role = schedulerRoleIn(session.desired);
    if (role === undefined) return undefined;
    return {
      dependsOn: [groupId(group), ...roleStepIds(role), ...invokedIds(desired.functionName)],
      run: () => putSchedule(desired, { group, role }, session),
    };
  },
  deletions: {
    planned: ({ schedules, scheduleGroup, ...owner }) =>
      scheduleGroup === 'delete'
        ? [groupDeletion(owner)]
        : deletedIn(schedules).map(({ name }) => scheduleDeletion(name, owner)),
    recorded: ({ schedules, ...owner }) => (schedules ? [groupDeletion(owner)] : []),
    found: ({ scheduleGroup }, owner) =>
      isOwnGroup(scheduleGroup, owner) ? [groupDeletion(owner)] : [],
  },
  record: {
    property: 'schedules',
    of: (one) => (typeof one === 'string' ? one : one.name),
    isValid: isText,
  },
  deployer: {
    // Schedules that are no longer in the source may still exist.
    mayExist: (scope) => hasSchedules(scope) || scope.record?.schedules !== undefined,
    statements: [
      { resource: 'schedules', sid: 'ScheduleLists', arns: () => ['*'] },
      {
        resource: 'schedule',
        sid: 'Schedules',
        isWritten: hasSchedules,
        arns: (scope) => arnsFor(scope, (prefix, base) => `${prefix}:*:schedule/${base}/*`),
      },
      {
        resource: 'schedule-group',
        sid: 'ScheduleGroup',
        isWritten: hasSchedules,
        arns: (scope) => arnsFor(scope, (prefix, base) => `${prefix}:*:schedule-group/${base}`),
      },
      {
        resource: 'scheduler-role',
        sid: 'RoleOfScheduler',
        isWritten: hasSchedules,
        arns: (scope) =>
          arnsFor(
            scope,
            (_, base) => `arn:${partitionOf(scope.region)}:iam::*:role/${base}-schedule*`,
          ),
        condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      },
    ],
  },
  exported: {
    resources: (desired) => {
      const schedules = desired.schedules.map((one) => exportSchedule(one, desired));
      return { resources: schedules.length === 0 ? [] : [exportGroup(desired), ...schedules] };
    },
    adopted: ({ schedules, ...owner }, { scheduleGroup, schedules: existing }) => {
      if (!scheduleGroup || schedules.length === 0) return [];
      const group = groupOf(owner);
      return [
        { resource: GROUP_ID, importId: group },
        ...schedules
          .filter((one) => existing.some(({ name }) => name === one.name))
          .map(({ name }) => ({ resource: `schedule ${name}`, importId: `${group}/${name}` })),
      ];
    },
  },
});

function groupOf({ app, stage }: Owner): string {
  return baseName(app, stage);
}

function groupId(group: string): string {
  return `schedule group ${group}`;
}

function planGroup({ desired, observed: { scheduleGroup } }: Planning): GroupChange | undefined {
  if (desired.schedules.length > 0) return scheduleGroup ? 'unchanged' : 'create';
  return isOwnGroup(scheduleGroup, desired) ? 'delete' : undefined;
}

function isOwnGroup(group: ObservedResources['scheduleGroup'], owner: Owner): boolean {
  return group !== undefined && (group.tags === undefined || isOurs({ tags: group.tags }, owner));
}

function whenText({ expression, timezone, isEnabled }: DesiredSchedule): string {
  return `${expression} ${timezone}${isEnabled ? '' : ' (disabled)'}`;
}

/** Deletes the group. The deletion takes a while, but Scheduler no longer runs the group's schedules. */
function groupDeletion(owner: Owner): Deletion {
  const name = groupOf(owner);
  return {
    kind: 'schedule group',
    name,
    isUnasked: true,
    before: ['function', 'role'],
    run: ({ cloud }) => cloud.scheduler.deleteScheduleGroup(name),
  };
}

function scheduleDeletion(name: string, owner: Owner): Deletion {
  const place = { group: groupOf(owner), name };
  const run: Deletion['run'] = ({ cloud }) => cloud.scheduler.deleteSchedule(place);
  return { kind: 'schedule', name, isUnasked: true, before: 'function', run };
}

function hasSchedules({ events = [] }: DeployerScope): boolean {
  return events.some((entry) => entry.kind === 'schedule' && isForScheduler(entry));
}

function arnsFor(
  scope: DeployerScope,
  arnOf: (prefix: string, base: string) => string,
): readonly string[] {
  return [arnOf(arnPrefix('scheduler', scope), baseName(scope.app, scope.stage))];
}

function groupSteps({ desired, plan, cloud }: Session): readonly Step[] {
  if (plan.scheduleGroup !== 'create') return [];
  const group = groupOf(desired);
  const object = groupId(group);
  const run = (): Promise<void> => cloud.scheduler.createScheduleGroup(group, groupTags(desired));
  return [{ id: object, label: { verb: 'create', object }, run }];
}

/** Returns our tags; only functions have the user's tags. */
function groupTags({ functions }: Desired): Tags {
  const all = Object.entries(functions[0]?.tags ?? {});
  return Object.fromEntries(all.filter(([key]) => key.startsWith('cloud-framework')));
}

async function putSchedule(
  schedule: DesiredSchedule,
  { group, role }: { readonly group: string; readonly role: string },
  session: Session,
): Promise<void> {
  const { cloud, learned, plan, wait } = session;
  const location = arnPlace(session);
  const { id, partition } = location.account;
  const { name, functionName, ...rest } = schedule;
  const roleArn = learned.roles.get(role) ?? `arn:${partition}:iam::${id}:role/${role}`;
  const settings = { ...rest, functionArn: functionArn(functionName, location), roleArn };
  const put = (): Promise<void> => cloud.scheduler.putSchedule({ group, name }, settings);
  // EventBridge Scheduler does not accept a new role or group until a few seconds after it is created.
  const isNew = plan.scheduleGroup === 'create';
  await retry(put, wait, ['role-not-ready', ...notShown(isNew), 'busy']);
}

// Reads schedules: one list call for the stage's group, and one call for each schedule, because the list does not contain the
// schedules' times. The record says whether the group is ours; without a record, the group's tags do.

async function readRecordedSchedules(reading: RecordReading): Promise<FoundSchedules> {
  const { cloud, desired, record } = reading;
  if (!record.schedules)
    return desired.schedules.length > 0 ? readGroup(cloud, desired, record) : NONE;
  const schedules = await readSchedules(cloud, groupOf(desired));
  return schedules ? { scheduleGroup: { tags: undefined }, schedules } : NONE;
}

/** Without a record, the functions' policies show whether the stage may have a group. */
async function readAllSchedules(search: ResourceSearch): Promise<FoundSchedules> {
  const { cloud, desired, record, all } = search;
  const statements = [...(await all.permissions).values()].flat();
  const mayBe =
    sourceArns(statements, SCHEDULER, true).length > 0 ||
    record?.schedules !== undefined ||
    (desired?.schedules ?? []).length > 0;
  if (!mayBe) return NONE;
  const { id, partition } = await ownAccount(search);
  return readGroup(cloud, search, { account: id, partition });
}

async function readGroup(
  cloud: Cloud,
  owner: Owner,
  { account, partition }: { readonly account: string; readonly partition: string },
): Promise<FoundSchedules> {
  const group = groupOf(owner);
  const schedules = await readSchedules(cloud, group);
  if (!schedules) return NONE;
  const arn = `arn:${partition}:scheduler:${cloud.region}:${account}:schedule-group/${group}`;
  const tags = await cloud.scheduler.listGroupTags(arn);
  // The list of a missing group may be empty. Reading the group's tags shows whether it exists.
  if (!tags) return NONE;
  return { scheduleGroup: { tags }, schedules: isOurs({ tags }, owner) ? schedules : [] };
}

async function readSchedules(
  { scheduler }: Cloud,
  group: string,
): Promise<readonly ObservedSchedule[] | undefined> {
  const listed = await scheduler.listSchedules(group);
  const schedules = listed?.map(async (one): Promise<ObservedSchedule> => {
    const found = await scheduler.getSchedule({ group, name: one.name });
    const functionName = /:function:([^:]+)$/.exec(found?.functionArn ?? '')?.[1] ?? '';
    const role = roleNameOf(found?.roleArn ?? '');
    return { ...one, digest: found ? scheduleDigest({ ...found, functionName }, role) : '' };
  });
  return schedules && Promise.all(schedules);
}

const GROUP_ID = 'schedule group';

function exportGroup(desired: Desired): ExportedResource {
  return {
    id: GROUP_ID,
    kind: 'ScheduleGroup',
    ...bothFormats(
      ['aws_scheduler_schedule_group', 'AWS::Scheduler::ScheduleGroup'],
      [[groupOf(desired), 'name', 'Name'], tagsRow(groupTags(desired))],
      { name: ['name', 'Ref'] },
    ),
  };
}

function exportSchedule(one: DesiredSchedule, desired: Desired): ExportedResource {
  const { name, functionName, expression, timezone, description, isEnabled, input, ...more } = one;
  const { declared, ...rest } = more;
  rest satisfies Record<string, never>;
  const arn = attributeOf(functionId(functionName), 'arn');
  const role = { kind: 'managed', name: schedulerRoleIn(desired) ?? '' } as const;
  const roleArn = exportedRoleArn(role);
  const target = { Arn: arn, RoleArn: roleArn, Input: input };
  return {
    id: `schedule ${name}`,
    kind: 'Schedule',
    key: name.slice(`${desired.app}-${desired.stage}-`.length),
    from: declared,
    // Scheduler rejects a role that does not have its permissions yet.
    after: exportedRoleIds(role),
    ...bothFormats(
      ['aws_scheduler_schedule', 'AWS::Scheduler::Schedule'],
      [
        [name, 'name', 'Name'],
        [attributeOf(GROUP_ID, 'name'), 'group_name', 'GroupName'],
        [expression, 'schedule_expression', 'ScheduleExpression'],
        [timezone, 'schedule_expression_timezone', 'ScheduleExpressionTimezone'],
        [description, 'description', 'Description'],
        [isEnabled ? 'ENABLED' : 'DISABLED', 'state', 'State'],
        [[{ mode: 'OFF' }], 'flexible_time_window', 'FlexibleTimeWindow', { Mode: 'OFF' }],
        [[{ arn, role_arn: roleArn, input }], 'target', 'Target', target],
      ],
    ),
  };
}
