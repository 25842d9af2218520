// SNS: topics, subscriptions of functions with their filters, and messages.
import { randomUUID } from 'node:crypto';
import {
  element,
  entriesOf,
  escaped,
  type Form,
  queryService,
  type QueryOperation,
  texts,
} from '../query-service.js';
import { RefusedCall } from '../refused-call.js';
import type { Service } from '../service.js';
import {
  type MessageAttribute,
  publish,
  type Subscription,
  type Topic,
  type TopicStore,
} from './topic-store.js';

type Operation = QueryOperation<TopicStore>;

const PAGE = 100;

const createTopic: Operation = {
  name: 'CreateTopic',
  isWrite: true,
  parameters: ['Name'],
  resource: (form, store) => arnOf(form.get('Name') ?? '', store),
  run: (form, store) => {
    const arn = arnOf(form.get('Name') ?? '', store);
    if (!store.topics.has(arn)) store.topics.set(arn, { arn, subscriptions: [] });
    return texts({ TopicArn: arn });
  },
};

const subscribe: Operation = {
  name: 'Subscribe',
  isWrite: true,
  parameters: ['TopicArn', 'Protocol', 'Endpoint', 'Attributes', 'ReturnSubscriptionArn'],
  resource: topicResource,
  run: (form, store) => {
    const topic = topicOf(form, store);
    const endpoint = form.get('Endpoint') ?? '';
    const protocol = form.get('Protocol') ?? '';
    const attributes = entriesOf(form, 'Attributes');
    for (const [name, value] of attributes) checkAttribute(name, value);
    if (
      protocol === 'lambda' &&
      !/^arn:aws:lambda:[^:]+:\d{12}:function:[^:]+(?::[^:]+)?$/.test(endpoint)
    )
      throw invalid('Invalid parameter: Lambda endpoint ARN');
    if (protocol === 'lambda' && topic.arn.endsWith('.fifo'))
      throw invalid(
        'Invalid parameter: Invalid parameter: Endpoint Reason: FIFO SNS Topics can not be subscribed to by lambda',
      );
    const known = topic.subscriptions.find((one) => one.endpoint === endpoint);
    if (known) {
      const isSame = [...attributes].every(([name, value]) => known.attributes.get(name) === value);
      if (!isSame || (attributes.size === 0 && known.attributes.size > 0))
        throw invalid(
          'Invalid parameter: Attributes Reason: Subscription already exists with different attributes',
        );
      return texts({ SubscriptionArn: known.arn });
    }
    const arn = `${topic.arn}:${randomUUID()}`;
    const made: Subscription = { arn, topic: topic.arn, protocol, endpoint, attributes };
    topic.subscriptions = [...topic.subscriptions, made];
    return texts({ SubscriptionArn: arn });
  },
};

const unsubscribe: Operation = {
  name: 'Unsubscribe',
  isWrite: true,
  parameters: ['SubscriptionArn'],
  resource: () => '*',
  run: (form, store) => {
    const arn = form.get('SubscriptionArn') ?? '';
    for (const topic of store.topics.values()) {
      topic.subscriptions = topic.subscriptions.filter((one) => one.arn !== arn);
    }
    return '';
  },
};

const listByTopic: Operation = {
  name: 'ListSubscriptionsByTopic',
  isWrite: false,
  parameters: ['TopicArn', 'NextToken'],
  resource: topicResource,
  run: (form, store) => {
    const { subscriptions } = topicOf(form, store);
    const start = Number(form.get('NextToken') ?? 0);
    const members = subscriptions.slice(start, start + PAGE).map((one) =>
      element(
        'member',
        texts({
          TopicArn: one.topic,
          Protocol: one.protocol,
          SubscriptionArn: one.arn,
          Owner: store.account,
          Endpoint: one.endpoint,
        }),
      ),
    );
    const isMore = start + PAGE < subscriptions.length;
    return (
      element('Subscriptions', members.join('')) +
      (isMore ? texts({ NextToken: String(start + PAGE) }) : '')
    );
  },
};

