// SQS: JSON 1.0.
import { createHash } from 'node:crypto';
import {
  invalid,
  isMembers,
  jsonService,
  type JsonOperation,
  type Members,
  textOf,
  textsOf,
} from '../json-service.js';
import type { Service } from '../service.js';
import {
  type Message,
  type Queue,
  type QueueStore,
  sendMessage,
  takeMessage,
  visibilityOf,
  visibleMessages,
} from './queue-store.js';

type Operation = JsonOperation<QueueStore>;

/** docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteQueue.html */
const DELETED_FOR = 60_000;

const URL_MEMBER = { QueueUrl: 'text' } as const;

const createQueue: Operation = {
  name: 'CreateQueue',
  isWrite: true,
  members: { QueueName: 'text', Attributes: 'map', tags: 'map' },
  required: ['QueueName'],
  resource: nameArn,
  run: (members, store) => {
    const name = textOf(members, 'QueueName') ?? '';
    const isFifo = name.endsWith('.fifo');
    if (!/^(?=.{1,80}$)[A-Za-z0-9_-]+(?:\.fifo)?$/.test(name)) {
      throw invalid(
        'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
        'InvalidParameterValue',
      );
    }
    const attributes = attributesOf(members);
    if (isFifo !== (attributes.get('FifoQueue') === 'true')) {
      throw invalid(
        'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with .fifo suffix and be 1 to 80 in length.',
        'InvalidParameterValue',
      );
    }
    checkAttributes(attributes, store);
    const { account, region, queues, deleted, clock, cloudUrl } = store;
    const known = queues.get(name);
    if (known && [...attributes].some(([key, value]) => known.attributes.get(key) !== value)) {
      const message =
        'A queue already exists with the same name and a different value for attribute';
      throw invalid(message, 'QueueAlreadyExists');
    }
    const deletedAt = deleted.get(name);
    if (deletedAt !== undefined && clock.now() - deletedAt < clock.scaled(DELETED_FOR)) {
      const message =
        'You must wait 60 seconds after deleting a queue before you can create another with the same name.';
      throw invalid(message, 'AWS.SimpleQueueService.QueueDeletedRecently');
    }
    const url = known?.url ?? `${cloudUrl()}/${account}/${name}`;
    if (!known) {
      const arn = `arn:aws:sqs:${region}:${account}:${name}`;
      queues.set(name, { name, arn, url, attributes, tags: tagsIn(members), messages: [] });
    }
    return { QueueUrl: url };
  },
};

const getQueueUrl: Operation = {
  name: 'GetQueueUrl',
  isWrite: false,
  members: { QueueName: 'text', QueueOwnerAWSAccountId: 'text' },
  required: ['QueueName'],
  resource: nameArn,
  run: (members, store) => {
    const owner = textOf(members, 'QueueOwnerAWSAccountId') ?? store.account;
    const queue = store.queues.get(textOf(members, 'QueueName') ?? '');
    if (!queue || owner !== store.account) throw missingQueue();
    return { QueueUrl: queue.url };
  },
};

const listQueues: Operation = {
  name: 'ListQueues',
  isWrite: false,
  members: { QueueNamePrefix: 'text', MaxResults: 'integer', NextToken: 'text' },
  required: [],
  resource: () => '*',
  run: (members, { queues }) => {
    const prefix = textOf(members, 'QueueNamePrefix') ?? '';
    const found = [...queues.values()].filter(({ name }) => name.startsWith(prefix));
    const start = Number(textOf(members, 'NextToken') ?? 0);
    const end = start + Number(members['MaxResults'] ?? 1000);
    return {
      QueueUrls: found.slice(start, end).map(({ url }) => url),
      ...(end < found.length && members['MaxResults'] !== undefined && { NextToken: String(end) }),
    };
  },
};

const getAttributes: Operation = {
  name: 'GetQueueAttributes',
  isWrite: false,
  members: { ...URL_MEMBER, AttributeNames: 'list' },
  required: ['QueueUrl'],
  resource: urlArn,
  run: (members, store) => {
    const queue = queueOf(members, store);
    const all: Readonly<Record<string, string | undefined>> = {
      ...Object.fromEntries(queue.attributes),
      QueueArn: queue.arn,
      VisibilityTimeout: String(visibilityOf(queue)),
      ApproximateNumberOfMessages: String(visibleMessages(store, queue, Infinity).length),
      SqsManagedSseEnabled:
        queue.attributes.get('SqsManagedSseEnabled') ??
        String(!queue.attributes.has('KmsMasterKeyId')),
    };
    const names = textsOf(members, 'AttributeNames');
    const wanted = names.includes('All') ? Object.keys(all) : names;
    return { Attributes: Object.fromEntries(wanted.map((name) => [name, all[name]])) };
  },
};

const setAttributes: Operation = {
  name: 'SetQueueAttributes',
  isWrite: true,
  members: { ...URL_MEMBER, Attributes: 'map' },
  required: ['QueueUrl', 'Attributes'],
  resource: urlArn,
  run: (members, store) => {
    const queue = queueOf(members, store);
    const attributes = attributesOf(members);
    checkAttributes(attributes, store);
    for (const [name, value] of attributes) {
      if (name === 'FifoQueue')
        throw invalid('Unknown Attribute FifoQueue.', 'InvalidAttributeName');
      if (value === '') queue.attributes.delete(name);
      else queue.attributes.set(name, value);
    }
    return {};
  },
};

