// The calls to CloudWatch Logs, made with the AWS SDK.
import type * as logsClient from './logs-client.js';
import { unlessMissing } from './fine-outcomes.js';
import type { LogsCalls } from './logs-calls.js';
import type { ServiceCaller } from './service-caller.js';

type Module = typeof logsClient;

export function logsService(
  call: ServiceCaller<Module, InstanceType<Module['CloudWatchLogsClient']>>,
): LogsCalls {
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
        undefined,
      ),

    deleteGroup: (group) =>
      unlessMissing(
        call('DeleteLogGroup', async ({ sdk, client }, options) => {
          await client.send(new sdk.DeleteLogGroupCommand({ logGroupName: group }), options);
        }),
        undefined,
      ),
  };
}
