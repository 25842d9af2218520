// The resource type of schedules: EventBridge Scheduler calls a function at times of a time zone, or once. The schedules of
// a stage are in one group, which has our tag, because schedules have no tags. Scheduler calls the functions with a role of
// its own. A statement in their policies only marks them, to find the group (docs/decisions/event-connections.md).
import { isListOf, isText } from '../../../../compiler/json-values.js';
import { baseName } from '../../../config/cloud-names.js';
import { arnPrefix, type DeployerScope } from '../../stage/deployer-scope.js';
import { partitionOf } from '../../../cloud/regions.js';
import { functionArn, roleNameOf } from '../../stage/arn.js';
import { type Desired, listField, namesOf, type Owner } from '../../stage/states.js';
import { isOurs, ownTagOf, ownTags } from '../../stage/own-tag.js';
import { changeRows, type PlanRow } from '../../stage/plan-rows.js';
import { disconnection, sourcesOf } from '../event-source/invokers.js';
import type {
  Deletion,
  Found,
  PlannedChange,
  Planning,
  RecordReading,
  ResourceExport,
  ResourceType,
  Search,
} from '../../stage/resource-type.js';
import {
  type DesiredSchedule,
  desiredSchedules,
  isForScheduler,
  SCHEDULER,
  schedulerRoleIn,
} from './scheduler-role.js';
import {
  nextTimesText,
  type ObservedSchedule,
  type ScheduleChange,
  scheduleDigest,
  type SchedulePlan,
} from './schedule-state.js';
import { notShown, retry } from '../../stage/retry.js';
import { placeIn, type Session } from '../../stage/session.js';
import type { Step } from '../../stage/step.js';
import { functionId, invokedIds } from '../function/function-state.js';
import { roleStepIds } from '../role/role-steps.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { ownAccount } from '../event-source/own-account.js';
import { attributeOf, type ExportedResource, tagList, tagMapping } from '../../stage/exported.js';
import { exportedRoleArn, exportedRoleIds } from '../role/role-export.js';

// Schedules as Terraform and CloudFormation write them.

const GROUP_ID = 'schedule group';

const scheduleExport: ResourceExport = {
  resources: (desired) => ({
    resources:
      desired.schedules.length === 0
        ? []
        : [exportGroup(desired), ...desired.schedules.map((one) => exportSchedule(one, desired))],
  }),
  adopted: ({ schedules, app, stage }, { scheduleGroup }) => {
    if (!scheduleGroup || schedules.length === 0) return [];
    const group = baseName(app, stage);
    return [
      { resource: GROUP_ID, importId: group },
      ...schedules
        .filter((one) => scheduleGroup.schedules.some(({ name }) => name === one.name))
        .map(({ name }) => ({ resource: `schedule ${name}`, importId: `${group}/${name}` })),
    ];
  },
};

function exportGroup({ app, stage, functions }: Desired): ExportedResource {
  const name = baseName(app, stage);
  const all = functions[0]?.tags ?? {};
  const tags = Object.fromEntries(
    Object.entries(all).filter(([key]) => key.startsWith('cloud-framework')),
  );
  return {
    id: GROUP_ID,
    kind: 'ScheduleGroup',
    terraform: {
      type: 'aws_scheduler_schedule_group',
      properties: { name, tags: tagMapping(tags) },
      attributes: { name: 'name' },
    },
    cloudFormation: {
      type: 'AWS::Scheduler::ScheduleGroup',
      properties: { Name: name, Tags: tagList(tags) },
      attributes: { name: 'Ref' },
    },
  };
}

function exportSchedule(one: DesiredSchedule, desired: Desired): ExportedResource {
  const { name, functionName, expression, timezone, description, isEnabled, input, ...more } = one;
  const { declared, ...rest } = more;
  rest satisfies Record<string, never>;
  const state = isEnabled ? 'ENABLED' : 'DISABLED';
  const group = attributeOf(GROUP_ID, 'name');
  const arn = attributeOf(functionId(functionName), 'arn');
  const role = { kind: 'managed', name: schedulerRoleIn(desired) ?? '' } as const;
  const roleArn = exportedRoleArn(role);
  return {
    id: `schedule ${name}`,
    kind: 'Schedule',
    key: name.slice(`${desired.app}-${desired.stage}-`.length),
    from: declared,
    // Scheduler refuses a role that does not have its permissions yet.
    after: exportedRoleIds(role),
    terraform: {
      type: 'aws_scheduler_schedule',
      properties: {
        name,
        group_name: group,
        schedule_expression: expression,
        schedule_expression_timezone: timezone,
        description,
        state,
        flexible_time_window: [{ mode: 'OFF' }],
        target: [{ arn, role_arn: roleArn, input }],
      },
    },
    cloudFormation: {
      type: 'AWS::Scheduler::Schedule',
      properties: {
        Name: name,
        GroupName: group,
        ScheduleExpression: expression,
        ScheduleExpressionTimezone: timezone,
        Description: description,
        State: state,
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: arn, RoleArn: roleArn, Input: input },
      },
    },
  };
}

