// EventBridge: rules, their targets, tags, and events sent to a bus.
import { randomUUID } from 'node:crypto';
import { mappingOf, parseJson } from '../../../../compiler/json-values.js';
import { timesOf } from '../../../../compiler/kinds/schedule/expression.js';
import type { RefusedCall, Service } from '../service.js';
import { type JsonOperation, type JsonOperations, invalid, jsonService } from '../json-service.js';
import {
  type Members,
  isMembers,
  listOf,
  pageOf,
  tagsOf,
  textOf,
  textsOf,
  unmet,
} from '../members.js';
import { parsedText } from '../polled-source.js';
import {
  type EventStore,
  type Rule,
  type Target,
  timeText,
  matchesPattern,
  patternProblem,
} from './event-store.js';

const MOST_TARGETS = 5;
const MOST_RULES = 300;
const TOO_MANY = 'The requested resource exceeds the maximum number allowed.';
const NAME_RULE = 'satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+';

const setState = (state: string): JsonOperation<EventStore> => ({
  takes: 'Name! EventBusName',
  resource: ruleResource,
  run: (members, store) => {
    ruleOf(members, store).state = state;
  },
});

const RULE_OPERATIONS: JsonOperations<EventStore> = {
  EnableRule: setState('ENABLED'),
  DisableRule: setState('DISABLED'),
  PutRule: {
    takes: 'Name! EventBusName EventPattern ScheduleExpression Description State Tags:list',
    resource: ruleResource,
    run: (members, store) => {
      const name = checkedName(members);
      const busName = busOf(members);
      const rules = rulesOf(members, store);
      const pattern = textOf(members, 'EventPattern');
      const expression = textOf(members, 'ScheduleExpression');
      if (pattern === undefined && expression === undefined)
        throw invalid('Parameter(s) EventPattern or ScheduleExpression must be specified.');
      if (pattern !== undefined) checkPattern(pattern);
      if (expression !== undefined) checkExpression(expression, busName);
      const description = textOf(members, 'Description');
      if ((description ?? '').length > 512) throw tooLong('description', 512);
      const known = rules.get(name);
      if (!known && rules.size >= MOST_RULES) throw invalid(TOO_MANY, 'LimitExceededException');
      const state = textOf(members, 'State') ?? 'ENABLED';
      const settings = { pattern, expression, description, state };
      const arn = ruleArn(store, busName, name);
      // Tags are ignored if the call updates an existing rule.
      const tags = tagsOf(members);
      const ranAt = store.clock.now();
      if (known) Object.assign(known, settings);
      else rules.set(name, { ...settings, name, bus: busName, arn, tags, targets: [], ranAt });
      return { RuleArn: arn };
    },
  },
  ListRules: {
    takes: 'EventBusName NamePrefix NextToken Limit:integer',
    run: (members, store) => {
      const prefix = textOf(members, 'NamePrefix') ?? '';
      const found = [...rulesOf(members, store).values()]
        .filter(({ name }) => name.startsWith(prefix))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
      const { items, next } = pageOf(found, members, Number(members['Limit'] ?? 100));
      return { Rules: items.map(describe), ...next };
    },
  },
  DescribeRule: {
    takes: 'Name! EventBusName',
    resource: ruleResource,
    run: (members, store) => describe(ruleOf(members, store)),
  },
  DeleteRule: {
    takes: 'Name! EventBusName Force:boolean',
    resource: ruleResource,
    run: (members, store) => {
      const rules = rulesOf(members, store);
      const name = checkedName(members);
      // Deleting a missing rule succeeds.
      if (rules.get(name)?.targets.length)
        throw invalid("Rule can't be deleted since it has targets.");
      rules.delete(name);
    },
  },
  PutTargets: {
    takes: 'Rule! EventBusName Targets:list!',
    resource: ruleResource,
    run: (members, store) => {
      const rule = ruleOf(members, store);
      const given = listOf(members, 'Targets').map(readTarget);
      const wrong = given.find(({ Id }) => !/^[.\-_A-Za-z0-9]{1,64}$/.test(Id));
      if (wrong) throw invalid(unmet('targets.1.member.id', NAME_RULE, wrong.Id));
      const kept = rule.targets.filter(({ Id }) => !given.some((one) => one.Id === Id));
      if (kept.length + given.length > MOST_TARGETS)
        throw invalid(TOO_MANY, 'LimitExceededException');
      const failed = given.filter(({ Arn }) => !isOwnTarget(Arn, store));
      rule.targets = [...kept, ...given.filter((one) => !failed.includes(one))];
      return failedEntries(
        failed.map(({ Id, Arn }) => ({
          TargetId: Id,
          ErrorCode: 'ValidationException',
          ErrorMessage: `Parameter ${Arn} is not valid. Reason: Provided Arn is not in correct format.`,
        })),
      );
    },
  },
  ListTargetsByRule: {
    takes: 'Rule! EventBusName NextToken Limit:integer',
    resource: ruleResource,
    run: (members, store) => ({ Targets: ruleOf(members, store).targets }),
  },
  RemoveTargets: {
    takes: 'Rule! EventBusName Ids:list! Force:boolean',
    resource: ruleResource,
    run: (members, store) => {
      const rule = ruleOf(members, store);
      const ids = textsOf(members, 'Ids');
      rule.targets = rule.targets.filter(({ Id }) => !ids.includes(Id));
      return failedEntries([]);
    },
  },
};

