// The calls to CloudWatch Logs.
import { type ActionsOf, callOn } from './call-needs.js';
import type { Tags } from './cloud.js';
import { unless, unlessMissing } from './cloud-error.js';
import type * as logsClient from './logs-client.js';
import { readPages } from './pages.js';
import type { Port, SdkService } from './port.js';
import type { ServiceCaller } from './service-caller.js';

export type LogEvent = {
  readonly id: string;
  readonly stream: string;
  /** Milliseconds since 1970, by the clock of the function. */
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
  /** Undefined: what is in it is kept for ever. */
  readonly retentionInDays: number | undefined;
};

export type LogsCalls = {
  /** The events of a log group in order of time; undefined when the group does not exist. */
  readonly filterEvents: (query: {
    readonly group: string;
    /** Milliseconds since 1970, inclusive. */
    readonly from: number | undefined;
    readonly pattern: string | undefined;
    readonly limit: number | undefined;
    readonly nextToken: string | undefined;
  }) => Promise<LogPage | undefined>;
  /** Deletes a log group. One that is gone already is no error. */
  readonly deleteGroup: (group: string) => Promise<void>;
  /** The groups whose name begins so; every page is read. */
  readonly listGroups: (namePrefix: string) => Promise<readonly CloudLogGroup[]>;
  /** Fine when the group exists, which then keeps its tags. */
  readonly createGroup: (group: string, tags: Tags) => Promise<void>;
  readonly putRetention: (group: string, days: number) => Promise<void>;
};

const LOGS_ACTIONS: ActionsOf<LogsCalls> = {
  filterEvents: callOn('log-group', 'logs', 'logs:FilterLogEvents'),
  deleteGroup: callOn('log-group', 'write', 'logs:DeleteLogGroup'),
  // Asked without a group, so it cannot be narrowed; only a stage with `log_retention_in_days` is asked about.
  listGroups: callOn('log-groups', 'read', 'logs:DescribeLogGroups'),
  createGroup: callOn('kept-log-group', 'write', 'logs:CreateLogGroup', 'logs:TagResource'),
  putRetention: callOn('kept-log-group', 'write', 'logs:PutRetentionPolicy'),
};

type Module = typeof logsClient;
type Client = InstanceType<Module['CloudWatchLogsClient']>;

declare module './cloud.js' {
  interface CloudCalls {
    readonly logs: LogsCalls;
  }
}

const LOGS: SdkService<Module, Client> = {
  id: 'CLOUDWATCH_LOGS',
  prefix: 'logs',
  open: async (config) => {
    const sdk = await import('./logs-client.js');
    return { sdk, client: new sdk.CloudWatchLogsClient(config) };
  },
};

export const logsPort: Port<'logs'> = {
  name: 'logs',
  actions: LOGS_ACTIONS,
  open: ({ caller }) => logsService(caller(LOGS)),
};

/** The calls, made with the AWS SDK. */
function logsService(call: ServiceCaller<Module, Client>): LogsCalls {
  return {
    filterEvents: ({ group, from, pattern, limit, nextToken }) =>
      unlessMissing(
        call('FilterLogEvents', async ({ sdk, client }, options) => {
          const command = new sdk.FilterLogEventsCommand({
            logGroupName: group,
            startTime: from,
            filterPattern: pattern,
            limit,
            nextToken,
          });
          const page = await client.send(command, options);
          const events = (page.events ?? []).map((event) => ({
            // AWS always sends an id; emulators may not.
            id: event.eventId ?? `${event.logStreamName} ${event.timestamp} ${event.message}`,
            stream: event.logStreamName ?? '',
            timestamp: event.timestamp ?? 0,
            ingestedAt: event.ingestionTime ?? 0,
            message: event.message ?? '',
          }));
          return {
            events: events.sort((a, b) => a.timestamp - b.timestamp),
            nextToken: page.nextToken,
          };
        }),
      ),

    deleteGroup: (group) =>
      unlessMissing(
        call('DeleteLogGroup', async ({ sdk, client }, options) => {
          await client.send(new sdk.DeleteLogGroupCommand({ logGroupName: group }), options);
        }),
      ),

    listGroups: async (logGroupNamePrefix) => {
      const groups = await readPages((nextToken: string | undefined) =>
        call('DescribeLogGroups', async ({ sdk, client }, options) => {
          const command = new sdk.DescribeLogGroupsCommand({ logGroupNamePrefix, nextToken });
          const page = await client.send(command, options);
          return { items: [...(page.logGroups ?? [])], next: page.nextToken };
        }),
      );
      return groups.map(({ logGroupName = '', retentionInDays }) => ({
        name: logGroupName,
        retentionInDays,
      }));
    },

    createGroup: (logGroupName, tags) =>
      unless(
        'exists',
        call('CreateLogGroup', async ({ sdk, client }, options) => {
          await client.send(new sdk.CreateLogGroupCommand({ logGroupName, tags }), options);
        }),
        undefined,
      ),

    putRetention: (logGroupName, retentionInDays) =>
      call('PutRetentionPolicy', async ({ sdk, client }, options) => {
        const command = new sdk.PutRetentionPolicyCommand({ logGroupName, retentionInDays });
        await client.send(command, options);
      }),
  };
}
