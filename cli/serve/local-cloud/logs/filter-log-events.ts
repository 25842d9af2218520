// FilterLogEvents: the events of a group in chronological order, page by page.
import type { LogEvent } from './log-store.js';
import { readFilterPattern } from './filter-pattern.js';
import { integerOf, type Members, textOf, textsOf } from '../members.js';
import {
  groupOf,
  limitOf,
  offsetOf,
  tokenAt,
  invalidParameter,
  noSuchStream,
  type LogsOperations,
  groupResource,
} from './operation.js';

const MOST_EVENTS = 10_000;

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

export const EVENT_OPERATIONS: LogsOperations = {
  FilterLogEvents: {
    takes: `logGroupName logStreamNames:texts logStreamNamePrefix startTime:integer endTime:integer
      filterPattern limit:integer nextToken interleaved:boolean`,
    resource: groupResource,
    run: (members, store) => {
      const limit = limitOf(members, MOST_EVENTS);
      const isWanted = readWanted(members);
      const group = groupOf(members, store);
      const names = textsOf(members, 'logStreamNames');
      if (names.some((name) => !group.streams.has(name))) throw noSuchStream();
      const found = group.events
        .filter(isWanted)
        .sort((one, other) => one.timestamp - other.timestamp);
      const start = offsetOf(members);
      const end = start + limit;
      return {
        events: found.slice(start, end).map((event) => ({
          logStreamName: event.stream,
          timestamp: event.timestamp,
          message: event.message,
          ingestionTime: event.ingestedAt,
          eventId: event.id,
        })),
        searchedLogStreams: [],
        ...(end < found.length && { nextToken: tokenAt(end) }),
      };
    },
  },
};
