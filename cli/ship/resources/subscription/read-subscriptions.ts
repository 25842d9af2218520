// Reads subscriptions: one list for each topic that the source, the record or a function's policy names, and the filter of
// each subscription, which the list does not have.
import type { Cloud } from '../../../cloud/cloud.js';
import { DEFAULT_SCOPE } from '../../../cloud/sns/sns-calls.js';
import { type ArnPlace, functionArn } from '../../stage/arn.js';
import type { Found, RecordReading, Search } from '../../stage/resource-type.js';
import { sourcesOf } from '../event-source/invokers.js';
import { SNS } from './desired-subscriptions.js';
import { ownAccount } from '../event-source/own-account.js';
import {
  filterDigest,
  type ObservedSubscription,
  type SubscriptionPlace,
} from './subscription-state.js';

type FoundSubscriptions = Pick<Found, 'subscriptions' | 'missingTopics'>;

export const NO_SUBSCRIPTIONS: FoundSubscriptions = { subscriptions: [], missingTopics: [] };

export function topicArn(topic: string, { account, region }: ArnPlace): string {
  if (topic.startsWith('arn:')) return topic;
  return `arn:${account.partition}:sns:${region}:${account.id}:${topic}`;
}

export async function readRecordedSubscriptions({
  cloud,
  desired,
  record,
}: RecordReading): Promise<FoundSubscriptions> {
  const places = [...desired.subscriptions, ...(record.subscriptions ?? [])];
  if (places.length === 0) return NO_SUBSCRIPTIONS;
  const account = { id: record.account, partition: record.partition };
  return readPlaces(cloud, places, { account, region: desired.region });
}

/** Without a record, the functions' policies name the topics. */
export async function readAllSubscriptions(search: Search): Promise<FoundSubscriptions> {
  const { cloud, desired, record, all } = search;
  const permissions = await all.permissions;
  const permitted = [...permissions].flatMap(([functionName, statements]) =>
    // A subscription that somebody else made is deleted only together with its function.
    sourcesOf(statements, SNS, desired === undefined).map((topic) => ({ topic, functionName })),
  );
  const named = [...(desired?.subscriptions ?? []), ...(record?.subscriptions ?? [])];
  const places = [...named, ...permitted];
  if (places.length === 0) return NO_SUBSCRIPTIONS;
  const account = await ownAccount(search);
  return readPlaces(cloud, places, { account, region: cloud.region });
}

async function readPlaces(
  { sns }: Cloud,
  places: readonly SubscriptionPlace[],
  place: ArnPlace,
): Promise<FoundSubscriptions> {
  const whole = places.map((one) => ({ ...one, topic: topicArn(one.topic, place) }));
  const topics = [...new Set(whole.map(({ topic }) => topic))];
  const rows = await Promise.all(
    topics.map(async (topic) => ({ topic, listed: await sns.listSubscriptions(topic) })),
  );
  const found = rows.flatMap(({ topic, listed = [] }) => {
    const names = whole.flatMap((one) => (one.topic === topic ? [one.functionName] : []));
    return [...new Set(names)].flatMap((functionName) => {
      const endpoint = functionArn(functionName, place);
      const own = listed.find((one) => one.endpoint === endpoint);
      return own ? [{ topic, functionName, arn: own.arn, account: place.account }] : [];
    });
  });
  const subscriptions = await Promise.all(
    found.map(async (one): Promise<ObservedSubscription> => {
      const none = { policy: undefined, scope: DEFAULT_SCOPE };
      return { ...one, filter: filterDigest((await sns.getFilter(one.arn)) ?? none) };
    }),
  );
  const missingTopics = rows.flatMap(({ topic, listed }) => (listed ? [] : [topic]));
  return { subscriptions, missingTopics };
}