const getAttributes: Operation = {
  name: 'GetSubscriptionAttributes',
  isWrite: false,
  parameters: ['SubscriptionArn'],
  resource: () => '*',
  run: (form, store) => {
    const { arn, topic, protocol, endpoint, attributes } = subscriptionOf(form, store);
    const all = {
      SubscriptionArn: arn,
      TopicArn: topic,
      Protocol: protocol,
      Endpoint: endpoint,
      PendingConfirmation: 'false',
      ...Object.fromEntries(attributes),
    };
    const entries = Object.entries(all).map(([key, value]) =>
      element('entry', element('key', key) + element('value', escaped(value))),
    );
    return element('Attributes', entries.join(''));
  },
};

const setAttributes: Operation = {
  name: 'SetSubscriptionAttributes',
  isWrite: true,
  parameters: ['SubscriptionArn', 'AttributeName', 'AttributeValue'],
  resource: () => '*',
  run: (form, store) => {
    const subscription = subscriptionOf(form, store);
    const name = form.get('AttributeName') ?? '';
    const value = form.get('AttributeValue') ?? '';
    checkAttribute(name, value);
    const others = [...subscription.attributes].filter(([key]) => key !== name);
    const isNone = name === 'FilterPolicy' && /^\{\s*\}$/.test(value);
    subscription.attributes = new Map([...others, ...(isNone ? [] : [[name, value] as const])]);
    return '';
  },
};

const publishMessage: Operation = {
  name: 'Publish',
  isWrite: true,
  parameters: ['TopicArn', 'Message', 'Subject', 'MessageAttributes'],
  resource: topicResource,
  run: (form, store) => {
    const types = entriesOf(form, 'MessageAttributes', ['Name', 'Value.DataType']);
    const values = entriesOf(form, 'MessageAttributes', ['Name', 'Value.StringValue']);
    const attributes = [...types].map(([name, Type]): [string, MessageAttribute] => [
      name,
      { Type, Value: values.get(name) ?? '' },
    ]);
    const id = publish(store, topicOf(form, store), {
      text: form.get('Message') ?? '',
      subject: form.get('Subject') ?? undefined,
      attributes: Object.fromEntries(attributes),
    });
    return texts({ MessageId: id });
  },
};

export function createSns(store: TopicStore): Service {
  return queryService({
    name: 'sns',
    version: '2010-03-31',
    store,
    operations: [
      createTopic,
      subscribe,
      unsubscribe,
      listByTopic,
      getAttributes,
      setAttributes,
      publishMessage,
    ],
    // Topics are not ours: a test that looks for orphans counts subscriptions.
    inventory: () =>
      [...store.topics.values()].flatMap(({ subscriptions }) =>
        subscriptions.map(
          ({ topic, endpoint }) => `subscription ${nameOf(topic)} ${nameOf(endpoint)}`,
        ),
      ),
  });
}

function checkAttribute(name: string, value: string): void {
  if (name === 'FilterPolicyScope') {
    if (['MessageAttributes', 'MessageBody'].includes(value)) return;
    throw invalid('Invalid parameter: FilterPolicyScope: Invalid value');
  }
  if (name !== 'FilterPolicy') throw invalid(`Invalid parameter: AttributeName`);
  try {
    JSON.parse(value);
  } catch {
    throw invalid('Invalid parameter: FilterPolicy: failed to parse JSON.');
  }
}

function invalid(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'InvalidParameter', message });
}

function notFound(what: string): RefusedCall {
  return new RefusedCall({ status: 404, code: 'NotFound', message: `${what} does not exist` });
}

function arnOf(name: string, { region, account }: TopicStore): string {
  return `arn:aws:sns:${region}:${account}:${name}`;
}

function nameOf(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1);
}

function topicResource(form: Form): string {
  return form.get('TopicArn') ?? '';
}

function topicOf(form: Form, { topics, region }: TopicStore): Topic {
  const arn = topicResource(form);
  if (arn.split(':')[3] !== region) throw invalid('Invalid parameter: TopicArn');
  const topic = topics.get(arn);
  if (!topic) throw notFound('Topic');
  return topic;
}

function subscriptionOf(form: Form, { topics }: TopicStore): Subscription {
  const arn = form.get('SubscriptionArn') ?? '';
  const found = [...topics.values()]
    .flatMap(({ subscriptions }) => subscriptions)
    .find((one) => one.arn === arn);
  if (!found) throw notFound('Subscription');
  return found;
}
