// SQS messages: sends, receives, hides and deletes them, one or up to ten at a time.
import { createHash } from 'node:crypto';
import { mappingOf } from '../../../../compiler/json-values.js';
import { invalid, type JsonOperation, type JsonOperations } from '../json-service.js';
import { integerOf, listOf, type Members, textOf, textsOf } from '../members.js';
import { type Refuse, RefusedCall, refusing, type ServiceRequest } from '../service.js';
import {
  hash,
  isFifo,
  type Message,
  type MessageAttribute,
  type NewMessage,
  nextVisible,
  type Queue,
  type QueueStore,
  sendMessage,
  systemAttributes,
  takeMessage,
  visibilityOf,
  visibleMessages,
} from './queue-store.js';

/** docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
export const MOST_BYTES = 1_048_576;
const MOST_ENTRIES = 10;

export const invalidValue: Refuse = refusing(400, 'InvalidParameterValue');

/** The members that all operations on one queue share. The queue's policy can also allow the call. */
export const onQueue: Pick<JsonOperation<QueueStore>, 'resource' | 'policy'> = {
  resource: (members, { region, account }) => `arn:aws:sqs:${region}:${account}:${nameIn(members)}`,
  policy: (members, { queues }) => queues.get(nameIn(members))?.attributes.get('Policy'),
};

export const MESSAGE_OPERATIONS: JsonOperations<QueueStore> = {
  SendMessage: {
    ...onQueue,
    takes: `QueueUrl! MessageBody! DelaySeconds:integer MessageGroupId MessageDeduplicationId
      MessageAttributes:map MessageSystemAttributes:map`,
    run: (members, store) => sendOne(members, queueOf(members, store), store),
  },
  SendMessageBatch: batch('SendMessage', sendOne),
  ReceiveMessage: {
    ...onQueue,
    takes: `QueueUrl! MaxNumberOfMessages:integer WaitTimeSeconds:integer VisibilityTimeout:integer
      AttributeNames:list MessageSystemAttributeNames:list MessageAttributeNames:list
      ReceiveRequestAttemptId`,
    run: receive,
  },
  DeleteMessage: {
    ...onQueue,
    takes: 'QueueUrl! ReceiptHandle!',
    run: (members, store) => deleteOne(members, queueOf(members, store)),
  },
  DeleteMessageBatch: batch('DeleteMessage', deleteOne),
  ChangeMessageVisibility: {
    ...onQueue,
    takes: 'QueueUrl! ReceiptHandle! VisibilityTimeout:integer!',
    run: (members, store) => changeVisibility(members, queueOf(members, store), store),
  },
  ChangeMessageVisibilityBatch: batch('ChangeMessageVisibility', changeVisibility),
};

