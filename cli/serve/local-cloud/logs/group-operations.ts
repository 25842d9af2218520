// Creates, lists and deletes groups; lists streams.
import type { LogGroup, LogLine } from './log-store.js';
import { integerOf, type Members, textOf } from '../members.js';
import {
  groupName,
  groupOf,
  limitOf,
  offsetOf,
  tokenAt,
  groupExists,
  invalidParameter,
  noSuchGroup,
  noSuchStream,
  streamExists,
  type LogsOperations,
  groupResource,
} from './operation.js';

const RETENTIONS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
];

function isLine(value: unknown): value is LogLine {
  if (typeof value !== 'object' || value === null) return false;
  const { timestamp, message } = value as Partial<LogLine>; // because both are checked next
  return typeof timestamp === 'number' && typeof message === 'string' && message !== '';
}

function streamName(members: Members): string {
  const name = textOf(members, 'logStreamName') ?? '';
  if (/^[^:*]{1,512}$/.test(name)) return name;
  throw invalidParameter(
    `1 validation error detected: Value '${name}' at 'logStreamName' failed to satisfy constraint: Member must satisfy regular expression pattern: [^:*]*`,
  );
}

export const GROUP_OPERATIONS: LogsOperations = {
  CreateLogGroup: {
    takes: 'logGroupName tags:text-map logGroupClass',
    resource: groupResource,
    run: (members, store) => {
      const name = groupName(members);
      if (store.groups.has(name)) throw groupExists();
      const { tags } = members;
      store.ensureGroup(name).tags = typeof tags === 'object' ? { ...tags } : {};
      return undefined;
    },
  },
  DeleteLogGroup: {
    takes: 'logGroupName',
    resource: groupResource,
    run: (members, store) => {
      store.groups.delete(groupOf(members, store).name);
      return undefined;
    },
  },
  PutRetentionPolicy: {
    takes: 'logGroupName retentionInDays:integer',
    resource: groupResource,
    run: (members, store) => {
      const days = integerOf(members, 'retentionInDays');
      if (days === undefined || !RETENTIONS.includes(days)) {
        throw invalidParameter(`Invalid parameter value for retentionInDays: ${days ?? 'null'}`);
      }
      groupOf(members, store).retentionInDays = days;
      return undefined;
    },
  },
  DescribeLogGroups: {
    takes: 'logGroupNamePrefix logGroupNamePattern limit:integer nextToken',
    resource: groupResource,
    run: (members, store) => {
      const prefix = textOf(members, 'logGroupNamePrefix') ?? '';
      const part = textOf(members, 'logGroupNamePattern') ?? '';
      const found = [...store.groups.values()]
        .filter(({ name }) => name.startsWith(prefix) && name.includes(part))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
      return page(found, { members, name: 'logGroups', show: describeGroup });
    },
  },
  ListTagsForResource: {
    takes: 'resourceArn',
    resource: groupResource,
    run: (members, store) => {
      const arn = textOf(members, 'resourceArn');
      const found = [...store.groups.values()].find((group) => group.arn === arn);
      if (!found) throw noSuchGroup();
      return { tags: found.tags };
    },
  },
  DescribeLogStreams: {
    takes: 'logGroupName logStreamNamePrefix orderBy descending:boolean limit:integer nextToken',
    resource: groupResource,
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
  },
  CreateLogStream: {
    takes: 'logGroupName logStreamName',
    resource: groupResource,
    run: (members, store) => {
      const group = groupOf(members, store);
      const name = streamName(members);
      if (group.streams.has(name)) throw streamExists();
      group.streams.set(name, store.clock.now());
      return undefined;
    },
  },
  DeleteLogStream: {
    takes: 'logGroupName logStreamName',
    resource: groupResource,
    run: (members, store) => {
      const group = groupOf(members, store);
      const name = streamName(members);
      if (!group.streams.delete(name)) throw noSuchStream();
      const kept = group.events.filter(({ stream }) => stream !== name);
      group.events.splice(0, group.events.length, ...kept);
      return undefined;
    },
  },
  DeleteRetentionPolicy: {
    takes: 'logGroupName',
    resource: groupResource,
    run: (members, store) => {
      groupOf(members, store).retentionInDays = undefined;
      return undefined;
    },
  },
  /** docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html */
  PutLogEvents: {
    takes: 'logGroupName logStreamName logEvents:list sequenceToken',
    resource: groupResource,
    run: (members, store) => {
      const group = groupOf(members, store);
      const stream = streamName(members);
      if (!group.streams.has(stream)) throw noSuchStream();
      const given = Array.isArray(members['logEvents']) ? members['logEvents'] : [];
      const lines = given.filter(isLine);
      if (lines.length < given.length || lines.length === 0)
        throw invalidParameter('Log events must have a timestamp and a message.');
      if (lines.some(({ timestamp }, index) => timestamp < (lines[index - 1]?.timestamp ?? 0)))
        throw invalidParameter(
          'Log events in a single PutLogEvents request must be in chronological order.',
        );
      store.append({ group: group.name, stream }, lines);
      return { nextSequenceToken: tokenAt(group.events.length) };
    },
  },
  /** Pages go in both directions, and the token at either end is returned again: API_GetLogEvents.html */
  GetLogEvents: {
    takes: `logGroupName logStreamName startTime:integer endTime:integer limit:integer nextToken
      startFromHead:boolean`,
    resource: groupResource,
    run: (members, store) => {
      const group = groupOf(members, store);
      const stream = streamName(members);
      if (!group.streams.has(stream)) throw noSuchStream();
      const from = integerOf(members, 'startTime') ?? 0;
      const to = integerOf(members, 'endTime') ?? Number.MAX_SAFE_INTEGER;
      const found = group.events.filter(
        (one) => one.stream === stream && one.timestamp >= from && one.timestamp < to,
      );
      const size = limitOf(members, 10_000);
      const [, way, place] = /^([fb])\/(\d+)$/.exec(textOf(members, 'nextToken') ?? '') ?? [];
      const isForward = way === 'f' || (way === undefined && members['startFromHead'] === true);
      const start = isForward
        ? Number(place ?? 0)
        : Math.max(0, Number(place ?? found.length) - size);
      const end = isForward ? start + size : Number(place ?? found.length);
      const events = found.slice(start, end);
      return {
        events: events.map(({ timestamp, message, ingestedAt: ingestionTime }) => ({
          ...{ timestamp, message, ingestionTime },
        })),
        nextForwardToken: `f/${Math.min(end, found.length)}`,
        nextBackwardToken: `b/${start}`,
      };
    },
  },
};

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
