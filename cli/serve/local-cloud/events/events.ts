// EventBridge: rules, their targets, tags, and events that are put on a bus.
import { RefusedCall } from '../refused-call.js';
import {
  invalid,
  jsonService,
  type JsonOperation,
  listOf,
  type Members,
  textOf,
  textsOf,
} from '../json-service.js';
import type { Service } from '../service.js';
import { type EventStore, eventId, type Rule, timeText } from './event-store.js';
import { busOf, RULE_OPERATIONS, rulesOf, tagsOf } from './rule-operations.js';

type Operation = JsonOperation<EventStore>;

const listTags: Operation = {
  name: 'ListTagsForResource',
  isWrite: false,
  members: { ResourceARN: 'text' },
  required: ['ResourceARN'],
  resource: arnOf,
  run: (members, store) => ({
    Tags: [...taggedRule(members, store).tags].map(([Key, Value]) => ({ Key, Value })),
  }),
};

const tagResource: Operation = {
  name: 'TagResource',
  isWrite: true,
  members: { ResourceARN: 'text', Tags: 'list' },
  required: ['ResourceARN', 'Tags'],
  resource: arnOf,
  run: (members, store) => {
    const rule = taggedRule(members, store);
    rule.tags = new Map([...rule.tags, ...tagsOf(members)]);
    return {};
  },
};

const untagResource: Operation = {
  name: 'UntagResource',
  isWrite: true,
  members: { ResourceARN: 'text', TagKeys: 'list' },
  required: ['ResourceARN', 'TagKeys'],
  resource: arnOf,
  run: (members, store) => {
    const rule = taggedRule(members, store);
    const keys = textsOf(members, 'TagKeys');
    rule.tags = new Map([...rule.tags].filter(([key]) => !keys.includes(key)));
    return {};
  },
};

const createBus: Operation = {
  name: 'CreateEventBus',
  isWrite: true,
  members: { Name: 'text' },
  required: ['Name'],
  resource: busArn,
  run: (members, store) => {
    const name = textOf(members, 'Name') ?? '';
    if (store.buses.has(name))
      throw invalid(`Event bus ${name} already exists.`, 'ResourceAlreadyExistsException');
    store.buses.set(name, new Map());
    return { EventBusArn: busArn(members, store) };
  },
};

const putEvents: Operation = {
  name: 'PutEvents',
  isWrite: true,
  members: { Entries: 'list' },
  required: ['Entries'],
  resource: (_, { region, account }) => `arn:aws:events:${region}:${account}:event-bus/default`,
  run: (members, store) => {
    const entries = listOf(members, 'Entries').map((entry) => {
      const id = eventId();
      store.put(busOf(entry), {
        version: '0',
        id,
        'detail-type': textOf(entry, 'DetailType') ?? '',
        source: textOf(entry, 'Source') ?? '',
        account: store.account,
        time: timeText(store.clock.now()),
        region: store.region,
        resources: textsOf(entry, 'Resources'),
        detail: JSON.parse(textOf(entry, 'Detail') ?? '{}') as unknown,
      });
      return { EventId: id };
    });
    return { FailedEntryCount: 0, Entries: entries };
  },
};

export function createEvents(store: EventStore): Service {
  return jsonService({
    name: 'events',
    target: 'AWSEvents',
    version: '1.1',
    store,
    operations: [...RULE_OPERATIONS, listTags, tagResource, untagResource, createBus, putEvents],
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
  return `arn:aws:events:${region}:${account}:event-bus/${textOf(members, 'Name') ?? ''}`;
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
