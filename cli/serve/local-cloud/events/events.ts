// EventBridge: rules, their targets, tags, and events sent to a bus.
import { RefusedCall, type Service } from '../service.js';
import { invalid, jsonService, type JsonOperations } from '../json-service.js';
import { isMembers, listOf, type Members, textOf, tagsOf, textsOf } from '../members.js';
import { parsedText } from '../polled-source.js';
import { type EventStore, eventId, type Rule, timeText } from './event-store.js';
import { matchesPattern, patternProblem } from './match-pattern.js';
import { busOf, RULE_OPERATIONS, rulesOf } from './rule-operations.js';

type Operations = JsonOperations<EventStore>;

/** docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
const MOST_ENTRIES = 10;

/** Sends one entry. A rejected entry is reported next to the accepted ones. */
function putOne(entry: Members, store: EventStore): object {
  for (const name of ['Source', 'DetailType', 'Detail'])
    if ((textOf(entry, name) ?? '') === '')
      return failure(
        'InvalidArgument',
        `Parameter ${name} is not valid. Reason: ${name} is a required argument.`,
      );
  const detail = parsedText(textOf(entry, 'Detail') ?? '');
  if (!isMembers(detail)) return failure('MalformedDetail', 'Detail is malformed.');
  const id = eventId();
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

function failure(ErrorCode: string, ErrorMessage: string): object {
  return { ErrorCode, ErrorMessage };
}

const OPERATIONS: Operations = {
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
      const rule = taggedRule(members, store);
      rule.tags = new Map([...rule.tags, ...tagsOf(members)]);
      return {};
    },
  },
  UntagResource: {
    takes: 'ResourceARN! TagKeys:list!',
    resource: arnOf,
    run: (members, store) => {
      const rule = taggedRule(members, store);
      const keys = textsOf(members, 'TagKeys');
      rule.tags = new Map([...rule.tags].filter(([key]) => !keys.includes(key)));
      return {};
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
      return {};
    },
  },
  TestEventPattern: {
    takes: 'EventPattern! Event!',
    run: (members) => {
      const text = textOf(members, 'EventPattern') ?? '';
      const problem = patternProblem(text);
      if (problem !== undefined)
        throw invalid(
          `Event pattern is not valid. Reason: ${problem}`,
          'InvalidEventPatternException',
        );
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
        throw invalid(
          `1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length less than or equal to ${MOST_ENTRIES}`,
        );
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
  const arn = arnOf(members);
  const [, path = ''] = /:rule\/(.+)$/.exec(arn) ?? [];
  const end = path.lastIndexOf('/');
  const EventBusName = end === -1 ? 'default' : path.slice(0, end);
  const name = path.slice(end + 1);
  const rule = rulesOf({ EventBusName }, store).get(name);
  if (rule) return rule;
  const message = `Rule ${name} does not exist on EventBus ${EventBusName}.`;
  throw new RefusedCall({ status: 400, code: 'ResourceNotFoundException', message });
}
