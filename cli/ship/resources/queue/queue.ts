// The resource type for declared queues; one with retries has a dead-letter queue. Queues are created before the functions and
// changed in place. They are kept if they are removed from the source or their stage is deleted (docs/decisions/kept-data.md).
import { isMapping, isText } from '../../../../compiler/json-values.js';
import type { QueueEntry } from '../../../../runtime/contract/manifest.js';
import {
  failedName,
  isFifoName,
  type ResourceStage,
} from '../../../../runtime/contract/resources.js';
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import type { QueueAttributes } from '../../../cloud/services/sqs.js';
import { stageOf } from '../../../config/cloud-names.js';
import { arnPrefix } from '../../stage/deployer-scope.js';
import {
  attributeOf,
  bothFormats,
  type ExportedResource,
  json,
  tagsRow,
} from '../../stage/exported.js';
import { changedFields, type FieldChange } from '../../stage/plan-rows.js';
import { createNamed, retry } from '../../stage/repeated-calls.js';
import type { ResourceType } from '../../stage/resource-type.js';
import { NOTHING, type Ports, type Session } from '../../stage/run-steps.js';
import { type Desired, type DesiredInput, type WantedChange } from '../../stage/states.js';
import {
  declaredId,
  declaredOf,
  deduplicationIn,
  deduplicationOf,
  type DeclaredResource,
  declaredResource,
  keptResource,
  withQueueUrls,
  createdOr,
  dataReads,
  declaredList,
  declaredNeeds,
} from '../declared/declared-resources.js';

export type DesiredQueue = DeclaredResource & {
  /** In seconds. */
  readonly visibilityTimeout: number;
  /** In seconds. */
  readonly retention: number;
  readonly isFifo: boolean;
  readonly deduplicates: boolean;
  /** The dead-letter queue, which receives a message after `after` attempts. */
  readonly failed: { readonly queue: DeclaredResource; readonly after: number } | undefined;
};

export type ObservedQueue = {
  readonly name: string;
  readonly url: string;
  readonly attributes: QueueAttributes;
  /** The tags; undefined if the record already says that the queue is managed by this stage. */
  readonly tags: Tags | undefined;
};

/** A queue as stored in the record. */
export type QueuePlace = { readonly name: string; readonly url: string };

export const queue: ResourceType = declaredList({
  property: 'ownQueues',
  noun: 'queue',
  desired: desiredQueues,
  hasData: true,
  deletion: { after: 'event source', before: [] },
  read: {
    ...dataReads({
      noun: 'queue',
      property: 'ownQueues',
      unlisted: 'unlistedQueues',
      action: 'sqs:ListQueues',
      list: ({ queues }, start) => queues.listQueues(start),
      read: (cloud, name, { known }) => readQueue(cloud, name, known),
    }),
    arns: ({ ownQueues }) => ownQueues.map(({ attributes }) => attributes['QueueArn'] ?? ''),
    nameRecorded: (desired, { ownQueues = [] }) => withUrls(desired, ownQueues),
    nameFound: (desired, { ownQueues }) => withUrls(desired, ownQueues),
  },
  compare: (one, existing) => ({ fields: existing ? compareQueue(one, existing) : [] }),
  details: createdOr(createdText),
  dependsOn: ({ failed }) => (failed ? [declaredId(failed.queue)] : []),
  put: putQueue,
  learned: { queueUrls: ({ ownQueues }) => new Map(ownQueues.map(({ name, url }) => [name, url])) },
  remove: deleteQueue,
  record: {
    property: 'ownQueues',
    // The URL of a queue that is not created yet is unknown, so the queue is found by its name.
    of: (one, learned) => ({
      name: one.name,
      url: 'url' in one ? one.url : (learned?.queueUrls.get(one.name) ?? ''),
    }),
    isValid: (value): value is QueuePlace =>
      isMapping(value) && isText(value['name']) && isText(value['url']),
  },
  deployer: declaredNeeds('queue', 'ownQueues', {
    own: ['queue', 'OwnQueues'],
    arn: (scope) => `${arnPrefix('sqs', scope)}:*:`,
    lists: ['queues', 'OwnQueueLists'],
  }),
  exports: exportQueue,
  adopts: (one, { url }) => [{ resource: declaredId(one), importId: url }],
});

const DAY = 86_400;
/** SQS's default: docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html */
const DEFAULT_RETENTION = 4 * DAY;
const LONGEST_RETENTION = 14 * DAY;
const DEFAULT_VISIBILITY = 30;
const LONGEST_VISIBILITY = 43_200;

