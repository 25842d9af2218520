// SQS: JSON 1.0.
import { mappingOf } from '../../../../compiler/json-values.js';
import { invalid, jsonService, type JsonOperations } from '../json-service.js';
import { isMembers, type Members, pageOf, textOf, textsOf } from '../members.js';
import type { Service } from '../service.js';
import {
  invalidValue,
  MESSAGE_OPERATIONS,
  missingQueue,
  MOST_BYTES,
  onQueue,
  queueOf,
} from './messages.js';
import { isFifo, type Queue, type QueueStore, redriveOf, visibilityOf } from './queue-store.js';

/** docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteQueue.html */
const DELETED_FOR = 60_000;
const PURGED_FOR = 60_000;
const QUEUES: JsonOperations<QueueStore> = {
  CreateQueue: {
    takes: 'QueueName! Attributes:map tags:map',
    rights: (members, store) =>
      ['CreateQueue', ...(isMembers(members['tags']) ? ['TagQueue'] : [])].map((name) => ({
        action: `sqs:${name}`,
        resource: nameArn(members, store),
      })),
    run: createQueue,
  },
  GetQueueUrl: {
    takes: 'QueueName! QueueOwnerAWSAccountId',
    resource: nameArn,
    run: (members, store) => {
      const owner = textOf(members, 'QueueOwnerAWSAccountId') ?? store.account;
      const queue = store.queues.get(textOf(members, 'QueueName') ?? '');
      if (!queue || owner !== store.account) throw missingQueue();
      return { QueueUrl: queue.url };
    },
  },
  ListQueues: {
    takes: 'QueueNamePrefix MaxResults:integer NextToken',
    run: (members, { queues }) => {
      const prefix = textOf(members, 'QueueNamePrefix') ?? '';
      const found = [...queues.values()].filter(({ name }) => name.startsWith(prefix));
      const { items, next } = page(found, members);
      const isPaged = members['MaxResults'] !== undefined;
      return { QueueUrls: items.map(({ url }) => url), ...(isPaged && next) };
    },
  },
  GetQueueAttributes: {
    ...onQueue,
    takes: 'QueueUrl! AttributeNames:list',
    run: getAttributes,
  },
  SetQueueAttributes: {
    ...onQueue,
    takes: 'QueueUrl! Attributes:map!',
    run: (members, store) => {
      const queue = queueOf(members, store);
      const attributes = textMap(members['Attributes']);
      checkAttributes(attributes, store);
      for (const [name, value] of attributes) {
        if (name === 'FifoQueue')
          throw invalid('Unknown Attribute FifoQueue.', 'InvalidAttributeName');
        if (value === '') queue.attributes.delete(name);
        else queue.attributes.set(name, value);
      }
    },
  },
  DeleteQueue: {
    ...onQueue,
    takes: 'QueueUrl!',
    run: (members, store) => {
      const { name } = queueOf(members, store);
      store.queues.delete(name);
      store.deleted.set(name, store.clock.now());
    },
  },
  PurgeQueue: {
    ...onQueue,
    takes: 'QueueUrl!',
    run: (members, store) => {
      const queue = queueOf(members, store);
      const now = store.clock.now();
      if (now - queue.purgedAt < store.clock.scaled(PURGED_FOR))
        throw invalid(
          `Only one PurgeQueue operation on ${queue.name} is allowed every 60 seconds.`,
          'PurgeQueueInProgress',
        );
      Object.assign(queue, { messages: [], purgedAt: now });
    },
  },
  ListDeadLetterSourceQueues: {
    ...onQueue,
    takes: 'QueueUrl! MaxResults:integer NextToken',
    run: (members, store) => {
      const { arn } = queueOf(members, store);
      const sources = [...store.queues.values()].filter(
        (one) => redriveOf(one).deadLetterTargetArn === arn,
      );
      const { items, next } = page(sources, members);
      return { queueUrls: items.map(({ url }) => url), ...next };
    },
  },
  ListQueueTags: {
    ...onQueue,
    takes: 'QueueUrl!',
    run: (members, store) => ({ Tags: Object.fromEntries(queueOf(members, store).tags) }),
  },
  TagQueue: {
    ...onQueue,
    takes: 'QueueUrl! Tags:map!',
    run: (members, store) => {
      const { tags } = queueOf(members, store);
      for (const [key, value] of textMap(members['Tags'])) tags.set(key, value);
    },
  },
  UntagQueue: {
    ...onQueue,
    takes: 'QueueUrl! TagKeys:list!',
    run: (members, store) => {
      const { tags } = queueOf(members, store);
      for (const key of textsOf(members, 'TagKeys')) tags.delete(key);
    },
  },
};

export function createSqs(store: QueueStore): Service {
  return jsonService({
    name: 'sqs',
    target: 'AmazonSQS',
    version: '1.0',
    store,
    operations: { ...QUEUES, ...MESSAGE_OPERATIONS },
    inventory: () => [...store.queues.keys()].map((name) => `queue ${name}`),
    // Clients of the older protocol read the error code from this header.
    refusalHeaders: (code) => {
      const name = code.replace(/^.*#/, '');
      return { 'x-amzn-query-error': `${OLDER_CODES[name] ?? name};Sender` };
    },
  });
}

const OLDER_CODES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'EmptyBatchRequest TooManyEntriesInBatchRequest BatchEntryIdsNotDistinct InvalidBatchEntryId BatchRequestTooLong PurgeQueueInProgress MessageNotInflight'
      .split(' ')
      .map((name) => [name, `AWS.SimpleQueueService.${name}`]),
  ),
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
};

