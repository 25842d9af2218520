// Making, listing and deleting groups; listing streams.
import type { LogGroup } from './log-store.js';
import {
  groupName,
  groupOf,
  integerOf,
  limitOf,
  type LogsOperation,
  type Members,
  offsetOf,
  textOf,
  tokenAt,
} from './operation.js';
import { groupExists, invalidParameter, noSuchGroup } from './refusals.js';

const createGroup: LogsOperation = {
  name: 'CreateLogGroup',
  isWrite: true,
  members: { logGroupName: 'text', tags: 'text-map', logGroupClass: 'text' },
  run: (members, store) => {
    const name = groupName(members);
    if (store.groups.has(name)) throw groupExists();
    const { tags } = members;
    store.ensureGroup(name).tags = typeof tags === 'object' ? { ...tags } : {};
    return undefined;
  },
};

const deleteGroup: LogsOperation = {
  name: 'DeleteLogGroup',
  isWrite: true,
  members: { logGroupName: 'text' },
  run: (members, store) => {
    store.groups.delete(groupOf(members, store).name);
    return undefined;
  },
};

const RETENTIONS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
];

const putRetention: LogsOperation = {
  name: 'PutRetentionPolicy',
  isWrite: true,
  members: { logGroupName: 'text', retentionInDays: 'integer' },
  run: (members, store) => {
    const days = integerOf(members, 'retentionInDays');
    if (days === undefined || !RETENTIONS.includes(days)) {
      throw invalidParameter(`Invalid parameter value for retentionInDays: ${days ?? 'null'}`);
    }
    groupOf(members, store).retentionInDays = days;
    return undefined;
  },
};

const describeGroups: LogsOperation = {
  name: 'DescribeLogGroups',
  isWrite: false,
  members: {
    logGroupNamePrefix: 'text',
    logGroupNamePattern: 'text',
    limit: 'integer',
    nextToken: 'text',
  },
  run: (members, store) => {
    const prefix = textOf(members, 'logGroupNamePrefix') ?? '';
    const part = textOf(members, 'logGroupNamePattern') ?? '';
    const found = [...store.groups.values()]
      .filter(({ name }) => name.startsWith(prefix) && name.includes(part))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    return page(found, { members, name: 'logGroups', show: describeGroup });
  },
};

const listTags: LogsOperation = {
  name: 'ListTagsForResource',
  isWrite: false,
  members: { resourceArn: 'text' },
  run: (members, store) => {
    const arn = textOf(members, 'resourceArn');
    const found = [...store.groups.values()].find((group) => group.arn === arn);
    if (!found) throw noSuchGroup();
    return { tags: found.tags };
  },
};

const describeStreams: LogsOperation = {
  name: 'DescribeLogStreams',
  isWrite: false,
  members: {
    logGroupName: 'text',
    logStreamNamePrefix: 'text',
    orderBy: 'text',
    descending: 'boolean',
    limit: 'integer',
    nextToken: 'text',
  },
  run: (members, store) => {
    const group = groupOf(members, store);
    const prefix = textOf(members, 'logStreamNamePrefix') ?? '';
    const rows = [...group.streams]
      .map(([name, createdAt]) => describeStream(group, name, createdAt))
      .filter(({ logStreamName }) => logStreamName.startsWith(prefix));
    const isByTime = textOf(members, 'orderBy') === 'LastEventTime';
    rows.sort((one, other) =>
      isByTime
        ? (one.lastEventTimestamp ?? 0) - (other.lastEventTimestamp ?? 0)
        : one.logStreamName < other.logStreamName
          ? -1
          : 1,
    );
    if (members['descending'] === true) rows.reverse();
    return page(rows, { members, name: 'logStreams', show: (row) => row });
  },
};

export const GROUP_OPERATIONS: readonly LogsOperation[] = [
  createGroup,
  deleteGroup,
  putRetention,
  describeGroups,
  listTags,
  describeStreams,
];

function describeGroup({ name, arn, createdAt, events, retentionInDays }: LogGroup): unknown {
  return {
    logGroupName: name,
    creationTime: createdAt,
    metricFilterCount: 0,
    ...(retentionInDays !== undefined && { retentionInDays }),
    arn: `${arn}:*`,
    storedBytes: events.reduce((sum, { message }) => sum + Buffer.byteLength(message) + 26, 0),
    logGroupClass: 'STANDARD',
    logGroupArn: arn,
  };
}

type StreamRow = {
  readonly logStreamName: string;
  readonly creationTime: number;
  readonly firstEventTimestamp: number | undefined;
  readonly lastEventTimestamp: number | undefined;
  readonly arn: string;
};

function describeStream(group: LogGroup, name: string, createdAt: number): StreamRow {
  const times = group.events
    .filter(({ stream }) => stream === name)
    .map(({ timestamp }) => timestamp);
  return {
    logStreamName: name,
    creationTime: createdAt,
    firstEventTimestamp: times[0],
    lastEventTimestamp: times.at(-1),
    arn: `${group.arn}:log-stream:${name}`,
  };
}

function page<Item>(
  items: readonly Item[],
  {
    members,
    name,
    show,
  }: { readonly members: Members; readonly name: string; readonly show: (item: Item) => unknown },
): unknown {
  const start = offsetOf(members);
  const end = start + limitOf(members, 50);
  return {
    [name]: items.slice(start, end).map(show),
    ...(end < items.length && { nextToken: tokenAt(end) }),
  };
}