/** Returns an operation that runs another one for each entry. A rejected entry is listed as failed, and the others still run. */
function batch(
  action: string,
  run: (entry: Members, queue: Queue, store: QueueStore) => object,
): JsonOperation<QueueStore> {
  return {
    ...onQueue,
    action,
    takes: 'QueueUrl! Entries:list!',
    run: (members, store) => {
      const queue = queueOf(members, store);
      const Successful: object[] = [];
      const Failed: object[] = [];
      for (const entry of entriesIn(members)) {
        const Id = textOf(entry, 'Id');
        try {
          Successful.push({ Id, ...run(entry, queue, store) });
        } catch (error) {
          if (!(error instanceof RefusedCall)) throw error;
          const { code, message: Message } = error.refusal;
          Failed.push({ Id, SenderFault: true, Code: code.replace(/^.*#/, ''), Message });
        }
      }
      return { Successful, ...(Failed.length > 0 && { Failed }) };
    },
  };
}

/** docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
function sendOne(members: Members, queue: Queue, store: QueueStore): object {
  const body = textOf(members, 'MessageBody') ?? '';
  const group = textOf(members, 'MessageGroupId');
  const deduplication = textOf(members, 'MessageDeduplicationId');
  const delay = rangedOf(members, 'DelaySeconds', [0, 900]);
  const attributes = messageAttributes(members['MessageAttributes']);
  if (body === '')
    throw invalid('The request must contain the parameter MessageBody.', 'MissingParameter');
  const size = Buffer.byteLength(body) + sizeOf(attributes);
  const most = Number(queue.attributes.get('MaximumMessageSize') ?? MOST_BYTES);
  if (size > most)
    throw invalidValue(
      `One or more parameters are invalid. Reason: Message must be shorter than ${most} bytes.`,
    );
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(body))
    throw refused('Invalid characters were found in the message body.', 'InvalidMessageContents');
  if (isFifo(queue)) checkFifo({ group, deduplication, delay }, queue);
  else if (deduplication !== undefined)
    throw invalidValue(
      'The request include parameter MessageDeduplicationId which is not valid for this queue type',
    );
  const system = messageAttributes(members['MessageSystemAttributes']);
  const trace = system['AWSTraceHeader']?.StringValue;
  const message: NewMessage = { body, group, deduplication, delay, attributes, trace };
  const { id, sequence } = sendMessage(store, queue, message);
  return {
    MessageId: id,
    MD5OfMessageBody: hash('md5', body),
    ...(Object.keys(attributes).length > 0 && { MD5OfMessageAttributes: digestOf(attributes) }),
    ...(sequence !== undefined && { SequenceNumber: sequence }),
  };
}

function checkFifo(
  { group, deduplication, delay }: Pick<NewMessage, 'group' | 'deduplication' | 'delay'>,
  queue: Queue,
): void {
  if (group === undefined)
    throw invalid('The request must contain the parameter MessageGroupId.', 'MissingParameter');
  const hasOwn = queue.attributes.get('ContentBasedDeduplication') === 'true';
  if (deduplication === undefined && !hasOwn)
    throw invalidValue(
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    );
  if (delay !== undefined && delay > 0)
    throw invalidValue(
      `Value ${delay} for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.`,
    );
}

function messageAttributes(value: unknown): Readonly<Record<string, MessageAttribute>> {
  const entries = Object.entries(mappingOf(value));
  if (entries.length > 10)
    throw invalidValue('Number of message attributes [11] exceeds the allowed maximum [10].');
  return Object.fromEntries(
    entries.map(([name, one]): [string, MessageAttribute] => {
      const members = mappingOf(one);
      const DataType = textOf(members, 'DataType') ?? '';
      const StringValue = textOf(members, 'StringValue');
      const BinaryValue = textOf(members, 'BinaryValue');
      if (!/^(?:String|Number|Binary)(?:\.|$)/.test(DataType))
        throw invalidValue(
          `The type of message (user) attribute '${name}' is invalid. You must use only the following supported type prefixes: Binary, Number, String.`,
        );
      if ((DataType.startsWith('Binary') ? BinaryValue : StringValue) === undefined)
        throw invalidValue(
          `The message (user) attribute '${name}' must contain a non-empty value of type '${DataType}'.`,
        );
      const values = {
        ...(StringValue !== undefined && { StringValue }),
        ...(BinaryValue !== undefined && { BinaryValue }),
      };
      return [name, { DataType, ...values }];
    }),
  );
}

function sizeOf(attributes: Readonly<Record<string, MessageAttribute>>): number {
  return Object.entries(attributes).reduce(
    (sum, [name, { DataType, StringValue = '', BinaryValue = '' }]) =>
      sum +
      Buffer.byteLength(name + DataType + StringValue) +
      Buffer.byteLength(BinaryValue, 'base64'),
    0,
  );
}

/**
 * docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-attributes-md5-message-digest-calculation
 */
function digestOf(attributes: Readonly<Record<string, MessageAttribute>>): string {
  const digest = createHash('md5');
  const add = (bytes: Buffer): void => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    digest.update(length).update(bytes);
  };
  const sorted = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, { DataType, StringValue = '', BinaryValue = '' }] of sorted) {
    const isBinary = DataType.startsWith('Binary');
    add(Buffer.from(name));
    add(Buffer.from(DataType));
    digest.update(Buffer.from([isBinary ? 2 : 1]));
    add(isBinary ? Buffer.from(BinaryValue, 'base64') : Buffer.from(StringValue));
  }
  return digest.digest('hex');
}

/** docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-short-and-long-polling.html */
async function receive(
  members: Members,
  store: QueueStore,
  { isGone }: ServiceRequest,
): Promise<object> {
  const queue = queueOf(members, store);
  const most = rangedOf(members, 'MaxNumberOfMessages', [1, 10]) ?? 1;
  const seconds = rangedOf(members, 'VisibilityTimeout', [0, 43_200]) ?? visibilityOf(queue);
  const wait =
    rangedOf(members, 'WaitTimeSeconds', [0, 20]) ??
    Number(queue.attributes.get('ReceiveMessageWaitTimeSeconds') ?? 0);
  const end = store.clock.now() + wait * 1000;
  for (;;) {
    // A caller that has disconnected must not receive a message, because that would hide the message from other callers.
    if (isGone?.() === true) return {};
    const visible = visibleMessages(store, queue, most);
    const taken = visible.filter((message) => takeMessage(store, queue, { message, seconds }));
    const left = end - store.clock.now();
    if (taken.length > 0) return { Messages: taken.map((one) => describe(one, members)) };
    // All of these messages were moved to the dead-letter queue. There may be more messages.
    if (visible.length > 0) continue;
    if (left <= 0 || store.queues.get(queue.name) !== queue) return {};
    const next = nextVisible(store, queue) ?? end;
    await store.wakes.wait(Math.max(1, Math.min(left, next - store.clock.now())));
  }
}

