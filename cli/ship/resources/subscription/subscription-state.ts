// Subscriptions of functions to topics of SNS as data: the desired ones, and the statements that they need.
import { canonicalJson } from '../../../../compiler/json-values.js';
import { DEFAULT_SCOPE, type SubscriptionFilter } from '../../../cloud/services/sns.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource } from '../../../config/event-sources.js';
import type { ArnPlace, CloudAccount } from '../../stage/arn.js';
import type { DesiredInput } from '../../stage/states.js';
import { type Declared, declaredBy, shortDigest } from '../event-source/event-source.js';
import type { InvokerService, InvokerSource } from '../event-source/invokers.js';

/** `topic` is an ARN, or the name of a topic in the stage's account and region. */
export type SubscriptionPlace = { readonly topic: string; readonly functionName: string };

export type DesiredSubscription = SubscriptionPlace & {
  readonly filter: SubscriptionFilter;
  readonly declared: Declared;
};

export type ObservedSubscription = SubscriptionPlace & {
  readonly account: CloudAccount;
  readonly arn: string;
  /** See {@link filterDigest}. */
  readonly filter: string;
};

/** The name of a topic, also from an ARN. */
export function topicName(topic: string): string {
  return topic.slice(topic.lastIndexOf(':') + 1);
}

/** `shop-dev-alert to alerts`. */
export function subscriptionText({ topic, functionName }: SubscriptionPlace): string {
  return `${functionName} to ${topicName(topic)}`;
}

export function isSameSubscription(one: SubscriptionPlace, other: SubscriptionPlace): boolean {
  return one.topic === other.topic && one.functionName === other.functionName;
}

/** A digest of the filter. */
export function filterDigest({ policy, scope }: SubscriptionFilter): string {
  if (policy === undefined) return 'none';
  const text = JSON.stringify([canonicalJson(policy), scope]);
  return shortDigest(text);
}

export function topicArn(topic: string, { account, region }: ArnPlace): string {
  if (topic.startsWith('arn:')) return topic;
  return `arn:${account.partition}:sns:${region}:${account.id}:${topic}`;
}

export function desiredSubscriptions({
  manifest,
  config,
  app,
}: DesiredInput): readonly DesiredSubscription[] {
  const base = baseName(app, config.stage);
  return (manifest.events ?? []).flatMap((entry) => {
    if (entry.kind !== 'sns') return [];
    const { filterPolicy, filterPolicyScope = DEFAULT_SCOPE } = entry;
    const topic = resolveSource({ kind: 'topic', name: entry.topic }, entry.function, config);
    return [
      {
        topic: topic.arn?.text ?? topic.name,
        functionName: functionNameOf(base, entry.function),
        declared: declaredBy(entry),
        filter: {
          policy: filterPolicy && JSON.stringify(filterPolicy),
          // The scope has no meaning without a filter.
          scope: filterPolicy ? filterPolicyScope : DEFAULT_SCOPE,
        },
      },
    ];
  });
}

export const SNS: InvokerService = {
  kind: 'sns',
  principal: 'sns.amazonaws.com',
  name: 'SNS',
  service: 'sns',
};

export const subscriptionInvokers: InvokerSource = {
  by: SNS,
  desired: (input) =>
    desiredSubscriptions(input).map(({ topic, functionName }) => ({
      by: SNS,
      functionName,
      source: topic,
    })),
  ends: ({ subscriptions }) =>
    subscriptions.flatMap((one) =>
      one.action === 'delete' ? [`delete subscription ${subscriptionText(one.observed)}`] : [],
    ),
};