function createQueue(members: Members, store: QueueStore): object {
  const name = textOf(members, 'QueueName') ?? '';
  if (!/^(?=.{1,80}$)[A-Za-z0-9_-]+(?:\.fifo)?$/.test(name))
    throw invalidValue(
      'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
    );
  const attributes = textMap(members['Attributes']);
  if (isFifo({ name }) !== (attributes.get('FifoQueue') === 'true'))
    throw invalidValue(
      'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with .fifo suffix and be 1 to 80 in length.',
    );
  checkAttributes(attributes, store);
  const { account, queues, deleted, clock, cloudUrl } = store;
  const known = queues.get(name);
  const settings = known && settingsOf(known);
  const other = [...attributes].find(([key, value]) => settings?.[key] !== value);
  if (known && other) {
    const message = `A queue already exists with the same name and a different value for attribute ${other[0]}`;
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
    const arn = nameArn(members, store);
    const tags = textMap(members['tags']);
    const fresh = { messages: [], sent: new Map(), purgedAt: 0, createdAt: clock.now() };
    queues.set(name, { name, arn, url, attributes, tags, ...fresh });
  }
  return { QueueUrl: url };
}

/** Returns the values of a queue's settable attributes, including defaults. */
function settingsOf(queue: Queue): Readonly<Record<string, string>> {
  return {
    DelaySeconds: '0',
    MaximumMessageSize: String(MOST_BYTES),
    MessageRetentionPeriod: '345600',
    ReceiveMessageWaitTimeSeconds: '0',
    ...(isFifo(queue) && {
      ContentBasedDeduplication: 'false',
      DeduplicationScope: 'queue',
      FifoThroughputLimit: 'perQueue',
    }),
    SqsManagedSseEnabled: String(!queue.attributes.has('KmsMasterKeyId')),
    ...Object.fromEntries(queue.attributes),
    VisibilityTimeout: String(visibilityOf(queue)),
  };
}

function getAttributes(members: Members, store: QueueStore): object {
  const queue = queueOf(members, store);
  const now = store.clock.now();
  const hidden = queue.messages.filter(({ visibleAt }) => visibleAt > now);
  const inFlight = hidden.filter(({ received }) => received > 0).length;
  const created = String(Math.floor(queue.createdAt / 1000));
  const all: Readonly<Record<string, string | undefined>> = {
    ...settingsOf(queue),
    QueueArn: queue.arn,
    CreatedTimestamp: created,
    LastModifiedTimestamp: created,
    ApproximateNumberOfMessages: String(queue.messages.length - hidden.length),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(hidden.length - inFlight),
  };
  const names = textsOf(members, 'AttributeNames');
  const unknown = names.find(
    (name) => name !== 'All' && !KNOWN_ATTRIBUTES.has(name) && !(name in all),
  );
  if (unknown !== undefined) throw invalid(`Unknown Attribute ${unknown}.`, 'InvalidAttributeName');
  const wanted = names.includes('All') ? Object.keys(all) : names;
  return { Attributes: Object.fromEntries(wanted.map((name) => [name, all[name]])) };
}

const KNOWN_ATTRIBUTES: ReadonlySet<string> = new Set(
  'Policy RedrivePolicy RedriveAllowPolicy KmsMasterKeyId KmsDataKeyReusePeriodSeconds FifoQueue ContentBasedDeduplication DeduplicationScope FifoThroughputLimit'.split(
    ' ',
  ),
);

function page(queues: readonly Queue[], members: Members) {
  return pageOf(queues, members, Number(members['MaxResults'] ?? 1000));
}

function nameArn(members: Members, { region, account }: QueueStore): string {
  return `arn:aws:sqs:${region}:${account}:${textOf(members, 'QueueName') ?? ''}`;
}

/** In seconds or bytes: docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  VisibilityTimeout: [0, 43_200],
  MessageRetentionPeriod: [60, 1_209_600],
  DelaySeconds: [0, 900],
  ReceiveMessageWaitTimeSeconds: [0, 20],
  MaximumMessageSize: [1024, MOST_BYTES],
};

function checkAttributes(attributes: ReadonlyMap<string, string>, store: QueueStore): void {
  for (const [name, [least, most]] of Object.entries(RANGES)) {
    const value = Number(attributes.get(name) ?? least);
    if (value >= least && value <= most) continue;
    throw invalid(`Invalid value for the parameter ${name}.`, 'InvalidAttributeValue');
  }
  if (attributes.get('SqsManagedSseEnabled') === 'true' && attributes.has('KmsMasterKeyId'))
    throw invalid(
      'You can use one type of server-side encryption (SSE) at one time.',
      'InvalidAttributeValue',
    );
  const policy = attributes.get('RedrivePolicy') ?? '';
  if (policy === '') return;
  const { deadLetterTargetArn = '', maxReceiveCount } = redriveIn(policy);
  const reason = !store.queues.has(deadLetterTargetArn.split(':').at(-1) ?? '')
    ? 'Dead letter target does not exist.'
    : !(Number(maxReceiveCount) >= 1 && Number(maxReceiveCount) <= 1000)
      ? 'Invalid value for maxReceiveCount: must be between 1 and 1000 both inclusive.'
      : undefined;
  if (reason === undefined) return;
  throw invalidValue(`Value ${policy} for parameter RedrivePolicy is invalid. Reason: ${reason}`);
}

function redriveIn(policy: string): ReturnType<typeof redriveOf> {
  try {
    return redriveOf({ attributes: new Map([['RedrivePolicy', policy]]) });
  } catch {
    throw invalidValue(
      `Value ${policy} for parameter RedrivePolicy is invalid. Reason: Redrive policy is not a valid JSON map.`,
    );
  }
}

function textMap(given: unknown): Map<string, string> {
  return new Map(Object.entries(mappingOf(given)).map(([name, value]) => [name, String(value)]));
}
