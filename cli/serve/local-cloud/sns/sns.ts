// SNS: topics, subscriptions with their filters, and messages.
import { parseJson } from '../../../../compiler/json-values.js';
import { randomUUID } from 'node:crypto';
import { OWN_TAG } from '../../../config/limits.js';
import {
  type Form,
  type QueryOperations,
  type XmlValue,
  entriesOf,
  membersOf,
  queryService,
} from '../query-service.js';
import { pageOf } from '../members.js';
import { RefusedCall, type Service } from '../service.js';
import {
  type Message,
  type MessageAttribute,
  type Published,
  type Subscription,
  type Topic,
  type TopicStore,
  publish,
} from './topic-store.js';

/** docs.aws.amazon.com/general/latest/gr/sns.html */
const MOST_BYTES = 262_144;

const ENTRY = 'PublishBatchRequestEntries.member';

const PUBLISH_OPERATIONS: Operations = {
  Publish: {
    takes: `TopicArn TargetArn Message Subject MessageStructure MessageAttributes MessageGroupId
      MessageDeduplicationId`,
    resource: topicResource,
    policy: topicPolicy,
    run: (form, store) => {
      const topic = topicOf(form, store);
      return answerOf(publish(store, topic, readMessage(form, '', topic)));
    },
  },
  /** docs.aws.amazon.com/sns/latest/api/API_PublishBatch.html */
  PublishBatch: {
    action: 'Publish',
    takes: 'TopicArn PublishBatchRequestEntries',
    resource: topicResource,
    policy: topicPolicy,
    run: (form, store) => {
      const topic = topicOf(form, store);
      const ids: string[] = [];
      for (let index = 1; form.has(`${ENTRY}.${index}.Id`); index += 1)
        ids.push(form.get(`${ENTRY}.${index}.Id`) ?? '');
      if (ids.length === 0)
        throw refused('EmptyBatchRequest', "The batch request doesn't contain any entries.");
      if (ids.length > 10)
        throw refused(
          'TooManyEntriesInBatchRequest',
          'The batch request contains more entries than permissible (more than 10).',
        );
      if (new Set(ids).size < ids.length)
        throw refused(
          'BatchEntryIdsNotDistinct',
          'Two or more batch entries in the request have the same Id.',
        );
      const Successful: XmlValue[] = [];
      const Failed: XmlValue[] = [];
      for (const [index, Id] of ids.entries()) {
        try {
          const message = readMessage(form, `${ENTRY}.${index + 1}.`, topic);
          Successful.push({ Id, ...answerOf(publish(store, topic, message)) });
        } catch (error) {
          if (!(error instanceof RefusedCall)) throw error;
          const { code: Code, message: Message } = error.refusal;
          Failed.push({ Id, Code, Message, SenderFault: true });
        }
      }
      return { Successful, Failed };
    },
  },
};

function answerOf({ id, sequence }: Published) {
  return { MessageId: id, SequenceNumber: sequence };
}