function describe(message: Message, members: Members): object {
  const { id, receipt, body, attributes } = message;
  const asked = [
    ...textsOf(members, 'AttributeNames'),
    ...textsOf(members, 'MessageSystemAttributeNames'),
  ];
  const system = Object.entries(systemAttributes(message)).filter(
    ([name]) => asked.includes('All') || asked.includes(name),
  );
  const own = Object.entries(attributes).filter(([name]) =>
    textsOf(members, 'MessageAttributeNames').some(
      (one) =>
        one === 'All' || one === name || (one.endsWith('.*') && name.startsWith(one.slice(0, -2))),
    ),
  );
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: hash('md5', body),
    ...(system.length > 0 && { Attributes: Object.fromEntries(system) }),
    ...(own.length > 0 && {
      MessageAttributes: Object.fromEntries(own),
      MD5OfMessageAttributes: digestOf(Object.fromEntries(own)),
    }),
  };
}

function receiptIn(members: Members): string {
  const receipt = textOf(members, 'ReceiptHandle') ?? '';
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(receipt)) return receipt;
  throw new RefusedCall({
    status: 404,
    code: 'com.amazonaws.sqs#ReceiptHandleIsInvalid',
    message: `The input receipt handle "${receipt}" is not a valid receipt handle.`,
  });
}

/** Deletes a message. Also succeeds if the message no longer exists or was received again. */
function deleteOne(members: Members, queue: Queue): object {
  const receipt = receiptIn(members);
  queue.messages = queue.messages.filter((one) => one.receipt !== receipt);
  return {};
}

function changeVisibility(members: Members, queue: Queue, { clock }: QueueStore): object {
  const receipt = receiptIn(members);
  const seconds = rangedOf(members, 'VisibilityTimeout', [0, 43_200]) ?? 0;
  const found = queue.messages.find((one) => one.receipt === receipt);
  if (!found) return {};
  if (found.visibleAt <= clock.now())
    throw refused(
      'Reason: Message does not exist or is not available for visibility timeout change.',
      'MessageNotInflight',
    );
  found.visibleAt = clock.now() + seconds * 1000;
  return {};
}

function entriesIn(members: Members): readonly Members[] {
  const entries = listOf(members, 'Entries');
  const ids = entries.map((one) => textOf(one, 'Id') ?? '');
  if (entries.length === 0)
    throw refused(
      'There should be at least one SendMessageBatchRequestEntry in the request.',
      'EmptyBatchRequest',
    );
  if (entries.length > MOST_ENTRIES)
    throw refused(
      `Maximum number of entries per request are 10. You have sent ${entries.length}.`,
      'TooManyEntriesInBatchRequest',
    );
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw refused(`Id ${twice} repeated.`, 'BatchEntryIdsNotDistinct');
  if (ids.some((id) => !/^[\w-]{1,80}$/.test(id)))
    throw refused(
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
      'InvalidBatchEntryId',
    );
  const bytes = entries.reduce((sum, one) => sum + (textOf(one, 'MessageBody') ?? '').length, 0);
  if (bytes > MOST_BYTES)
    throw refused(
      `Batch requests cannot be longer than ${MOST_BYTES} bytes. You have sent ${bytes} bytes.`,
      'BatchRequestTooLong',
    );
  return entries;
}

function rangedOf(
  members: Members,
  name: string,
  [least, most]: readonly [number, number],
): number | undefined {
  const value = integerOf(members, name);
  if (value === undefined || (value >= least && value <= most)) return value;
  throw invalidValue(
    `Value ${value} for parameter ${name} is invalid. Reason: Must be between ${least} and ${most}, if provided.`,
  );
}

function nameIn(members: Members): string {
  return textOf(members, 'QueueUrl')?.split('/').at(-1) ?? '';
}

export function queueOf(members: Members, { queues }: QueueStore): Queue {
  const queue = queues.get(nameIn(members));
  if (!queue) throw missingQueue();
  return queue;
}

export function missingQueue(): RefusedCall {
  return refused('The specified queue does not exist.', 'QueueDoesNotExist');
}

/** Creates an error with an error name that only SQS uses. */
function refused(message: string, name: string): RefusedCall {
  return invalid(message, `com.amazonaws.sqs#${name}`);
}
