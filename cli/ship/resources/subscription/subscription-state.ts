// Subscriptions of functions to topics of SNS in the states of a stage.
import { canonicalJson } from '../../../../compiler/json-values.js';
import type { CloudAccount } from '../../stage/arn.js';
import type { SubscriptionFilter } from '../../../cloud/sns/sns-calls.js';
import type { Declared } from '../event-source/declared.js';
import { shortDigest } from '../event-source/source-names.js';

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

export type SubscriptionChange =
  | { readonly action: 'create'; readonly subscription: DesiredSubscription }
  | {
      readonly action: 'update' | 'unchanged';
      readonly subscription: DesiredSubscription;
      readonly observed: ObservedSubscription;
    }
  | { readonly action: 'delete'; readonly subscription: ObservedSubscription };

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
