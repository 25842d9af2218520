// Topics with their subscriptions, and the messages published to them.
import { parseJson } from '../../../../compiler/json-values.js';
import { createHash, randomUUID } from 'node:crypto';
import type { Deliveries } from '../deliveries.js';
import { matchesPattern, matchesValue } from '../events/event-store.js';
import { isMembers, type Members } from '../members.js';
import type { Place } from '../service.js';
import type { NewMessage } from '../sqs/queue-store.js';

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
  readonly tags: Map<string, string>;
  subscriptions: readonly Subscription[];
  /** Messages of a FIFO topic, by deduplication id. */
  readonly sent: Map<string, Published & { readonly at: number }>;
  count: number;
};

export type TopicStore = Place & {
  readonly deliveries: Deliveries;
  readonly topics: Map<string, Topic>;
};

export type MessageAttribute = { readonly Type: string; readonly Value: string };

export type Message = {
  readonly text: string;
  /** The texts by protocol, if the publisher has set different ones. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  readonly subject: string | undefined;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  readonly group?: string | undefined;
  readonly deduplication?: string | undefined;
};

export type Published = { readonly id: string; readonly sequence: string | undefined };

/** docs.aws.amazon.com/sns/latest/dg/fifo-message-dedup.html */
const DEDUPLICATED_FOR = 300_000;

export function publish(store: TopicStore, topic: Topic, message: Message): Published {
  const now = store.clock.now();
  const isFifo = topic.arn.endsWith('.fifo');
  const key = message.deduplication ?? createHash('sha256').update(message.text).digest('hex');
  const known = topic.sent.get(key);
  if (isFifo && known && now - known.at < DEDUPLICATED_FOR) return known;
  topic.count += 1;
  const sequence = isFifo ? String(topic.count).padStart(20, '1') : undefined;
  const published = { id: randomUUID(), sequence };
  if (isFifo) {
    for (const [old, { at }] of topic.sent)
      if (now - at >= DEDUPLICATED_FOR) topic.sent.delete(old);
    topic.sent.set(key, { ...published, at: now });
  }
  for (const subscription of topic.subscriptions) {
    if (!isLetThrough(subscription, message)) continue;
    const { protocol, endpoint } = subscription;
    const origin = { principal: 'sns.amazonaws.com', sourceArn: topic.arn, functionArn: endpoint };
    const told = {
      ...message,
      text: message.texts?.[protocol] ?? message.texts?.['default'] ?? message.text,
    };
    const event = eventOf(subscription, told, { id: published.id, time: now });
    if (protocol === 'lambda') store.deliveries.send({ ...origin, event });
    if (protocol === 'sqs') {
      const deduplication = isFifo ? key : undefined;
      const sent = { ...queueMessage(subscription, told, event), deduplication };
      store.deliveries.send({ ...origin, event, message: sent });
    }
  }
  return published;
}

/** Raw delivery sends only the text: docs.aws.amazon.com/sns/latest/dg/sns-large-payload-raw-message-delivery.html */
function queueMessage(
  { attributes }: Subscription,
  message: Message,
  event: ReturnType<typeof eventOf>,
): NewMessage {
  const { text, group } = message;
  if (attributes.get('RawMessageDelivery') === 'true') {
    const own = Object.entries(message.attributes).map(([name, { Type, Value }]) => [
      name,
      { DataType: Type, [Type.startsWith('Binary') ? 'BinaryValue' : 'StringValue']: Value },
    ]);
    return {
      body: text,
      group,
      attributes: Object.fromEntries(own) as NonNullable<NewMessage['attributes']>,
    }; // because each is a pair
  }
  const { Subject, SigningCertUrl, UnsubscribeUrl, MessageAttributes, ...rest } =
    event.Records[0].Sns;
  const body = {
    ...rest,
    ...(Subject !== null && { Subject }),
    SigningCertURL: SigningCertUrl,
    UnsubscribeURL: UnsubscribeUrl,
    ...(Object.keys(MessageAttributes).length > 0 && { MessageAttributes }),
  };
  return { body: JSON.stringify(body), group };
}

/** docs.aws.amazon.com/lambda/latest/dg/with-sns.html */
function eventOf(
  { arn, topic }: Subscription,
  { text, subject, attributes }: Message,
  { id, time }: { readonly id: string; readonly time: number },
) {
  const Sns = {
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
  };
  const record = { EventSource: 'aws:sns', EventVersion: '1.0', EventSubscriptionArn: arn, Sns };
  return { Records: [record] as const };
}

/** docs.aws.amazon.com/sns/latest/dg/sns-subscription-filter-policies.html */
function isLetThrough({ attributes }: Subscription, message: Message): boolean {
  const policy: unknown = JSON.parse(attributes.get('FilterPolicy') ?? '{}');
  if (!isMembers(policy)) return true;
  if (attributes.get('FilterPolicyScope') === 'MessageBody')
    return Object.keys(policy).length === 0 || matchesPattern(policy, parseJson(message.text));
  return matchesAttributes(policy, message);
}

function matchesAttributes(policy: Members, message: Message): boolean {
  return Object.entries(policy).every(([name, wanted]) => {
    if (name === '$or' && Array.isArray(wanted))
      return wanted.some((one) => isMembers(one) && matchesAttributes(one, message));
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
  const list = parseJson(attribute.Value);
  return Array.isArray(list) ? list : [];
}