const deleteQueue: Operation = {
  name: 'DeleteQueue',
  isWrite: true,
  members: URL_MEMBER,
  required: ['QueueUrl'],
  resource: urlArn,
  run: (members, store) => {
    const { name } = queueOf(members, store);
    store.queues.delete(name);
    store.deleted.set(name, store.clock.now());
    return {};
  },
};

const listTags: Operation = {
  name: 'ListQueueTags',
  isWrite: false,
  members: URL_MEMBER,
  required: ['QueueUrl'],
  resource: urlArn,
  run: (members, store) => ({ Tags: Object.fromEntries(queueOf(members, store).tags) }),
};

const send: Operation = {
  name: 'SendMessage',
  isWrite: true,
  members: {
    ...URL_MEMBER,
    MessageBody: 'text',
    MessageGroupId: 'text',
    MessageDeduplicationId: 'text',
    MessageAttributes: 'map',
  },
  required: ['QueueUrl', 'MessageBody'],
  resource: urlArn,
  run: (members, store) => {
    const queue = queueOf(members, store);
    const group = textOf(members, 'MessageGroupId');
    const body = textOf(members, 'MessageBody') ?? '';
    if (queue.name.endsWith('.fifo') && group === undefined)
      throw invalid('The request must contain the parameter MessageGroupId.', 'MissingParameter');
    const given = members['MessageAttributes'];
    const attributes = isMembers(given) ? given : {};
    const { id } = sendMessage(store, queue, { body, group, attributes });
    return { MessageId: id, MD5OfMessageBody: createHash('md5').update(body).digest('hex') };
  },
};

const receive: Operation = {
  name: 'ReceiveMessage',
  isWrite: true,
  members: { ...URL_MEMBER, MaxNumberOfMessages: 'integer', WaitTimeSeconds: 'integer' },
  required: ['QueueUrl'],
  resource: urlArn,
  run: (members, store) => {
    const queue = queueOf(members, store);
    const found = visibleMessages(store, queue, Number(members['MaxNumberOfMessages'] ?? 1));
    const taken = found.filter((message) => takeMessage(store, queue, message));
    return taken.length === 0 ? {} : { Messages: taken.map(describe) };
  },
};

const remove: Operation = {
  name: 'DeleteMessage',
  isWrite: true,
  members: { ...URL_MEMBER, ReceiptHandle: 'text' },
  required: ['QueueUrl', 'ReceiptHandle'],
  resource: urlArn,
  run: (members, store) => {
    const queue = queueOf(members, store);
    const receipt = textOf(members, 'ReceiptHandle');
    queue.messages = queue.messages.filter((one) => one.receipt !== receipt);
    return {};
  },
};

export function createSqs(store: QueueStore): Service {
  return jsonService({
    name: 'sqs',
    target: 'AmazonSQS',
    version: '1.0',
    store,
    operations: [
      createQueue,
      getQueueUrl,
      listQueues,
      getAttributes,
      setAttributes,
      deleteQueue,
      listTags,
      send,
      receive,
      remove,
    ],
    inventory: () => [...store.queues.keys()].map((name) => `queue ${name}`),
  });
}

function describe({ id, receipt, body }: Message): object {
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: createHash('md5').update(body).digest('hex'),
  };
}

function nameArn(members: Members, { region, account }: QueueStore): string {
  return `arn:aws:sqs:${region}:${account}:${textOf(members, 'QueueName') ?? ''}`;
}

function urlArn(members: Members, { region, account }: QueueStore): string {
  const name = textOf(members, 'QueueUrl')?.split('/').at(-1) ?? '';
  return `arn:aws:sqs:${region}:${account}:${name}`;
}

function queueOf(members: Members, { queues }: QueueStore): Queue {
  const queue = queues.get(textOf(members, 'QueueUrl')?.split('/').at(-1) ?? '');
  if (!queue) throw missingQueue();
  return queue;
}

function missingQueue() {
  return invalid('The specified queue does not exist.', 'com.amazonaws.sqs#QueueDoesNotExist');
}

/** Seconds that SQS takes. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  VisibilityTimeout: [0, 43_200],
  MessageRetentionPeriod: [60, 1_209_600],
};

function checkAttributes(attributes: ReadonlyMap<string, string>, store: QueueStore): void {
  for (const [name, [least, most]] of Object.entries(RANGES)) {
    const value = Number(attributes.get(name) ?? least);
    if (value >= least && value <= most) continue;
    throw invalid(`Invalid value for the parameter ${name}.`, 'InvalidAttributeValue');
  }
  if (attributes.get('SqsManagedSseEnabled') === 'true' && attributes.has('KmsMasterKeyId')) {
    throw invalid(
      'You can use one type of server-side encryption (SSE) at one time.',
      'InvalidAttributeValue',
    );
  }
  const policy = attributes.get('RedrivePolicy') ?? '';
  if (policy === '') return;
  const { deadLetterTargetArn: arn } = JSON.parse(policy) as {
    readonly deadLetterTargetArn: string;
  }; // because only tests write it
  if ([...store.queues.values()].some((one) => one.arn === arn)) return;
  throw invalid(
    `Value ${policy} for parameter RedrivePolicy is invalid. Reason: Dead letter target does not exist.`,
    'InvalidParameterValue',
  );
}

function tagsIn(members: Members): Map<string, string> {
  const given = members['tags'];
  return new Map(
    Object.entries(isMembers(given) ? given : {}).map(([key, value]) => [key, String(value)]),
  );
}

function attributesOf(members: Members): Map<string, string> {
  const given = members['Attributes'];
  const entries = isMembers(given) ? Object.entries(given) : [];
  return new Map(entries.map(([name, value]) => [name, String(value)]));
}
