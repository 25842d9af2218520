// EventBridge Scheduler: groups, and the schedules in them, which use a role to call a function. REST with JSON.
import { randomUUID } from 'node:crypto';
import type { Deliveries } from '../deliveries.js';
import { dueTimes, nextLook } from '../events/due-times.js';
import { timeText } from '../events/event-store.js';
import { mappingAt, mappingOf } from '../../../../compiler/json-values.js';
import { timesOf } from '../../../../compiler/kinds/schedule/expression.js';
import { invalid, parseBody } from '../json-service.js';
import { parsedText } from '../polled-source.js';
import { listOf, type Members, textOf } from '../members.js';
import {
  type Match,
  matchRest,
  isWriting,
  type Place,
  type Refusal,
  refusing,
  type RoleBook,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from '../service.js';

type Schedule = { settings: Members; ranAt: number };
type Group = { readonly tags: readonly Members[]; readonly schedules: Map<string, Schedule> };

export type ScheduleStore = Place & {
  readonly deliveries: Deliveries;
  readonly roles: RoleBook;
  readonly groups: Map<string, Group>;
};

type Call = {
  readonly request: ServiceRequest;
  readonly store: ScheduleStore;
  /** The name of the schedule or the group, or its ARN. */
  readonly name: string;
  readonly group: string;
  readonly body: Members;
};

type Operation = {
  readonly http: string;
  readonly resource: (call: Call) => string;
  readonly run: (call: Call) => unknown;
};

const PRINCIPAL = 'scheduler.amazonaws.com';

const conflict = refusing(409, 'ConflictException');
const notFound = refusing(404, 'ResourceNotFoundException');

const OPERATIONS: Readonly<Record<string, Operation>> = {
  ListSchedules: {
    http: 'GET /schedules',
    resource: () => '*',
    run: ({ request, store }) => {
      const group = request.query.get('ScheduleGroup') ?? 'default';
      const prefix = request.query.get('NamePrefix') ?? '';
      const byName = [...groupOf(group, store).schedules]
        .filter(([name]) => name.startsWith(prefix))
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
      const schedules = byName.map(([Name, { settings }]) => {
        const Target = { Arn: targetOf(settings, 'Arn') };
        return { Name, GroupName: group, State: settings['State'], Target };
      });
      return { Schedules: schedules };
    },
  },
  CreateSchedule: {
    http: 'POST /schedules/{name}',
    resource: scheduleArn,
    run: (call) => {
      const { schedules } = groupOf(call.group, call.store);
      if (schedules.has(call.name)) throw conflict(`Schedule ${call.name} already exists.`);
      check(call);
      schedules.set(call.name, { settings: call.body, ranAt: call.store.clock.now() });
      return { ScheduleArn: scheduleArn(call) };
    },
  },
  UpdateSchedule: {
    http: 'PUT /schedules/{name}',
    resource: scheduleArn,
    run: (call) => {
      const found = scheduleOf(call);
      check(call);
      found.settings = call.body;
      return { ScheduleArn: scheduleArn(call) };
    },
  },
  GetSchedule: {
    http: 'GET /schedules/{name}',
    resource: scheduleArn,
    run: (call) => ({ ...scheduleOf(call).settings, Name: call.name, Arn: scheduleArn(call) }),
  },
  DeleteSchedule: {
    http: 'DELETE /schedules/{name}',
    resource: scheduleArn,
    run: (call) => {
      scheduleOf(call);
      groupOf(call.group, call.store).schedules.delete(call.name);
    },
  },
  ListScheduleGroups: {
    http: 'GET /schedule-groups',
    resource: () => '*',
    run: ({ request, store }) => {
      const prefix = request.query.get('NamePrefix') ?? '';
      const names = [...store.groups.keys()].filter((name) => name.startsWith(prefix));
      return { ScheduleGroups: names.map((name) => describeGroup({ name, store })) };
    },
  },
  CreateScheduleGroup: {
    http: 'POST /schedule-groups/{name}',
    resource: groupArn,
    run: (call) => {
      const { store, name, body } = call;
      if (store.groups.has(name)) throw conflict(`Schedule group ${name} already exists.`);
      store.groups.set(name, { tags: listOf(body, 'Tags'), schedules: new Map() });
      return { ScheduleGroupArn: groupArn(call) };
    },
  },
  GetScheduleGroup: {
    http: 'GET /schedule-groups/{name}',
    resource: groupArn,
    run: (call) => {
      groupOf(call.name, call.store);
      return describeGroup(call);
    },
  },
  DeleteScheduleGroup: {
    http: 'DELETE /schedule-groups/{name}',
    resource: groupArn,
    run: ({ store, name }) => {
      groupOf(name, store);
      store.groups.delete(name);
    },
  },
  ListTagsForResource: {
    http: 'GET /tags/(?<name>.+)',
    resource: ({ name }) => name,
    run: ({ name, store }) => ({
      Tags: groupOf(name.slice(name.lastIndexOf('/') + 1), store).tags,
    }),
  },
};

export function createScheduler(store: ScheduleStore): Service {
  return {
    name: 'scheduler',
    operationOf: (request) => {
      const found = matchRest(Object.entries(OPERATIONS), request);
      if (!found) return undefined;
      const { name, operation } = found;
      const call = readCall(found, request, store);
      const role = targetOf(call.body, 'RoleArn');
      const context = { 'iam:PassedToService': PRINCIPAL };
      return {
        ...{ name, isWrite: isWriting(name), action: `scheduler:${name}` },
        resource: operation.resource(call),
        ...(role !== '' && { also: [{ action: 'iam:PassRole', resource: role, context }] }),
        run: () => answer(200, operation.run(call)),
      };
    },
    refuse,
    inventory: () =>
      [...store.groups].flatMap(([group, { schedules }]) => [
        ...(group === 'default' ? [] : [`schedule-group ${group}`]),
        ...[...schedules.keys()].map((name) => `schedule ${group}/${name}`),
      ]),
  };
}

/** Runs the schedules that are due. If `isLive` is true, a schedule that is overdue several times runs only once. */
export function runSchedules(store: ScheduleStore, isLive = false): void {
  const now = store.clock.now();
  for (const [group, { schedules }] of store.groups) {
    for (const [name, schedule] of schedules) {
      const { settings, ranAt } = schedule;
      const { end, ...span } = spanOf(schedule);
      const times = dueTimes({ ...span, until: Math.min(now, end) });
      schedule.ranAt = times.at(-1) ?? ranAt;
      if (textOf(settings, 'State') === 'DISABLED') continue;
      for (const time of isLive ? times.slice(-1) : times)
        run(store, settings, { schedule: `${group}/${name}`, time });
      const isOver = span.expression.startsWith('at(') ? times.length > 0 : end <= now;
      if (isOver && textOf(settings, 'ActionAfterCompletion') === 'DELETE') schedules.delete(name);
    }
  }
}

export function nextSchedule({ groups, clock }: ScheduleStore): readonly (number | undefined)[] {
  const now = clock.now();
  return [...groups.values()]
    .flatMap(({ schedules }) => [...schedules.values()])
    .filter(({ settings }) => textOf(settings, 'State') !== 'DISABLED')
    .map((schedule) => {
      const { end, ...span } = spanOf(schedule);
      const next = nextLook({ ...span, until: Math.max(now, span.from) });
      return next === undefined || end <= now ? undefined : Math.min(next, end);
    });
}

/** One-time schedules ignore the period: docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html */
function spanOf({ settings, ranAt }: Schedule) {
  const expression = expressionOf(settings);
  const timezone = textOf(settings, 'ScheduleExpressionTimezone');
  const timeIn = (name: string): number | undefined => {
    const seconds = settings[name];
    return expression.startsWith('at(') || typeof seconds !== 'number' ? undefined : seconds * 1000;
  };
  // A cron expression can match the start time itself.
  const start = (timeIn('StartDate') ?? 0) - (expression.startsWith('cron(') ? 1 : 0);
  const end = timeIn('EndDate') ?? Infinity;
  return { expression, timezone, from: Math.max(ranAt, start), end };
}

/** Unlike EventBridge, Scheduler accepts a unit that does not agree with its number: `rate(1 hours)`. */
function expressionOf(settings: Members): string {
  return (textOf(settings, 'ScheduleExpression') ?? '').replace(
    /^rate\((\d+) (minute|hour|day)s?\)$/,
    (_, count: string, unit: string) => `rate(${count} ${unit}${count === '1' ? '' : 's'})`,
  );
}

const SEND: Readonly<Record<string, string>> = {
  lambda: 'lambda:InvokeFunction',
  sqs: 'sqs:SendMessage',
};

type Run = { readonly schedule: string; readonly time: number };

/** Runs a schedule with its role, whose policies decide what the schedule may call. */
function run(store: ScheduleStore, settings: Members, { schedule, time }: Run): void {
  const { region, account, roles, deliveries } = store;
  const sourceArn = `arn:aws:scheduler:${region}:${account}:schedule/${schedule}`;
  const functionArn = targetOf(settings, 'Arn');
  const role = targetOf(settings, 'RoleArn');
  const isPermitted =
    roles.assume(role, PRINCIPAL) === 'ready' &&
    roles.allows(role, SEND[functionArn.split(':')[2] ?? ''] ?? '', functionArn);
  const input = targetOf(settings, 'Input');
  const standard = {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account,
    time: timeText(time),
    region,
    resources: [sourceArn],
    detail: '{}',
  };
  const event: unknown = input === '' ? standard : parsedText(input);
  const group = textOf(mappingAt(settings, 'Target', 'SqsParameters'), 'MessageGroupId');
  const message = { body: input === '' ? JSON.stringify(event) : input, group };
  deliveries.send({ principal: PRINCIPAL, sourceArn, functionArn, event, isPermitted, message });
}

function readCall(
  { captures }: Match<Operation>,
  request: ServiceRequest,
  store: ScheduleStore,
): Call {
  const body = parseBody(request.body);
  const name = decodeURIComponent(captures['name'] ?? '');
  const group = textOf(body, 'GroupName') ?? request.query.get('groupName') ?? 'default';
  return { request, store, name, group, body };
}

function check({ body, store }: Call): void {
  if (!timesOf(expressionOf(body))) {
    const expression = textOf(body, 'ScheduleExpression') ?? '';
    throw invalid(`Invalid Schedule Expression ${expression}.`);
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: textOf(body, 'ScheduleExpressionTimezone') });
  } catch {
    throw invalid('Provided ScheduleExpressionTimezone is not valid.');
  }
  if (store.roles.assume(targetOf(body, 'RoleArn'), PRINCIPAL) === 'ready') return;
  throw invalid(
    'The execution role you provide must allow AWS EventBridge Scheduler to assume the role.',
  );
}

