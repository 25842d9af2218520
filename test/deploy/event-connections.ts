// Reads the event connections of a region's functions from the services: their settings, without ids and times.
import type { EventSourceMappingConfiguration } from '@aws-sdk/client-lambda';
import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
} from '@aws-sdk/client-sns';
import { type Clients, pause } from '../../cli/serve/local-cloud/clients.fixture.js';

export type Connections = {
  readonly topic: string;
  readonly bucket: string;
};

/** Returns all connections in the region, whether ours or not. */
export async function connectionsIn(
  clients: Clients,
  { topic, bucket }: Connections,
): Promise<object> {
  const { lambda, events, sns, s3, scheduler } = clients;
  const { Functions = [] } = await lambda.listFunctions({});
  const names = Functions.flatMap(({ FunctionName }) => FunctionName ?? []).toSorted();
  const statements = await Promise.all(
    names.map(async (FunctionName) => {
      const found = await lambda.getPolicy({ FunctionName }).catch(() => ({ Policy: '{}' }));
      return [FunctionName, JSON.parse(found.Policy ?? '{}')] as const;
    }),
  );
  const { Rules = [] } = await events.listRules({});
  const rules = await Promise.all(
    Rules.map(async (rule) => {
      const { Targets } = await events.listTargetsByRule({ Rule: rule.Name });
      return { ...rule, Targets };
    }),
  );
  const list = new ListSubscriptionsByTopicCommand({ TopicArn: topic });
  const { Subscriptions = [] } = await sns.send(list);
  const filters = await Promise.all(
    Subscriptions.map(async ({ SubscriptionArn, Endpoint }) => {
      const read = new GetSubscriptionAttributesCommand({ SubscriptionArn });
      return { Endpoint, filter: (await sns.send(read)).Attributes?.['FilterPolicy'] };
    }),
  );
  const { $metadata, ...notifications } = await s3.getBucketNotificationConfiguration({
    Bucket: bucket,
  });
  if ($metadata.httpStatusCode !== 200) throw new Error('The bucket was not read');
  const { Schedules = [] } = await scheduler.listSchedules({});
  const schedules = await Promise.all(
    Schedules.map(async ({ Name, GroupName }) => {
      const found = await scheduler.getSchedule({ Name, GroupName });
      const { ScheduleExpression, ScheduleExpressionTimezone, State, Target } = found;
      return { Name, ScheduleExpression, ScheduleExpressionTimezone, State, Target };
    }),
  );
  const mappings = (await mappingsAtRest(clients))
    .map(
      ({ EventSourceArn, FunctionArn, BatchSize, State }) =>
        `${EventSourceArn} ${FunctionArn} ${BatchSize} ${State}`,
    )
    .toSorted();
  return { statements, mappings, rules, filters, notifications, schedules };
}

/** Lists the mappings after all pending deletions are complete, because a deploy does not wait for them. */
async function mappingsAtRest({
  lambda,
}: Clients): Promise<readonly EventSourceMappingConfiguration[]> {
  for (;;) {
    const { EventSourceMappings = [] } = await lambda.listEventSourceMappings({});
    if (EventSourceMappings.every(({ State }) => State !== 'Deleting')) return EventSourceMappings;
    await pause(5);
  }
}