// Reads schedules: one list of the stage's group, and each schedule, because the list does not have their times. The record
// says whether the group is ours, else its tags do.

type FoundSchedules = Pick<Found, 'scheduleGroup'>;

const NONE: FoundSchedules = { scheduleGroup: undefined };

async function readRecordedSchedules({
  cloud,
  desired,
  record,
}: RecordReading): Promise<FoundSchedules> {
  if (!record.schedules)
    return desired.schedules.length > 0 ? readGroup(cloud, desired, record) : NONE;
  const schedules = await readSchedules(cloud, baseName(desired.app, desired.stage));
  return schedules ? { scheduleGroup: { tags: undefined, schedules } } : NONE;
}

/** Without a record, the functions' policies say whether the stage may have a group. */
async function readAllSchedules(search: Search): Promise<FoundSchedules> {
  const { cloud, desired, record, all } = search;
  const statements = [...(await all.permissions).values()].flat();
  const mayBe =
    sourcesOf(statements, SCHEDULER, true).length > 0 ||
    record?.schedules !== undefined ||
    (desired?.schedules ?? []).length > 0;
  if (!mayBe) return NONE;
  const { id, partition } = await ownAccount(search);
  return readGroup(cloud, search, { account: id, partition });
}

async function readGroup(
  cloud: Cloud,
  { app, stage }: Owner,
  { account, partition }: { readonly account: string; readonly partition: string },
): Promise<FoundSchedules> {
  const group = baseName(app, stage);
  const schedules = await readSchedules(cloud, group);
  if (!schedules) return NONE;
  const arn = `arn:${partition}:scheduler:${cloud.region}:${account}:schedule-group/${group}`;
  const tags = await cloud.scheduler.listGroupTags(arn);
  // The list of a group that does not exist may be empty. Reading the group's tags tells whether it exists.
  return tags ? { scheduleGroup: { tags, schedules } } : NONE;
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

export const schedule: ResourceType = {
  desired: { schedules: desiredSchedules },
  read: {
    properties: ['scheduleGroup'],
    recorded: readRecordedSchedules,
    named: () => Promise.resolve({ scheduleGroup: undefined }),
    all: readAllSchedules,
    isThere: () => false,
    claims: ({ schedules, app, stage, functions }, { scheduleGroup }) => {
      if (schedules.length === 0 || scheduleGroup?.tags === undefined) return [];
      const wanted = functions[0]?.tags ?? ownTags({ app, stage, version: '' });
      const tag = ownTagOf(scheduleGroup.tags);
      return [{ kind: 'schedule group', name: baseName(app, stage), tag, wanted }];
    },
  },
  plan: { schedules: planSchedules },
  exported: scheduleExport,
  show: {
    changes: ({ schedules: { changes } }) => changes.map(summaryOf),
    rows: ({ schedules: { changes } }) => changes.flatMap(scheduleRows),
    document: ({ schedules: { changes } }) => listField('schedules', changes.map(summaryOf)),
  },
  steps: (session) => ({ make: scheduleSteps(session) }),
  deletions: {
    planned: ({ schedules, ...owner }) =>
      schedules.group === 'delete'
        ? [groupDeletion(owner)]
        : schedules.changes.flatMap((one) =>
            one.action === 'delete' ? [scheduleDeletion(one.name, owner)] : [],
          ),
    recorded: ({ schedules, ...owner }) => (schedules ? [groupDeletion(owner)] : []),
    found: ({ scheduleGroup }, owner) =>
      isOwnGroup(scheduleGroup, owner) ? [groupDeletion(owner)] : [],
  },
  record: {
    isValid: ({ schedules }) => schedules === undefined || isListOf(schedules, isText),
    begin: ({ desired, observed, previous }) =>
      listField(
        'schedules',
        namesOf(previous?.schedules, observed.scheduleGroup?.schedules, desired.schedules),
      ),
    finish: ({ desired }) => listField('schedules', namesOf(desired.schedules)),
  },
  deployer: {
    statements: [
      {
        resource: 'schedules',
        sid: 'ScheduleLists',
        arns: (scope) => (mayHaveSchedules(scope) ? ['*'] : []),
      },
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
};

function planSchedules({ desired, observed }: Planning): SchedulePlan {
  const group = observed.scheduleGroup;
  const found = group && isOwnGroup(group, desired) ? group.schedules : [];
  const role = schedulerRoleIn(desired);
  const changes: readonly ScheduleChange[] = [
    ...desired.schedules.map((one): ScheduleChange => {
      const known = found.find(({ name }) => name === one.name);
      if (!known) return { action: 'create', schedule: one };
      const isSame =
        known.digest === scheduleDigest(one, role) && known.isEnabled === one.isEnabled;
      return { action: isSame ? 'unchanged' : 'update', schedule: one };
    }),
    ...found
      .filter(({ name }) => !desired.schedules.some((one) => one.name === name))
      .map(({ name }) => ({ action: 'delete' as const, name })),
  ];
  return { group: planGroup(desired, group !== undefined, isOwnGroup(group, desired)), changes };
}

function planGroup(
  { schedules }: Desired,
  isThere: boolean,
  isOwn: boolean,
): SchedulePlan['group'] {
  if (schedules.length > 0) return isThere ? 'unchanged' : 'create';
  return isOwn ? 'delete' : undefined;
}

function isOwnGroup(group: Found['scheduleGroup'], owner: Owner): boolean {
  return group !== undefined && (group.tags === undefined || isOurs({ tags: group.tags }, owner));
}

function nameIn(change: ScheduleChange): string {
  return change.action === 'delete' ? change.name : change.schedule.name;
}

function summaryOf(change: ScheduleChange): PlannedChange {
  return { action: change.action, name: nameIn(change) };
}

function scheduleRows(change: ScheduleChange): readonly PlanRow[] {
  const details =
    change.action === 'delete'
      ? []
      : [whenText(change.schedule), ...nextTimesText(change.schedule)];
  return changeRows(change.action, ['schedule', nameIn(change)], details);
}

function whenText({ expression, timezone, isEnabled }: DesiredSchedule): string {
  return `${expression} ${timezone}${isEnabled ? '' : ' (disabled)'}`;
}

/** Deletes the group. Scheduler takes a while, but does not run the group's schedules any more. */
function groupDeletion({ app, stage }: Owner): Deletion {
  const name = baseName(app, stage);
  return {
    kind: 'schedule group',
    name,
    isUnasked: true,
    before: ['function', 'role'],
    run: ({ cloud }) => cloud.scheduler.deleteScheduleGroup(name),
  };
}

function scheduleDeletion(name: string, { app, stage }: Owner): Deletion {
  return disconnection('schedule', name, ({ cloud }) =>
    cloud.scheduler.deleteSchedule({ group: baseName(app, stage), name }),
  );
}

function hasSchedules({ events = [] }: DeployerScope): boolean {
  return events.some((entry) => entry.kind === 'schedule' && isForScheduler(entry));
}

/** Whether schedules may exist, also those that the source no longer has. */
function mayHaveSchedules(scope: DeployerScope): boolean {
  return hasSchedules(scope) || scope.record?.schedules !== undefined;
}

function arnsFor(
  scope: DeployerScope,
  arnOf: (prefix: string, base: string) => string,
): readonly string[] {
  if (!mayHaveSchedules(scope)) return [];
  return [arnOf(arnPrefix('scheduler', scope), baseName(scope.app, scope.stage))];
}

/** Creates the group of the stage, and creates and changes schedules in it. */
function scheduleSteps(session: Session): readonly Step[] {
  const { desired, plan, cloud } = session;
  const group = baseName(desired.app, desired.stage);
  const groupId = `schedule group ${group}`;
  const role = schedulerRoleIn(desired);
  const tags = desired.functions[0]?.tags ?? {};
  const own = Object.fromEntries(
    Object.entries(tags).filter(([key]) => key.startsWith('cloud-framework')),
  );
  const making: readonly Step[] =
    plan.schedules.group === 'create'
      ? [
          {
            id: groupId,
            label: { verb: 'create', object: groupId },
            dependsOn: [],
            run: () => cloud.scheduler.createScheduleGroup(group, own),
          },
        ]
      : [];
  const changes = plan.schedules.changes.flatMap((change): readonly Step[] => {
    if (change.action === 'unchanged' || change.action === 'delete' || role === undefined)
      return [];
    const { action, schedule } = change;
    const object = `schedule ${schedule.name}`;
    return [
      {
        id: object,
        label: { verb: action, object },
        dependsOn: [groupId, ...roleStepIds(role), ...invokedIds(schedule.functionName)],
        run: () => putSchedule(schedule, { group, role }, session),
      },
    ];
  });
  return [...making, ...changes];
}

async function putSchedule(
  schedule: DesiredSchedule,
  { group, role }: { readonly group: string; readonly role: string },
  session: Session,
): Promise<void> {
  const { cloud, learned, plan, wait } = session;
  const place = placeIn(session);
  const { id, partition } = place.account;
  const { name, functionName, ...rest } = schedule;
  const roleArn = learned.roles.get(role) ?? `arn:${partition}:iam::${id}:role/${role}`;
  const settings = { ...rest, functionArn: functionArn(functionName, place), roleArn };
  const put = (): Promise<void> => cloud.scheduler.putSchedule({ group, name }, settings);
  // Scheduler accepts a new role or group only after some seconds.
  const isNew = plan.schedules.group === 'create';
  await retry(put, wait, ['role-not-ready', ...notShown(isNew), 'busy']);
}
