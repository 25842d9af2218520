// Queues: their messages, how long each message is hidden, and the order in which messages are received.
import { createHash, randomUUID } from 'node:crypto';
import { resourceVerdict } from '../policy/evaluate-policies.js';
import {
  earliest,
  parsedText,
  type PolledRecord,
  type QueueSource,
  type Wakes,
} from '../polled-source.js';
import type { Place } from '../service.js';

export type MessageAttribute = {
  readonly DataType: string;
  readonly StringValue?: string;
  /** In base64. */
  readonly BinaryValue?: string;
};

export type Message = {
  readonly id: string;
  readonly body: string;
  readonly group: string | undefined;
  readonly deduplication: string | undefined;
  readonly sequence: string | undefined;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  readonly trace: string | undefined;
  readonly sender: string;
  readonly sentAt: number;
  /** The queue in which the message failed. */
  readonly failedIn: string | undefined;
  /** The message cannot be received before this time. */
  visibleAt: number;
  received: number;
  firstReceivedAt: number | undefined;
  receipt: string;
};

export type Queue = {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly createdAt: number;
  readonly attributes: Map<string, string>;
  readonly tags: Map<string, string>;
  /** Oldest first. */
  messages: Message[];
  /** For a FIFO queue, the messages by deduplication id, with the times at which they were sent. */
  readonly sent: Map<
    string,
    { readonly id: string; readonly sequence: string; readonly at: number }
  >;
  purgedAt: number;
};

export type QueueStore = Place & {
  readonly wakes: Wakes;
  readonly queues: Map<string, Queue>;
  /** When queues were deleted, by queue name. */
  readonly deleted: Map<string, number>;
  readonly cloudUrl: () => string;
};

/** docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-messagededuplicationid-property.html */
const DEDUPLICATED_FOR = 300_000;

export type NewMessage = Pick<Message, 'body'> &
  Partial<Pick<Message, 'group' | 'deduplication' | 'attributes' | 'trace' | 'sender'>> & {
    /** Seconds; defaults to the delay of the queue. */
    readonly delay?: number | undefined;
  };

export function isFifo({ name }: Pick<Queue, 'name'>): boolean {
  return name.endsWith('.fifo');
}

export function sendMessage(
  { clock, account, wakes }: QueueStore,
  queue: Queue,
  { delay, ...message }: NewMessage,
): Pick<Message, 'id' | 'sequence'> {
  const now = clock.now();
  const isByBody = queue.attributes.get('ContentBasedDeduplication') === 'true';
  const deduplication =
    message.deduplication ?? (isFifo(queue) && isByBody ? hash('sha256', message.body) : undefined);
  const isOfGroup = queue.attributes.get('DeduplicationScope') === 'messageGroup';
  const sentAs =
    deduplication !== undefined && isOfGroup ? `${message.group}\n${deduplication}` : deduplication;
  const known = sentAs === undefined ? undefined : queue.sent.get(sentAs);
  if (isFifo(queue) && known && now - known.at < DEDUPLICATED_FOR) return known;
  const seconds = delay ?? Number(queue.attributes.get('DelaySeconds') ?? 0);
  const sent: Message = {
    attributes: {},
    trace: undefined,
    sender: account,
    ...message,
    group: message.group,
    deduplication,
    id: randomUUID(),
    sequence: isFifo(queue) ? nextSequence(now) : undefined,
    sentAt: now,
    failedIn: undefined,
    visibleAt: now + seconds * 1000,
    received: 0,
    firstReceivedAt: undefined,
    receipt: '',
  };
  queue.messages.push(sent);
  if (isFifo(queue)) {
    for (const [key, { at }] of queue.sent)
      if (now - at >= DEDUPLICATED_FOR) queue.sent.delete(key);
    if (sentAs !== undefined)
      queue.sent.set(sentAs, { id: sent.id, sequence: sent.sequence ?? '', at: now });
  }
  wakes.wake();
  return sent;
}

let lastSequence = 0n;

/** Returns a 20-digit number that increases with each message. */
function nextSequence(now: number): string {
  const next = BigInt(Math.floor(now)) * 1_000_000n;
  lastSequence = next > lastSequence ? next : lastSequence + 1n;
  return String(lastSequence).padStart(20, '1');
}

export function hash(algorithm: string, text: string): string {
  return createHash(algorithm).update(text).digest('hex');
}

/** Sends a message for another service, if the policy of the queue allows it. */
export function deliverMessage(
  store: QueueStore,
  target: {
    readonly arn: string;
    readonly principal: string;
    readonly sourceArn: string;
    /** True if the sender's role allows the call. */
    readonly isPermitted?: boolean | undefined;
  },
  message: NewMessage,
): 'returned' | 'forbidden' | 'missing' {
  const { arn, principal, sourceArn, isPermitted } = target;
  const queue = queueAt(store, arn);
  if (!queue) return 'missing';
  const verdict = resourceVerdict(queue.attributes.get('Policy') ?? '', {
    action: 'sqs:SendMessage',
    resource: arn,
    principals: [principal],
    context: { 'aws:SourceArn': sourceArn, 'aws:SourceAccount': store.account },
  });
  if (!isPermitted && verdict !== 'allowed') return 'forbidden';
  sendMessage(store, queue, { ...message, sender: principal });
  return 'returned';
}

export function queueAt({ queues }: QueueStore, arn: string): Queue | undefined {
  return [...queues.values()].find((one) => one.arn === arn);
}