function targetOf({ Target }: Members, name: string): string {
  return textOf(mappingOf(Target), name) ?? '';
}

function groupOf(name: string, { groups }: ScheduleStore): Group {
  const found = groups.get(name);
  if (found) return found;
  throw notFound(`Schedule group ${name} does not exist.`);
}

function scheduleOf({ name, group, store }: Call): Schedule {
  const found = groupOf(group, store).schedules.get(name);
  if (found) return found;
  throw notFound(`Schedule ${name} does not exist.`);
}

function scheduleArn({ name, group, store: { region, account } }: Call): string {
  return `arn:aws:scheduler:${region}:${account}:schedule/${group}/${name}`;
}

type Named = Pick<Call, 'name' | 'store'>;

function describeGroup(group: Named): object {
  return { Name: group.name, Arn: groupArn(group), State: 'ACTIVE' };
}

function groupArn({ name, store: { region, account } }: Named): string {
  return `arn:aws:scheduler:${region}:${account}:schedule-group/${name}`;
}

function refuse({ status, code, message, headers }: Refusal): ServiceAnswer {
  const answered = answer(status, { Message: message });
  return { ...answered, headers: { ...answered.headers, 'x-amzn-ErrorType': code, ...headers } };
}

function answer(status: number, body: unknown): ServiceAnswer {
  const headers = { 'Content-Type': 'application/json', 'x-amzn-RequestId': randomUUID() };
  return { status, headers, body: JSON.stringify(body ?? {}) };
}