function readMessage(form: Form, location: string, topic: Topic): Message {
  const name = `${location}MessageAttributes.entry`;
  const types = entriesOf(form, name, ['Name', 'Value.DataType']);
  const values = entriesOf(form, name, ['Name', 'Value.StringValue']);
  const bytes = entriesOf(form, name, ['Name', 'Value.BinaryValue']);
  const attributes = [...types].map(([key, Type]): [string, MessageAttribute] => [
    key,
    { Type, Value: (Type.startsWith('Binary') ? bytes : values).get(key) ?? '' },
  ]);
  const text = form.get(`${location}Message`) ?? '';
  const group = form.get(`${location}MessageGroupId`) ?? undefined;
  const deduplication = form.get(`${location}MessageDeduplicationId`) ?? undefined;
  if (text === '') throw invalid('Empty message');
  if (Buffer.byteLength(text) > MOST_BYTES) throw invalid('Message too long');
  const isFifo = topic.arn.endsWith('.fifo');
  if (isFifo && group === undefined)
    throw invalid('The MessageGroupId parameter is required for FIFO topics');
  const isByText = topic.attributes.get('ContentBasedDeduplication') === 'true';
  if (isFifo && deduplication === undefined && !isByText)
    throw invalid(
      'The topic should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    );
  return {
    text,
    texts: form.get(`${location}MessageStructure`) === 'json' ? textsOf(text) : undefined,
    subject: form.get(`${location}Subject`) ?? undefined,
    attributes: Object.fromEntries(attributes),
    ...{ group, deduplication },
  };
}

/** Returns the text for each protocol from a message with `MessageStructure: json`. */
function textsOf(text: string): Readonly<Record<string, string>> {
  const found = parseJson(text);
  if (found === undefined) throw invalid('Message Structure - JSON message body failed to parse');
  const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
  const given = entries.filter((one): one is [string, string] => typeof one[1] === 'string');
  const texts = Object.fromEntries(given);
  if (texts['default'] !== undefined) return texts;
  throw invalid('Message Structure - No default entry in JSON message body');
}

function refused(code: string, message: string): RefusedCall {
  return new RefusedCall({ status: 400, code, message });
}

function topicPolicy(form: Form, { topics }: TopicStore): string | undefined {
  return topics.get(topicResource(form))?.attributes.get('Policy');
}

function invalid(reason: string): RefusedCall {
  return refused('InvalidParameter', `Invalid parameter: ${reason}`);
}

function notFound(what: string): RefusedCall {
  return new RefusedCall({ status: 404, code: 'NotFound', message: `${what} does not exist` });
}

function topicResource(form: Form): string {
  return form.get('TopicArn') ?? form.get('TargetArn') ?? '';
}

function topicOf(form: Form, { topics, region }: TopicStore): Topic {
  const arn = topicResource(form);
  if (arn.split(':')[3] !== region) throw invalid('TopicArn');
  const topic = topics.get(arn);
  if (!topic) throw notFound('Topic');
  return topic;
}

function taggedArn(form: Form): string {
  return form.get('ResourceArn') ?? '';
}

function taggedTopic(form: Form, { topics }: TopicStore): Topic {
  const topic = topics.get(taggedArn(form));
  if (!topic) throw notFound('Topic');
  return topic;
}

type Operations = QueryOperations<TopicStore>;

/** The result of an operation on tags is empty, but not absent: the SDKs for Python and Go reject a response without it. */
const EMPTY: XmlValue = {};

const PROTOCOLS = 'http https email email-json sms sqs application lambda firehose'.split(' ');
/** The protocols that this cloud can send to. */
const DELIVERED = ['lambda', 'sqs'];

const OPERATIONS: Operations = {
  CreateTopic: {
    takes: 'Name Attributes Tags',
    resource: (form, store) => arnOf(form.get('Name') ?? '', store),
    run: (form, store) => {
      const name = form.get('Name') ?? '';
      const arn = arnOf(name, store);
      const attributes = entriesOf(form, 'Attributes.entry');
      const tags = tagsIn(form);
      if (
        name.endsWith('.fifo') !== (attributes.get('FifoTopic') === 'true') &&
        attributes.size > 0
      )
        throw invalid('Topic Name Reason: a FIFO topic must end with the .fifo suffix');
      const known = store.topics.get(arn);
      const differs = ([key, value]: readonly [string, string]): boolean =>
        known?.attributes.get(key) !== value;
      if (known && [...attributes].some(differs))
        throw invalid('Attributes Reason: Topic already exists with different attributes');
      if (known && [...tags].some(([key, value]) => known.tags.get(key) !== value))
        throw invalid('Tags Reason: Topic already exists with different tags');
      const made: Topic = { arn, attributes, tags, subscriptions: [], sent: new Map(), count: 0 };
      if (!known) store.topics.set(arn, made);
      return { TopicArn: arn };
    },
  },
  DeleteTopic: {
    takes: 'TopicArn',
    resource: topicResource,
    run: (form, store) => {
      store.topics.delete(topicResource(form));
    },
  },
  GetTopicAttributes: {
    takes: 'TopicArn',
    resource: topicResource,
    run: (form, store) => {
      const { arn, attributes, subscriptions } = topicOf(form, store);
      const all = {
        TopicArn: arn,
        Owner: store.account,
        DisplayName: '',
        SubscriptionsConfirmed: subscriptions.length,
        SubscriptionsPending: 0,
        SubscriptionsDeleted: 0,
        ...Object.fromEntries(attributes),
      };
      return { Attributes: new Map(Object.entries(all)) };
    },
  },
  SetTopicAttributes: {
    takes: 'TopicArn AttributeName AttributeValue',
    resource: topicResource,
    run: (form, store) => {
      const name = form.get('AttributeName') ?? '';
      if (name === 'FifoTopic') throw invalid('AttributeName');
      topicOf(form, store).attributes.set(name, form.get('AttributeValue') ?? '');
    },
  },
  ListTagsForResource: {
    takes: 'ResourceArn',
    resource: taggedArn,
    run: (form, store) => {
      const { tags } = taggedTopic(form, store);
      return { Tags: [...tags].map(([Key, Value]) => ({ Key, Value })) };
    },
  },
  Subscribe: {
    takes: 'TopicArn Protocol Endpoint Attributes ReturnSubscriptionArn',
    resource: topicResource,
    run: (form, store) => {
      const topic = topicOf(form, store);
      const endpoint = form.get('Endpoint') ?? '';
      const protocol = form.get('Protocol') ?? '';
      const attributes = entriesOf(form, 'Attributes.entry');
      for (const [name, value] of attributes) checkAttribute(name, value);
      if (!PROTOCOLS.includes(protocol))
        throw invalid(`Does not support this protocol string: ${protocol}`);
      if (!DELIVERED.includes(protocol))
        throw refused(
          'InvalidParameter',
          `The local cloud delivers to ${DELIVERED.join(' and ')}, not to ${protocol}.`,
        );
      if (protocol === 'sqs' && !/^arn:aws:sqs:[^:]+:\d{12}:[^:]+$/.test(endpoint))
        throw invalid('SQS endpoint ARN');
      if (
        protocol === 'lambda' &&
        !/^arn:aws:lambda:[^:]+:\d{12}:function:[^:]+(?::[^:]+)?$/.test(endpoint)
      )
        throw invalid('Lambda endpoint ARN');
      if (protocol === 'lambda' && topic.arn.endsWith('.fifo'))
        throw invalid(
          'Invalid parameter: Endpoint Reason: FIFO SNS Topics can not be subscribed to by lambda',
        );
      const known = topic.subscriptions.find(
        (one) => one.endpoint === endpoint && one.protocol === protocol,
      );
      if (known) {
        const isSame = [...attributes].every(
          ([name, value]) => known.attributes.get(name) === value,
        );
        if (!isSame || (attributes.size === 0 && known.attributes.size > 0))
          throw invalid('Attributes Reason: Subscription already exists with different attributes');
        return { SubscriptionArn: known.arn };
      }
      const arn = `${topic.arn}:${randomUUID()}`;
      const made: Subscription = { arn, topic: topic.arn, protocol, endpoint, attributes };
      topic.subscriptions = [...topic.subscriptions, made];
      return { SubscriptionArn: arn };
    },
  },
  Unsubscribe: {
    takes: 'SubscriptionArn',
    run: (form, store) => {
      const arn = form.get('SubscriptionArn') ?? '';
      for (const topic of store.topics.values())
        topic.subscriptions = topic.subscriptions.filter((one) => one.arn !== arn);
    },
  },
  ListSubscriptionsByTopic: {
    takes: 'TopicArn NextToken',
    resource: topicResource,
    run: (form, store) => subscriptionsPage(form, topicOf(form, store).subscriptions, store),
  },
  GetSubscriptionAttributes: {
    takes: 'SubscriptionArn',
    run: (form, store) => {
      const { arn, topic, protocol, endpoint, attributes } = subscriptionOf(form, store);
      const all = {
        SubscriptionArn: arn,
        TopicArn: topic,
        Protocol: protocol,
        Endpoint: endpoint,
        Owner: store.account,
        PendingConfirmation: 'false',
        ConfirmationWasAuthenticated: 'true',
        RawMessageDelivery: 'false',
        SubscriptionPrincipal: `arn:aws:iam::${store.account}:user/tester`,
        ...Object.fromEntries(attributes),
      };
      return { Attributes: new Map(Object.entries(all)) };
    },
  },
  SetSubscriptionAttributes: {
    takes: 'SubscriptionArn AttributeName AttributeValue',
    run: (form, store) => {
      const subscription = subscriptionOf(form, store);
      const name = form.get('AttributeName') ?? '';
      const value = form.get('AttributeValue') ?? '';
      checkAttribute(name, value);
      const others = [...subscription.attributes].filter(([key]) => key !== name);
      const isNone = name === 'FilterPolicy' && /^\{\s*\}$/.test(value);
      subscription.attributes = new Map([...others, ...(isNone ? [] : [[name, value] as const])]);
    },
  },
  ListTopics: {
    takes: 'NextToken',
    run: (form, { topics }) => {
      const { items, next } = page([...topics.keys()], form);
      return { Topics: items.map((TopicArn) => ({ TopicArn })), ...next };
    },
  },
  ListSubscriptions: {
    takes: 'NextToken',
    run: (form, store) => {
      const all = [...store.topics.values()].flatMap(({ subscriptions }) => subscriptions);
      return subscriptionsPage(form, all, store);
    },
  },
  TagResource: {
    takes: 'ResourceArn Tags',
    resource: taggedArn,
    run: (form, store) => {
      const topic = taggedTopic(form, store);
      for (const [key, value] of tagsIn(form)) topic.tags.set(key, value);
      return EMPTY;
    },
  },
  UntagResource: {
    takes: 'ResourceArn TagKeys',
    resource: taggedArn,
    run: (form, store) => {
      const topic = taggedTopic(form, store);
      for (const key of membersOf(form, 'TagKeys')) topic.tags.delete(key);
      return EMPTY;
    },
  },
  ...PUBLISH_OPERATIONS,
};

export function createSns(store: TopicStore): Service {
  return queryService({
    name: 'sns',
    version: '2010-03-31',
    store,
    operations: OPERATIONS,
    // Lists a topic only if it has the framework's tag, but always lists its subscriptions, which tests may have left behind.
    inventory: () =>
      [...store.topics.values()].flatMap(({ arn, tags, subscriptions }) => [
        ...(tags.has(OWN_TAG) ? [`topic ${nameOf(arn)}`] : []),
        ...subscriptions.map(
          ({ topic, endpoint }) => `subscription ${nameOf(topic)} ${nameOf(endpoint)}`,
        ),
      ]),
  });
}

function subscriptionsPage(
  form: Form,
  subscriptions: readonly Subscription[],
  { account }: TopicStore,
): XmlValue {
  const { items, next } = page(subscriptions, form);
  const shown = items.map(({ topic, protocol, arn, endpoint }) => ({
    TopicArn: topic,
    Protocol: protocol,
    SubscriptionArn: arn,
    Owner: account,
    Endpoint: endpoint,
  }));
  return { Subscriptions: shown, ...next };
}

function page<Item>(items: readonly Item[], form: Form) {
  return pageOf(items, { NextToken: form.get('NextToken') ?? undefined }, 100);
}

function tagsIn(form: Form): Map<string, string> {
  return entriesOf(form, 'Tags.member', ['Key', 'Value']);
}

function checkAttribute(name: string, value: string): void {
  if (name === 'FilterPolicyScope') {
    if (['MessageAttributes', 'MessageBody'].includes(value)) return;
    throw invalid('FilterPolicyScope: Invalid value');
  }
  if (name === 'RawMessageDelivery') {
    if (['true', 'false'].includes(value)) return;
    throw invalid('RawMessageDelivery: Must be true or false');
  }
  if (!['FilterPolicy', 'RedrivePolicy', 'DeliveryPolicy'].includes(name))
    throw invalid('AttributeName');
  if (parseJson(value) === undefined) throw invalid(`${name}: failed to parse JSON.`);
}

function arnOf(name: string, { region, account }: TopicStore): string {
  return `arn:aws:sns:${region}:${account}:${name}`;
}

function nameOf(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1);
}

function subscriptionOf(form: Form, { topics }: TopicStore): Subscription {
  const arn = form.get('SubscriptionArn') ?? '';
  const found = [...topics.values()]
    .flatMap(({ subscriptions }) => subscriptions)
    .find((one) => one.arn === arn);
  if (!found) throw notFound('Subscription');
  return found;
}