/** Returns the messages that can be received now. In a FIFO queue, a hidden message blocks its message group. */
export function visibleMessages({ clock }: QueueStore, queue: Queue, most: number): Message[] {
  const now = clock.now();
  const retention = Number(queue.attributes.get('MessageRetentionPeriod') ?? 345_600) * 1000;
  if (queue.messages.some(({ sentAt }) => now - sentAt > retention))
    queue.messages = queue.messages.filter(({ sentAt }) => now - sentAt <= retention);
  const blocked = new Set<string | undefined>();
  if (isFifo(queue))
    for (const { group, visibleAt } of queue.messages) if (visibleAt > now) blocked.add(group);
  const found: Message[] = [];
  for (const one of queue.messages) {
    if (found.length >= most) break;
    if (one.visibleAt <= now && !(isFifo(queue) && blocked.has(one.group))) found.push(one);
  }
  return found;
}

export function nextVisible({ clock }: QueueStore, { messages }: Queue): number | undefined {
  const now = clock.now();
  const times = messages.map(({ visibleAt }) => visibleAt);
  return earliest(times, now);
}

type Taking = { readonly message: Message; readonly seconds?: number };

/** Hides a message. If it has been received too often, moves it to the dead-letter queue instead. */
export function takeMessage(
  store: QueueStore,
  queue: Queue,
  { message, seconds = visibilityOf(queue) }: Taking,
): boolean {
  const now = store.clock.now();
  const dead = deadLetterQueue(store, queue);
  if (dead && message.received >= dead.after) {
    queue.messages = queue.messages.filter((one) => one !== message);
    const moved = { ...message, received: 0, firstReceivedAt: undefined, receipt: '' };
    dead.queue.messages.push({ ...moved, failedIn: queue.arn, visibleAt: now });
    store.wakes.wake();
    return false;
  }
  message.received += 1;
  message.firstReceivedAt ??= now;
  message.visibleAt = now + seconds * 1000;
  message.receipt = randomUUID();
  return true;
}

export function visibilityOf({ attributes }: Queue): number {
  return Number(attributes.get('VisibilityTimeout') ?? '30');
}

function deadLetterQueue(store: QueueStore, queue: Queue) {
  const { deadLetterTargetArn = '', maxReceiveCount } = redriveOf(queue);
  const found = queueAt(store, deadLetterTargetArn);
  return found && { queue: found, after: Number(maxReceiveCount) };
}

export type Redrive = {
  readonly deadLetterTargetArn?: string;
  readonly maxReceiveCount?: number | string;
};

/** Returns the redrive policy, which is empty if the queue has none. */
export function redriveOf({ attributes }: Pick<Queue, 'attributes'>): Redrive {
  return JSON.parse(attributes.get('RedrivePolicy') ?? '{}') as Redrive; // because it was checked when it was set
}

/** Returns the queue as Lambda reads it. */
export function queueSource(store: QueueStore, queue: Queue): QueueSource {
  const recordOf = (message: Message): PolledRecord => {
    const event = messageRecord(store, queue, message);
    return {
      id: message.id,
      event,
      filtered: { ...event, body: parsedText(message.body) },
      at: message.sentAt,
    };
  };
  return {
    kind: 'queue',
    arn: queue.arn,
    isFifo: isFifo(queue),
    visibilityTimeout: () => visibilityOf(queue),
    visible: (most) => visibleMessages(store, queue, most).map(recordOf),
    nextAt: () => nextVisible(store, queue),
    take: (ids) =>
      queue.messages
        .filter(({ id }) => ids.includes(id))
        .filter((message) => takeMessage(store, queue, { message }))
        .map(recordOf),
    giveBack: (records) => {
      const receipts = records.map(({ event }) => event['receiptHandle']);
      const now = store.clock.now();
      for (const one of queue.messages.filter(({ receipt }) => receipts.includes(receipt))) {
        Object.assign(one, { received: one.received - 1, visibleAt: now, receipt: '' });
        if (one.received === 0) one.firstReceivedAt = undefined;
      }
      store.wakes.wake();
    },
    remove: (ids) => {
      queue.messages = queue.messages.filter(({ id }) => !ids.includes(id));
    },
  };
}

export function systemAttributes(message: Message): Readonly<Record<string, string>> {
  const { received, sentAt, firstReceivedAt, group, sequence, deduplication, trace, failedIn } =
    message;
  return {
    ApproximateReceiveCount: String(received),
    SentTimestamp: String(sentAt),
    SenderId: message.sender,
    ApproximateFirstReceiveTimestamp: String(firstReceivedAt ?? sentAt),
    ...(group !== undefined && { MessageGroupId: group }),
    ...(sequence !== undefined && { SequenceNumber: sequence }),
    ...(deduplication !== undefined && { MessageDeduplicationId: deduplication }),
    ...(trace !== undefined && { AWSTraceHeader: trace }),
    ...(failedIn !== undefined && { DeadLetterQueueSourceArn: failedIn }),
  };
}

function messageRecord({ region }: QueueStore, queue: Queue, message: Message) {
  const { id, receipt, body, attributes } = message;
  const shown = Object.entries(attributes).map(([name, one]) => [
    name,
    {
      ...(one.StringValue !== undefined && { stringValue: one.StringValue }),
      ...(one.BinaryValue !== undefined && { binaryValue: one.BinaryValue }),
      stringListValues: [],
      binaryListValues: [],
      dataType: one.DataType,
    },
  ]);
  return {
    messageId: id,
    receiptHandle: receipt,
    body,
    attributes: systemAttributes(message),
    messageAttributes: Object.fromEntries(shown) as object, // because each is a pair
    md5OfBody: hash('md5', body),
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: region,
  };
}
