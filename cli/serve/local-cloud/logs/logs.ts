// CloudWatch Logs, JSON 1.1: groups, streams, events and filter patterns.
import { type JsonOperations, invalid, jsonService } from '../json-service.js';
import { type RefusedCall, refusing, type Service } from '../service.js';
import {
  type LogEvent,
  type LogGroup,
  type LogLine,
  type LogStore,
  logGroupArn,
} from './log-store.js';
import {
  type Members,
  detected,
  integerOf,
  rangeProblem,
  textOf,
  textsOf,
  unmet,
} from '../members.js';

export function createLogs(store: LogStore): Service {
  return jsonService({
    name: 'logs',
    target: 'Logs_20140328',
    version: '1.1',
    store,
    operations: { ...GROUP_OPERATIONS, ...EVENT_OPERATIONS },
    unknown: (name) => invalidParameter(`Unknown member ${name}.`),
    inventory: () => [...store.groups.keys()].map((name) => `log-group ${name}`),
  });
}

const MOST_EVENTS = 10_000;

const invalidParameter = refusing(400, 'InvalidParameterException');

function readWanted(members: Members): (event: LogEvent) => boolean {
  const from = integerOf(members, 'startTime') ?? 0;
  const to = integerOf(members, 'endTime') ?? Number.MAX_SAFE_INTEGER;
  if (from < 0 || to < 0) throw invalidParameter('A time must not be before 1970.');
  if (from > to) throw invalidParameter('Specified time range is invalid.');
  const names = textsOf(members, 'logStreamNames');
  const isNamed = members['logStreamNames'] !== undefined;
  const prefix = textOf(members, 'logStreamNamePrefix');
  if (isNamed && prefix !== undefined)
    throw invalidParameter('logStreamNames and logStreamNamePrefix cannot be given together.');
  const matches = readFilterPattern(textOf(members, 'filterPattern') ?? '');
  if (!matches) throw invalidParameter('Invalid filter pattern');
  return ({ stream, timestamp, message }) =>
    timestamp >= from &&
    timestamp <= to &&
    (!isNamed || names.includes(stream)) &&
    (prefix === undefined || stream.startsWith(prefix)) &&
    matches(message);
}

const EVENT_OPERATIONS: JsonOperations<LogStore> = {
  FilterLogEvents: {
    takes: `logGroupName logStreamNames:texts logStreamNamePrefix startTime:integer endTime:integer
      filterPattern limit:integer nextToken interleaved:boolean`,
    resource: groupResource,
    run: (members, store) => {
      const limit = limitOf(members, MOST_EVENTS);
      const isWanted = readWanted(members);
      const group = groupOf(members, store);
      const names = textsOf(members, 'logStreamNames');
      if (names.some((name) => !group.streams.has(name))) throw notFound('stream');
      const found = group.events
        .filter(isWanted)
        .sort((one, other) => one.timestamp - other.timestamp);
      const { items, next } = page(found, members, limit);
      const events = items.map(({ id, stream, timestamp, message, ingestedAt }) => ({
        logStreamName: stream,
        timestamp,
        message,
        ingestionTime: ingestedAt,
        eventId: id,
      }));
      return { events, searchedLogStreams: [], ...next };
    },
  },
};

// Filter patterns for unstructured events: `error timeout` requires both words, `"not found"` is a phrase, `?a ?b` requires one
// of them, and `-debug` excludes a word. Matching is case-sensitive. Patterns for JSON and columns are not supported.
// docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html