function desiredQueues(input: DesiredInput): readonly DesiredQueue[] {
  const stage = stageOf(input);
  return declaredOf(input.manifest, 'queue').flatMap((entry) => desiredPair(entry, stage, input));
}

function desiredPair(
  entry: QueueEntry,
  stage: ResourceStage,
  input: DesiredInput,
): readonly DesiredQueue[] {
  const whole = declaredResource(entry, stage, input.ownTags);
  const isFifo = isFifoName(entry.name);
  const one: DesiredQueue = {
    ...whole,
    visibilityTimeout: entry.visibilityTimeout ?? visibilityFor(whole, input),
    retention: entry.retention === undefined ? DEFAULT_RETENTION : entry.retention * DAY,
    isFifo,
    deduplicates: entry.deduplication === true,
    failed: undefined,
  };
  if (entry.retries === undefined) return [one];
  const second = { type: 'queue', name: failedName(entry.name), at: entry.at } as const;
  const failed = { ...declaredResource(second, stage, input.ownTags), variables: [] };
  return [
    {
      ...failed,
      visibilityTimeout: DEFAULT_VISIBILITY,
      retention: LONGEST_RETENTION,
      isFifo,
      deduplicates: one.deduplicates,
      failed: undefined,
    },
    // The first attempt is not a retry.
    { ...one, failed: { queue: failed, after: entry.retries + 1 } },
  ];
}

/**
 * Returns six times the timeout of the slowest function that reads the queue, but at least SQS's default, so that a message is
 * not delivered again while it is processed: docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
function visibilityFor(
  { name }: DeclaredResource,
  { manifest: { events = [] }, config }: DesiredInput,
): number {
  const timeouts = events.flatMap((entry) =>
    entry.kind === 'sqs' && 'text' in entry.queue && entry.queue.text === name
      ? [config.functionConfig(entry.function).settings.lambda_timeout]
      : [],
  );
  return Math.min(LONGEST_VISIBILITY, Math.max(DEFAULT_VISIBILITY, 6 * Math.max(0, ...timeouts)));
}

/** Replaces the queue URLs in the desired state with the real ones, because an emulator uses its own host. */
function withUrls(desired: Desired, known: readonly QueuePlace[]): Desired {
  const urls = new Map(known.map(({ name, url }) => [name, url]));
  if (!desired.ownQueues.some(({ name }) => urls.get(name))) return desired;
  return {
    ...desired,
    ownQueues: desired.ownQueues.map((one) => ({
      ...one,
      variables: one.variables.map((each) => ({
        ...each,
        value: (each.member === 'url' && urls.get(one.name)) || each.value,
      })),
    })),
    functions: desired.functions.map((one) => ({
      ...one,
      environment: withQueueUrls(one.environment, desired, urls),
    })),
  };
}

function compareQueue(one: DesiredQueue, { attributes }: ObservedQueue): readonly FieldChange[] {
  const { maxReceiveCount: attempts, deadLetterTargetArn: failed } = redriveIn(attributes);
  return changedFields([
    [
      'visibility timeout',
      Number(attributes['VisibilityTimeout'] ?? DEFAULT_VISIBILITY),
      one.visibilityTimeout,
    ],
    ['retention', Number(attributes['MessageRetentionPeriod'] ?? DEFAULT_RETENTION), one.retention],
    ['retries', retriesOf(attempts), one.failed && one.failed.after - 1],
    ['failed messages', failed?.split(':').at(-1), one.failed?.queue.name],
    ['encryption', isEncrypted(attributes) ? 'on' : 'off', 'on'],
    ...(one.isFifo
      ? ([['deduplication', deduplicationIn(attributes), deduplicationOf(one)]] as const)
      : []),
  ]);
}

/** True if the queue is encrypted by SQS or with a KMS key that the user chose. */
function isEncrypted(attributes: QueueAttributes): boolean {
  return (
    attributes['SqsManagedSseEnabled'] === 'true' || (attributes['KmsMasterKeyId'] ?? '') !== ''
  );
}

/** SQS returns the count as it was written, so it may be a string. */
type Redrive = {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number | string;
};

function retriesOf(attempts: Redrive['maxReceiveCount'] | undefined): number | undefined {
  return attempts === undefined ? undefined : Number(attempts) - 1;
}

function redriveIn(attributes: QueueAttributes): Partial<Redrive> {
  const text = attributes['RedrivePolicy'] ?? '';
  const policy: unknown = text === '' ? {} : JSON.parse(text);
  return isMapping(policy) ? policy : {};
}

function createdText({ visibilityTimeout, failed, isFifo }: DesiredQueue): readonly string[] {
  const retries = failed ? `, ${failed.after - 1} retries, then to ${failed.queue.name}` : '';
  return [`${isFifo ? 'FIFO, ' : ''}hidden for ${visibilityTimeout} s${retries}`];
}

