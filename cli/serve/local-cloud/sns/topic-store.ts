// Topics with their subscriptions, and what is published to them.
import { randomUUID } from 'node:crypto';
import type { Deliveries } from '../deliveries.js';
import { matchesPattern, matchesValue } from '../events/match-pattern.js';
import { isMembers } from '../json-service.js';
import type { CloudClock } from '../service.js';

export type Subscription = {
  readonly arn: string;
  readonly topic: string;
  readonly protocol: string;
  readonly endpoint: string;
  attributes: ReadonlyMap<string, string>;
};

export type Topic = {
  readonly arn: string;
  readonly attributes: Map<string, string>;
  readonly tags: ReadonlyMap<string, string>;
  subscriptions: readonly Subscription[];
};

export type TopicStore = {
  readonly region: string;
  readonly account: string;
  readonly clock: CloudClock;
  readonly deliveries: Deliveries;
  /** By ARN. */
  readonly topics: Map<string, Topic>;
};

export type MessageAttribute = { readonly Type: string; readonly Value: string };

export type Message = {
  readonly text: string;
  readonly subject: string | undefined;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
};

/** Sends a message to the functions whose filter lets it through; the id of the message. */
export function publish({ clock, deliveries }: TopicStore, topic: Topic, message: Message): string {
  const id = randomUUID();
  for (const subscription of topic.subscriptions) {
    if (subscription.protocol !== 'lambda' || !isLetThrough(subscription, message)) continue;
    deliveries.send({
      principal: 'sns.amazonaws.com',
      sourceArn: topic.arn,
      functionArn: subscription.endpoint,
      event: eventOf(subscription, message, { id, time: clock.now() }),
    });
  }
  return id;
}

/** docs.aws.amazon.com/lambda/latest/dg/with-sns.html */
function eventOf(
  { arn, topic }: Subscription,
  { text, subject, attributes }: Message,
  { id, time }: { readonly id: string; readonly time: number },
): unknown {
  return {
    Records: [
      {
        EventSource: 'aws:sns',
        EventVersion: '1.0',
        EventSubscriptionArn: arn,
        Sns: {
          Type: 'Notification',
          MessageId: id,
          TopicArn: topic,
          Subject: subject ?? null,
          Message: text,
          Timestamp: new Date(time).toISOString(),
          SignatureVersion: '1',
          Signature: 'none',
          SigningCertUrl: 'https://sns.amazonaws.com/none.pem',
          UnsubscribeUrl: `https://sns.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=${arn}`,
          MessageAttributes: attributes,
        },
      },
    ],
  };
}

/** docs.aws.amazon.com/sns/latest/dg/sns-subscription-filter-policies.html */
function isLetThrough({ attributes }: Subscription, message: Message): boolean {
  const policy: unknown = JSON.parse(attributes.get('FilterPolicy') ?? '{}');
  if (!isMembers(policy)) return true;
  if (attributes.get('FilterPolicyScope') === 'MessageBody') {
    return Object.keys(policy).length === 0 || matchesPattern(policy, parsed(message.text));
  }
  return Object.entries(policy).every(([name, wanted]) => {
    const found = valuesOf(message.attributes[name]);
    return (
      Array.isArray(wanted) && wanted.some((one) => found.some((value) => matchesValue(one, value)))
    );
  });
}

function valuesOf(attribute: MessageAttribute | undefined): readonly unknown[] {
  if (!attribute) return [undefined];
  if (attribute.Type === 'Number') return [Number(attribute.Value)];
  if (attribute.Type !== 'String.Array') return [attribute.Value];
  const list = parsed(attribute.Value);
  return Array.isArray(list) ? list : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
