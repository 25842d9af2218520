// PutRule, ListRules, DeleteRule, and the targets of a rule.
import { RefusedCall } from '../service.js';
import { invalid, type JsonOperation, type JsonOperations } from '../json-service.js';
import { isMembers, listOf, type Members, textOf, tagsOf, textsOf } from '../members.js';
import type { EventStore, Rule, Target } from './event-store.js';
import { patternProblem } from './match-pattern.js';

type Operations = JsonOperations<EventStore>;

const MOST_TARGETS = 5;
const MOST_RULES = 300;

const setState = (state: string): JsonOperation<EventStore> => ({
  takes: 'Name! EventBusName',
  resource: ruleResource,
  run: (members, store) => {
    ruleOf(members, store).state = state;
    return {};
  },
});

export const RULE_OPERATIONS: Operations = {
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
      const problem = pattern === undefined ? undefined : patternProblem(pattern);
      if (problem !== undefined)
        throw invalid(
          `Event pattern is not valid. Reason: ${problem}`,
          'InvalidEventPatternException',
        );
      if (expression !== undefined) checkExpression(expression, busName);
      if ((textOf(members, 'Description') ?? '').length > 512) throw tooLong('description', 512);
      const known = rules.get(name);
      if (!known && rules.size >= MOST_RULES)
        throw new RefusedCall({
          status: 400,
          code: 'LimitExceededException',
          message: 'The requested resource exceeds the maximum number allowed.',
        });
      const settings = {
        pattern,
        expression,
        description: textOf(members, 'Description'),
        state: textOf(members, 'State') ?? 'ENABLED',
      };
      if (known) Object.assign(known, settings);
      else {
        const arn = ruleArn(store, busName, name);
        // Tags are ignored if the call updates an existing rule.
        const tags = tagsOf(members);
        const ranAt = store.clock.now();
        rules.set(name, { ...settings, name, bus: busName, arn, tags, targets: [], ranAt });
      }
      return { RuleArn: ruleArn(store, busName, name) };
    },
  },
  ListRules: {
    takes: 'EventBusName NamePrefix NextToken Limit:integer',
    run: (members, store) => {
      const prefix = textOf(members, 'NamePrefix') ?? '';
      const found = [...rulesOf(members, store).values()]
        .filter(({ name }) => name.startsWith(prefix))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
      const start = Number(textOf(members, 'NextToken') ?? 0);
      const end = start + Number(members['Limit'] ?? 100);
      return {
        Rules: found.slice(start, end).map(describe),
        ...(end < found.length && { NextToken: String(end) }),
      };
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
      const rule = rules.get(checkedName(members));
      // Deleting a missing rule succeeds.
      if (!rule) return {};
      if (rule.targets.length > 0) throw invalid("Rule can't be deleted since it has targets.");
      rules.delete(rule.name);
      return {};
    },
  },
  PutTargets: {
    takes: 'Rule! EventBusName Targets:list!',
    resource: ruleResource,
    run: (members, store) => {
      const rule = ruleOf(members, store);
      const given = listOf(members, 'Targets').map(readTarget);
      for (const { Id } of given) {
        if (/^[.\-_A-Za-z0-9]{1,64}$/.test(Id)) continue;
        throw invalid(
          `1 validation error detected: Value '${Id}' at 'targets.1.member.id' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+`,
        );
      }
      const kept = rule.targets.filter(({ Id }) => !given.some((one) => one.Id === Id));
      if (kept.length + given.length > MOST_TARGETS)
        throw new RefusedCall({
          status: 400,
          code: 'LimitExceededException',
          message: 'The requested resource exceeds the maximum number allowed.',
        });
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

/** RetryPolicy and DeadLetterConfig are accepted without an effect: failed targets are not reported. */
const TARGET_MEMBERS = [
  ...['Id', 'Arn', 'RoleArn', 'Input', 'InputPath', 'SqsParameters'],
  ...['RetryPolicy', 'DeadLetterConfig'],
];

function readTarget(given: Members): Target {
  const input = textOf(given, 'Input');
  const unread = Object.keys(given).find((name) => !TARGET_MEMBERS.includes(name));
  if (unread !== undefined)
    throw invalid(`The cloud on this machine does not know ${unread} of a target.`);
  const parameters = given['SqsParameters'];
  const group = isMembers(parameters) ? textOf(parameters, 'MessageGroupId') : undefined;
  const path = textOf(given, 'InputPath');
  const target = {
    Id: textOf(given, 'Id') ?? '',
    Arn: textOf(given, 'Arn') ?? '',
    ...(path !== undefined && { InputPath: path }),
    ...(group !== undefined && { SqsParameters: { MessageGroupId: group } }),
  };
  if (input === undefined) return target;
  try {
    JSON.parse(input);
  } catch {
    throw invalid(`Invalid input for target ${target.Id}: not valid JSON.`);
  }
  return { ...target, Input: input };
}

/** True for functions and queues of this cloud, the only targets it can send to. */
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
  throw invalid(
    `1 validation error detected: Value '${name}' at 'name' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+`,
  );
}

function tooLong(member: string, most: number): RefusedCall {
  return invalid(
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must have length less than or equal to ${most}`,
  );
}

function checkExpression(expression: string, bus: string): void {
  if (bus !== 'default')
    throw invalid('ScheduleExpression is supported only on the default event bus.');
  const isRate = /^rate\((?:1 (?:minute|hour|day)|(?!1 )[1-9]\d* (?:minutes|hours|days))\)$/;
  const isCron = /^cron\((?:\S+ ){5}\S+\)$/;
  if (isRate.test(expression) || isCron.test(expression)) return;
  throw invalid('Parameter ScheduleExpression is not valid.');
}

/** Returns the name of the bus, which can be given as an ARN. */
export function busOf(members: Members): string {
  const text = textOf(members, 'EventBusName') ?? 'default';
  return /:event-bus\/(.+)$/.exec(text)?.[1] ?? text;
}

export function rulesOf(members: Members, { buses }: EventStore): Map<string, Rule> {
  const bus = busOf(members);
  const rules = buses.get(bus);
  if (rules) return rules;
  const message = `Event bus ${bus} does not exist.`;
  throw new RefusedCall({ status: 400, code: 'ResourceNotFoundException', message });
}

function ruleOf(members: Members, store: EventStore): Rule {
  const name = textOf(members, 'Rule') ?? textOf(members, 'Name') ?? '';
  const rule = rulesOf(members, store).get(name);
  if (rule) return rule;
  const message = `Rule ${name} does not exist on EventBus ${busOf(members)}.`;
  throw new RefusedCall({ status: 400, code: 'ResourceNotFoundException', message });
}

function ruleArn({ region, account }: EventStore, bus: string, name: string): string {
  const path = bus === 'default' ? name : `${bus}/${name}`;
  return `arn:aws:events:${region}:${account}:rule/${path}`;
}

function ruleResource(members: Members, store: EventStore): string {
  const name = textOf(members, 'Name') ?? textOf(members, 'Rule') ?? '';
  return ruleArn(store, busOf(members), name);
}
