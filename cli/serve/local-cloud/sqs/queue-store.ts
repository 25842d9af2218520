// Queues: what is in them, what is hidden for how long, and in which order it is given out.
import { createHash, randomUUID } from 'node:crypto';
import { parsedText, type PolledRecord, type QueueSource } from '../polled-source.js';
import type { CloudClock } from '../service.js';

export type Message = {
  readonly id: string;
  readonly body: string;
  readonly group: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly sentAt: number;
  /** Before it is given out to nobody. */
  visibleAt: number;
  received: number;
  firstReceivedAt: number | undefined;
  receipt: string;
};

export type Queue = {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly attributes: Map<string, string>;
  readonly tags: Map<string, string>;
  /** Oldest first. */
  messages: Message[];
};

export type QueueStore = {
  readonly account: string;
  readonly region: string;
  readonly clock: CloudClock;
  readonly queues: Map<string, Queue>;
  /** When queues were deleted, by name. */
  readonly deleted: Map<string, number>;
  readonly cloudUrl: () => string;
};

export function sendMessage(
  { clock }: QueueStore,
  queue: Queue,
  message: Pick<Message, 'body'> & Partial<Pick<Message, 'group' | 'attributes'>>,
): Message {
  const sent: Message = {
    group: undefined,
    attributes: {},
    ...message,
    id: randomUUID(),
    sentAt: clock.now(),
    visibleAt: clock.now(),
    received: 0,
    firstReceivedAt: undefined,
    receipt: '',
  };
  queue.messages.push(sent);
  return sent;
}

/** What may be given out now. Of a group nothing is, while one of its messages is with somebody. */
export function visibleMessages({ clock }: QueueStore, queue: Queue, most: number): Message[] {
  const now = clock.now();
  const isFree = ({ group }: Message): boolean =>
    group === undefined ||
    !queue.messages.some((other) => other.group === group && other.visibleAt > now);
  return queue.messages.filter((one) => one.visibleAt <= now && isFree(one)).slice(0, most);
}

/** Hides a message; one that was given out too often goes to the queue for those. */
export function takeMessage(store: QueueStore, queue: Queue, message: Message): boolean {
  const now = store.clock.now();
  const dead = deadLetterQueue(store, queue);
  if (dead && message.received >= dead.after) {
    queue.messages = queue.messages.filter((one) => one !== message);
    sendMessage(store, dead.queue, { ...message });
    return false;
  }
  message.received += 1;
  message.firstReceivedAt ??= now;
  message.visibleAt = now + visibilityOf(queue) * 1000;
  message.receipt = randomUUID();
  return true;
}

export function visibilityOf({ attributes }: Queue): number {
  return Number(attributes.get('VisibilityTimeout') ?? '30');
}

function deadLetterQueue(store: QueueStore, { attributes }: Queue) {
  const policy = attributes.get('RedrivePolicy');
  if (policy === undefined) return undefined;
  const { deadLetterTargetArn, maxReceiveCount } = JSON.parse(policy) as {
    readonly deadLetterTargetArn: string;
    readonly maxReceiveCount: number | string;
  }; // because it was checked when it was set
  const queue = [...store.queues.values()].find(({ arn }) => arn === deadLetterTargetArn);
  return queue && { queue, after: Number(maxReceiveCount) };
}

/** The queue as Lambda reads it. */
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
    isFifo: queue.name.endsWith('.fifo'),
    visibilityTimeout: () => visibilityOf(queue),
    visible: (most) => visibleMessages(store, queue, most).map(recordOf),
    take: (ids) =>
      queue.messages
        .filter(({ id }) => ids.includes(id))
        .filter((message) => takeMessage(store, queue, message))
        .map(recordOf),
    remove: (ids) => {
      queue.messages = queue.messages.filter(({ id }) => !ids.includes(id));
    },
  };
}

function messageRecord({ account, region }: QueueStore, queue: Queue, message: Message) {
  const { id, receipt, body, group, received, sentAt, firstReceivedAt, attributes } = message;
  return {
    messageId: id,
    receiptHandle: receipt,
    body,
    attributes: {
      ApproximateReceiveCount: String(received),
      SentTimestamp: String(sentAt),
      SenderId: account,
      ApproximateFirstReceiveTimestamp: String(firstReceivedAt ?? sentAt),
      ...(group !== undefined && { MessageGroupId: group, SequenceNumber: String(sentAt) }),
    },
    messageAttributes: attributes,
    md5OfBody: createHash('md5').update(body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: region,
  };
}