// Reads queues: one call for each recorded queue, three for any other.

async function readQueue(
  { queues }: Cloud,
  name: string,
  known: QueuePlace | undefined,
): Promise<readonly ObservedQueue[]> {
  const isKnown = known !== undefined && known.url !== '';
  const url = isKnown ? known.url : await queues.getQueueUrl(name);
  if (url === undefined) return [];
  const [attributes, tags] = await Promise.all([
    queues.getAttributes(url),
    isKnown ? undefined : queues.listQueueTags(url),
  ]);
  return attributes ? [{ name, url, attributes, tags }] : [];
}

type Change = WantedChange<DesiredQueue, ObservedQueue>;

function attributesOf(one: DesiredQueue, existing: QueueAttributes | undefined): QueueAttributes {
  const { failed } = one;
  const isNew = existing === undefined;
  const redrive: Redrive | undefined = failed && {
    deadLetterTargetArn: failed.queue.arn,
    maxReceiveCount: failed.after,
  };
  return {
    VisibilityTimeout: String(one.visibilityTimeout),
    MessageRetentionPeriod: String(one.retention),
    ...(!(existing && isEncrypted(existing)) && { SqsManagedSseEnabled: 'true' }),
    ...(one.isFifo && isNew && { FifoQueue: 'true' }),
    ...(one.isFifo && { ContentBasedDeduplication: String(one.deduplicates) }),
    // An empty string removes the policy.
    ...(redrive ? { RedrivePolicy: JSON.stringify(redrive) } : isNew ? {} : { RedrivePolicy: '' }),
  };
}

async function putQueue({ desired: one, observed }: Change, session: Session): Promise<void> {
  const { cloud, wait, learned } = session;
  const { queues } = cloud;
  if (observed) {
    await queues.putAttributes(observed.url, attributesOf(one, observed.attributes));
    return;
  }
  const { name, tags } = one;
  type Made = { readonly url: string; readonly tags: Tags };
  const find = async (): Promise<Made | undefined> => {
    const url = await queues.getQueueUrl(name);
    return url === undefined ? undefined : { url, tags: await queues.listQueueTags(url) };
  };
  const attributes = attributesOf(one, undefined);
  // For a minute after a queue is deleted, SQS does not accept a new queue with the same name.
  const create = async (): Promise<Made> => {
    const url = await retry(() => queues.createQueue(name, attributes, tags), wait);
    return { url, tags };
  };
  const creation = { kind: 'queue', name, tags, owner: session.desired, create, find, wait };
  const { url } = await createNamed<Made>(creation);
  learned.queueUrls.set(name, url);
}

async function deleteQueue({ name, url }: QueuePlace, { cloud, wait }: Ports): Promise<unknown> {
  const { queues } = cloud;
  const known = url === '' ? await queues.getQueueUrl(name) : url;
  if (known === undefined || !(await queues.getAttributes(known))) return NOTHING;
  return retry(() => queues.deleteQueue(known), wait);
}

// Exports queues, which are kept when the stack is deleted, as they are after `framework delete`.

function exportQueue(one: DesiredQueue): readonly ExportedResource[] {
  const { type: _type, declaredName: _name, arn: _arn, at: _at, variables: _, ...settings } = one;
  const { name, tags, visibilityTimeout, retention, isFifo, deduplicates, failed, ...rest } =
    settings;
  rest satisfies Record<string, never>;
  const target = failed && attributeOf(declaredId(failed.queue), 'arn');
  const redrive = failed && { deadLetterTargetArn: target, maxReceiveCount: failed.after };
  const formats = bothFormats(
    ['aws_sqs_queue', 'AWS::SQS::Queue'],
    [
      [name, 'name', 'QueueName'],
      [visibilityTimeout, 'visibility_timeout_seconds', 'VisibilityTimeout'],
      [retention, 'message_retention_seconds', 'MessageRetentionPeriod'],
      [true, 'sqs_managed_sse_enabled', 'SqsManagedSseEnabled'],
      [isFifo ? true : undefined, 'fifo_queue', 'FifoQueue'],
      [
        isFifo ? deduplicates : undefined,
        'content_based_deduplication',
        'ContentBasedDeduplication',
      ],
      [redrive && json(redrive), 'redrive_policy', 'RedrivePolicy', redrive],
      tagsRow(tags),
    ],
    { name: ['name', 'QueueName'], arn: ['arn', 'Arn'], id: ['url', 'Ref'] },
  );
  return [keptResource(one, 'Queue', formats)];
}
