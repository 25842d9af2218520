// The CloudWatch Logs calls.
import type { Tags } from '../cloud.js';
import { unless } from '../cloud-error.js';
import { type Calls, callOn, type Port, port } from '../service.js';
import type * as sdk from '@aws-sdk/client-cloudwatch-logs';

export type LogEvent = {
  readonly id: string;
  readonly stream: string;
  /** In milliseconds since 1970, according to the function's clock. */
  readonly timestamp: number;
  /** When CloudWatch Logs received the event, in milliseconds since 1970. */
  readonly ingestedAt: number;
  readonly message: string;
};

export type LogPage = {
  readonly events: readonly LogEvent[];
  /** The token of the next page; undefined on the last one. */
  readonly nextToken: string | undefined;
};

export type CloudLogGroup = {
  readonly name: string;
  /** The number of days that events are kept; undefined if they are kept forever. */
  readonly retentionInDays: number | undefined;
};

export type LogQuery = {
  readonly group: string;
  /** In milliseconds since 1970, inclusive. */
  readonly from: number | undefined;
  readonly pattern: string | undefined;
  readonly limit: number | undefined;
  readonly nextToken: string | undefined;
};

export const logsPort: Port<'logs', ReturnType<typeof logsCalls>> = port({
  name: 'logs',
  id: 'CLOUDWATCH_LOGS',
  prefix: 'logs',
  load: () => import('@aws-sdk/client-cloudwatch-logs'),
  client: 'CloudWatchLogsClient',
  pageTokens: ['nextToken', 'nextToken'],
  actions: {
    filterEvents: callOn('log-group', 'logs', 'logs:FilterLogEvents'),
    deleteGroup: callOn('log-group', 'write', 'logs:DeleteLogGroup'),
    // The request names no group, so the action cannot be restricted; only stages with `log_retention_in_days` need it.
    listGroups: callOn('log-groups', 'read', 'logs:DescribeLogGroups'),
    createGroup: callOn('kept-log-group', 'write', 'logs:CreateLogGroup', 'logs:TagResource'),
    putRetention: callOn('kept-log-group', 'write', 'logs:PutRetentionPolicy'),
  },
  calls: logsCalls,
});

function logsCalls({ send, find, remove, pages }: Calls<typeof sdk>) {
  return {
    /** Returns the events of a log group, sorted by time; undefined if the group does not exist. */
    filterEvents: (query: LogQuery): Promise<LogPage | undefined> => {
      const { group, from, pattern, limit, nextToken } = query;
      const input = { logGroupName: group, startTime: from, filterPattern: pattern };
      return find('FilterLogEvents', { ...input, limit, nextToken }, (page): LogPage => {
        const events = (page.events ?? []).map((event) => ({
          // AWS always sends an id; emulators may not.
          id: event.eventId ?? `${event.logStreamName} ${event.timestamp} ${event.message}`,
          stream: event.logStreamName ?? '',
          timestamp: event.timestamp ?? 0,
          ingestedAt: event.ingestionTime ?? 0,
          message: event.message ?? '',
        }));
        const sorted = events.sort((a, b) => a.timestamp - b.timestamp);
        return { events: sorted, nextToken: page.nextToken };
      });
    },

    deleteGroup: (logGroupName: string): Promise<void> =>
      remove('DeleteLogGroup', { logGroupName }),

    listGroups: (logGroupNamePrefix: string): Promise<readonly CloudLogGroup[]> =>
      pages('DescribeLogGroups', { logGroupNamePrefix }, ({ logGroups }) =>
        logGroups?.map(({ logGroupName: name = '', retentionInDays }) => ({
          name,
          retentionInDays,
        })),
      ),

    /** Creates a group. If it already exists, this is not an error, and the group keeps its tags. */
    createGroup: (logGroupName: string, tags: Tags): Promise<void> =>
      unless('exists', send('CreateLogGroup', { logGroupName, tags }), undefined),

    putRetention: (logGroupName: string, retentionInDays: number): Promise<void> =>
      send('PutRetentionPolicy', { logGroupName, retentionInDays }),
  };
}