function failedEntries(entries: readonly object[]): object {
  return { FailedEntryCount: entries.length, FailedEntries: entries };
}

/** RetryPolicy and DeadLetterConfig are accepted but ignored, and failed targets are not reported. */
const TARGET_MEMBERS =
  'Id Arn RoleArn Input InputPath SqsParameters RetryPolicy DeadLetterConfig'.split(' ');

function readTarget(given: Members): Target {
  const input = textOf(given, 'Input');
  const unread = Object.keys(given).find((name) => !TARGET_MEMBERS.includes(name));
  if (unread !== undefined)
    throw invalid(`The local cloud does not support ${unread} of a target.`);
  const group = textOf(mappingOf(given['SqsParameters']), 'MessageGroupId');
  const path = textOf(given, 'InputPath');
  const target = {
    Id: textOf(given, 'Id') ?? '',
    Arn: textOf(given, 'Arn') ?? '',
    ...(path !== undefined && { InputPath: path }),
    ...(group !== undefined && { SqsParameters: { MessageGroupId: group } }),
  };
  if (input === undefined) return target;
  if (parseJson(input) === undefined)
    throw invalid(`Invalid input for target ${target.Id}: not valid JSON.`);
  return { ...target, Input: input };
}

/** Returns true for functions and queues in this cloud, the only targets that it can send to. */
function isOwnTarget(arn: string, { region, account }: EventStore): boolean {
  const starts = [`lambda:${region}:${account}:function:`, `sqs:${region}:${account}:`];
  return starts.some((start) => arn.startsWith(`arn:aws:${start}`));
}

function describe(rule: Rule): object {
  return {
    Name: rule.name,
    Arn: rule.arn,
    State: rule.state,
    EventBusName: rule.bus,
    ...(rule.pattern !== undefined && { EventPattern: rule.pattern }),
    ...(rule.expression !== undefined && { ScheduleExpression: rule.expression }),
    ...(rule.description !== undefined && { Description: rule.description }),
  };
}

function checkedName(members: Members): string {
  const name = textOf(members, 'Name') ?? textOf(members, 'Rule') ?? '';
  if (name.length > 64) throw tooLong('name', 64);
  if (/^[.\-_A-Za-z0-9]+$/.test(name)) return name;
  throw invalid(unmet('name', NAME_RULE, name));
}

function tooLong(member: string, most: number): RefusedCall {
  return invalid(unmet(member, `have length less than or equal to ${most}`));
}

function checkPattern(pattern: string): void {
  const problem = patternProblem(pattern);
  if (problem === undefined) return;
  const message = `Event pattern is not valid. Reason: ${problem}`;
  throw invalid(message, 'InvalidEventPatternException');
}

function checkExpression(expression: string, bus: string): void {
  if (bus !== 'default')
    throw invalid('ScheduleExpression is supported only on the default event bus.');
  const kind = timesOf(expression)?.kind;
  if (kind === 'rate' || kind === 'cron') return;
  throw invalid('Parameter ScheduleExpression is not valid.');
}

/** Returns the name of the bus, which can be given as an ARN. */
function busOf(members: Members): string {
  const text = textOf(members, 'EventBusName') ?? 'default';
  return /:event-bus\/(.+)$/.exec(text)?.[1] ?? text;
}

function rulesOf(members: Members, { buses }: EventStore): Map<string, Rule> {
  const bus = busOf(members);
  const rules = buses.get(bus);
  if (rules) return rules;
  throw invalid(`Event bus ${bus} does not exist.`, 'ResourceNotFoundException');
}

function ruleOf(members: Members, store: EventStore): Rule {
  const name = textOf(members, 'Rule') ?? textOf(members, 'Name') ?? '';
  const rule = rulesOf(members, store).get(name);
  if (rule) return rule;
  const message = `Rule ${name} does not exist on EventBus ${busOf(members)}.`;
  throw invalid(message, 'ResourceNotFoundException');
}

function ruleArn({ region, account }: EventStore, bus: string, name: string): string {
  const path = bus === 'default' ? name : `${bus}/${name}`;
  return `arn:aws:events:${region}:${account}:rule/${path}`;
}

function ruleResource(members: Members, store: EventStore): string {
  const name = textOf(members, 'Name') ?? textOf(members, 'Rule') ?? '';
  return ruleArn(store, busOf(members), name);
}

/** docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
const MOST_ENTRIES = 10;

function putOne(entry: Members, store: EventStore): object {
  const missing = ['Source', 'DetailType', 'Detail'].find((name) => !textOf(entry, name));
  if (missing !== undefined) {
    const ErrorMessage = `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`;
    return { ErrorCode: 'InvalidArgument', ErrorMessage };
  }
  const detail = parsedText(textOf(entry, 'Detail') ?? '');
  if (!isMembers(detail))
    return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  const id = randomUUID();
  const time = entry['Time'];
  store.put(busOf(entry), {
    version: '0',
    id,
    'detail-type': textOf(entry, 'DetailType') ?? '',
    source: textOf(entry, 'Source') ?? '',
    account: store.account,
    time: timeText(typeof time === 'number' ? time * 1000 : store.clock.now()),
    region: store.region,
    resources: textsOf(entry, 'Resources'),
    detail,
  });
  return { EventId: id };
}

const OPERATIONS: JsonOperations<EventStore> = {
  ...RULE_OPERATIONS,
  ListTagsForResource: {
    takes: 'ResourceARN!',
    resource: arnOf,
    run: (members, store) => ({
      Tags: [...taggedRule(members, store).tags].map(([Key, Value]) => ({ Key, Value })),
    }),
  },
  TagResource: {
    takes: 'ResourceARN! Tags:list!',
    resource: arnOf,
    run: (members, store) => {
      const { tags } = taggedRule(members, store);
      for (const [key, value] of tagsOf(members)) tags.set(key, value);
    },
  },
  UntagResource: {
    takes: 'ResourceARN! TagKeys:list!',
    resource: arnOf,
    run: (members, store) => {
      const { tags } = taggedRule(members, store);
      for (const key of textsOf(members, 'TagKeys')) tags.delete(key);
    },
  },
  CreateEventBus: {
    takes: 'Name!',
    resource: busArn,
    run: (members, store) => {
      const name = textOf(members, 'Name') ?? '';
      if (store.buses.has(name))
        throw invalid(`Event bus ${name} already exists.`, 'ResourceAlreadyExistsException');
      store.buses.set(name, new Map());
      return { EventBusArn: busArn(members, store) };
    },
  },
  DescribeEventBus: {
    takes: 'Name',
    resource: busArn,
    run: (members, store) => {
      const EventBusName = textOf(members, 'Name') ?? 'default';
      rulesOf({ EventBusName }, store);
      return { Name: busOf({ EventBusName }), Arn: busArn({ Name: EventBusName }, store) };
    },
  },
  ListEventBuses: {
    takes: 'NamePrefix Limit:integer NextToken',
    run: (members, store) => {
      const prefix = textOf(members, 'NamePrefix') ?? '';
      const names = [...store.buses.keys()].filter((name) => name.startsWith(prefix));
      return { EventBuses: names.map((Name) => ({ Name, Arn: busArn({ Name }, store) })) };
    },
  },
  DeleteEventBus: {
    takes: 'Name!',
    resource: busArn,
    run: (members, { buses }) => {
      const name = textOf(members, 'Name') ?? '';
      if (name === 'default') throw invalid('Cannot delete event bus default.');
      if ((buses.get(name)?.size ?? 0) > 0)
        throw invalid(`Event bus ${name} can't be deleted since it has rules.`);
      buses.delete(name);
    },
  },
  TestEventPattern: {
    takes: 'EventPattern! Event!',
    run: (members) => {
      const text = textOf(members, 'EventPattern') ?? '';
      checkPattern(text);
      const pattern: unknown = JSON.parse(text);
      const event = parsedText(textOf(members, 'Event') ?? '');
      return { Result: isMembers(pattern) && matchesPattern(pattern, event) };
    },
  },
  PutEvents: {
    takes: 'Entries:list!',
    resource: (members, store) => {
      const names = listOf(members, 'Entries').map(busOf);
      return [...new Set(names)].map((Name) => busArn({ Name }, store));
    },
    run: (members, store) => {
      const given = listOf(members, 'Entries');
      if (given.length === 0 || given.length > MOST_ENTRIES)
        throw invalid(unmet('entries', `have length less than or equal to ${MOST_ENTRIES}`));
      const entries = given.map((entry) => putOne(entry, store));
      return {
        FailedEntryCount: entries.filter((one) => 'ErrorCode' in one).length,
        Entries: entries,
      };
    },
  },
};

export function createEvents(store: EventStore): Service {
  return jsonService({
    name: 'events',
    target: 'AWSEvents',
    version: '1.1',
    store,
    operations: OPERATIONS,
    inventory: () =>
      [...store.buses].flatMap(([bus, rules]) =>
        [...rules.keys()].map((name) => `rule ${bus === 'default' ? '' : `${bus}/`}${name}`),
      ),
  });
}

function arnOf(members: Members): string {
  return textOf(members, 'ResourceARN') ?? '';
}

function busArn(members: Members, { region, account }: EventStore): string {
  const name = busOf({ EventBusName: textOf(members, 'Name') });
  return `arn:aws:events:${region}:${account}:event-bus/${name}`;
}

function taggedRule(members: Members, store: EventStore): Rule {
  const [, path = ''] = /:rule\/(.+)$/.exec(arnOf(members)) ?? [];
  const end = path.lastIndexOf('/');
  const EventBusName = end === -1 ? 'default' : path.slice(0, end);
  return ruleOf({ EventBusName, Name: path.slice(end + 1) }, store);
}