/** Returns undefined for an invalid or unsupported pattern. */
function readFilterPattern(pattern: string): ((message: string) => boolean) | undefined {
  const text = pattern.trim();
  if (/^[{[%]/.test(text)) return undefined;
  const terms = readTerms(text);
  if (!terms) return undefined;
  const has = (kind: Term['kind']): readonly string[] =>
    terms.filter((term) => term.kind === kind).map((term) => term.text);
  const [all, any, none] = [has('all'), has('any'), has('none')];
  return (message) =>
    all.every((term) => message.includes(term)) &&
    // Like the service, ignores optional terms if there are required terms.
    (any.length === 0 || all.length > 0 || any.some((term) => message.includes(term))) &&
    !none.some((term) => message.includes(term));
}

type Term = { readonly kind: 'all' | 'any' | 'none'; readonly text: string };

function readTerms(pattern: string): readonly Term[] | undefined {
  const terms: Term[] = [];
  let rest = pattern;
  while (rest !== '') {
    const match = /^([?-]?)(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))(?:\s+|$)/.exec(rest);
    if (!match) return undefined;
    const [whole, sign = '', phrase, word] = match;
    // A word that contains other characters must be in quotation marks.
    if (word !== undefined && !/^[\w.@:/+=#&*-]+$/.test(word)) return undefined;
    const text = phrase?.replaceAll(/\\(.)/g, '$1') ?? word ?? '';
    terms.push({ kind: sign === '?' ? 'any' : sign === '-' ? 'none' : 'all', text });
    rest = rest.slice(whole.length);
  }
  return terms;
}

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
    unmet('logStreamName', 'satisfy regular expression pattern: [^:*]*', name),
  );
}

const GROUP_OPERATIONS: JsonOperations<LogStore> = {
  CreateLogGroup: {
    takes: 'logGroupName tags:text-map logGroupClass',
    resource: groupResource,
    run: (members, store) => {
      const name = groupName(members);
      if (store.groups.has(name)) throw alreadyExists('group');
      const { tags } = members;
      store.ensureGroup(name).tags = typeof tags === 'object' ? { ...tags } : {};
    },
  },
  DeleteLogGroup: {
    takes: 'logGroupName',
    resource: groupResource,
    run: (members, store) => {
      store.groups.delete(groupOf(members, store).name);
    },
  },
  PutRetentionPolicy: {
    takes: 'logGroupName retentionInDays:integer',
    resource: groupResource,
    run: (members, store) => {
      const days = integerOf(members, 'retentionInDays');
      if (days === undefined || !RETENTIONS.includes(days))
        throw invalidParameter(`Invalid parameter value for retentionInDays: ${days ?? 'null'}`);
      groupOf(members, store).retentionInDays = days;
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
      const { items, next } = page(found, members);
      return { logGroups: items.map(describeGroup), ...next };
    },
  },
  ListTagsForResource: {
    takes: 'resourceArn',
    resource: groupResource,
    run: (members, store) => {
      const arn = textOf(members, 'resourceArn');
      const found = [...store.groups.values()].find((group) => group.arn === arn);
      if (!found) throw notFound('group');
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
      if (isByTime)
        rows.sort((one, other) => (one.lastEventTimestamp ?? 0) - (other.lastEventTimestamp ?? 0));
      else rows.sort((one, other) => (one.logStreamName < other.logStreamName ? -1 : 1));
      if (members['descending'] === true) rows.reverse();
      const { items, next } = page(rows, members);
      return { logStreams: items, ...next };
    },
  },
  CreateLogStream: {
    takes: 'logGroupName logStreamName',
    resource: groupResource,
    run: (members, store) => {
      const group = groupOf(members, store);
      const name = streamName(members);
      if (group.streams.has(name)) throw alreadyExists('stream');
      group.streams.set(name, store.clock.now());
    },
  },
  DeleteLogStream: {
    takes: 'logGroupName logStreamName',
    resource: groupResource,
    run: (members, store) => {
      const { group, stream } = streamOf(members, store);
      group.streams.delete(stream);
      const kept = group.events.filter((one) => one.stream !== stream);
      group.events.splice(0, group.events.length, ...kept);
    },
  },
  DeleteRetentionPolicy: {
    takes: 'logGroupName',
    resource: groupResource,
    run: (members, store) => {
      groupOf(members, store).retentionInDays = undefined;
    },
  },
  /** docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html */
  PutLogEvents: {
    takes: 'logGroupName logStreamName logEvents:list sequenceToken',
    resource: groupResource,
    run: (members, store) => {
      const { group, stream } = streamOf(members, store);
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
  /** At either end, the token repeats: docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_GetLogEvents.html */
  GetLogEvents: {
    takes: `logGroupName logStreamName startTime:integer endTime:integer limit:integer nextToken
      startFromHead:boolean`,
    resource: groupResource,
    run: (members, store) => {
      const { group, stream } = streamOf(members, store);
      const from = integerOf(members, 'startTime') ?? 0;
      const to = integerOf(members, 'endTime') ?? Number.MAX_SAFE_INTEGER;
      const found = group.events.filter(
        (one) => one.stream === stream && one.timestamp >= from && one.timestamp < to,
      );
      const size = limitOf(members, MOST_EVENTS);
      const [, way, position] = /^([fb])\/(\d+)$/.exec(textOf(members, 'nextToken') ?? '') ?? [];
      const isForward = way === 'f' || (way === undefined && members['startFromHead'] === true);
      const start = isForward
        ? Number(position ?? 0)
        : Math.max(0, Number(position ?? found.length) - size);
      const end = isForward ? start + size : Number(position ?? found.length);
      const events = found.slice(start, end);
      return {
        events: events.map(({ timestamp, message, ingestedAt }) => {
          return { timestamp, message, ingestionTime: ingestedAt };
        }),
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

function describeStream(group: LogGroup, name: string, createdAt: number) {
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

function page<Item>(items: readonly Item[], members: Members, limit?: number) {
  const start = offsetOf(members);
  const end = start + (limit ?? limitOf(members, 50));
  const next = end < items.length ? { nextToken: tokenAt(end) } : {};
  return { items: items.slice(start, end), next };
}

/** For a call about a group, the service checks a stream with an empty name, so policies must end in `:*`. */
function groupResource(members: Members, store: LogStore): string {
  return `${logGroupArn(store, textOf(members, 'logGroupName') ?? '')}:log-stream:`;
}

function groupOf(members: Members, store: LogStore): LogGroup {
  const group = store.groups.get(groupName(members));
  if (!group) throw notFound('group');
  return group;
}

function streamOf(members: Members, store: LogStore) {
  const group = groupOf(members, store);
  const stream = streamName(members);
  if (!group.streams.has(stream)) throw notFound('stream');
  return { group, stream };
}

function groupName(members: Members): string {
  const name = textOf(members, 'logGroupName');
  if (name === undefined) throw invalidParameter(unmet('logGroupName', 'not be null', null));
  if (!/^[.\-_/#A-Za-z0-9]{1,512}$/.test(name))
    throw invalidParameter(
      unmet('logGroupName', 'satisfy regular expression pattern: [\\.\\-_/#A-Za-z0-9]+', name),
    );
  return name;
}

function limitOf(members: Members, most: number): number {
  const problem = rangeProblem(members, 'limit', [1, most]);
  if (problem !== undefined) throw invalidParameter(detected([problem]));
  return integerOf(members, 'limit') ?? most;
}

/** Reads a page token, which is the offset of the next item. Rejects a token that was not issued. */
function offsetOf(members: Members): number {
  const token = textOf(members, 'nextToken');
  if (token === undefined) return 0;
  const offset = Buffer.from(token, 'base64url').toString();
  if (/^\d+$/.test(offset)) return Number(offset);
  throw invalidParameter('The specified nextToken is invalid.');
}

function tokenAt(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}

function notFound(what: 'group' | 'stream'): RefusedCall {
  return invalid(`The specified log ${what} does not exist.`, 'ResourceNotFoundException');
}

function alreadyExists(what: 'group' | 'stream'): RefusedCall {
  return invalid(`The specified log ${what} already exists`, 'ResourceAlreadyExistsException');
}
