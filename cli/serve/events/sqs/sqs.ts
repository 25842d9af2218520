// Local queues, and what tests send to their functions.
import type { Queue } from '../../../../runtime/resources.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { sqs, type SqsEvent, type SqsMessage, type SqsOptions } from './sqs-event.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly sqs: { kind: 'sqs'; called: [queue?: string | Queue]; methods: TestQueue };
  }
  interface SampleEvents {
    /**
     * Messages of a queue. A body that is not a string becomes JSON; a queue whose name ends in `.fifo` keeps their order.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.sqs(['text', { body: { order: 7 }, receiveCount: 2 }], { queue: 'orders' });
     * ```
     */
    readonly sqs: (messages: readonly SqsMessage[], options?: SqsOptions) => SqsEvent;
  }
}

/** Options of a message for a queue. */
export type MessageOptions = {
  /** For a queue whose name ends in `.fifo`. */
  readonly messageGroupId?: string;
  readonly messageAttributes?: Readonly<Record<string, string | number>>;
  readonly receiveCount?: number;
};

/** A queue. A body that is not a string becomes JSON. */
export type TestQueue = {
  readonly send: (body: unknown, options?: MessageOptions) => Promise<Delivered>;
  /** Several messages in one batch; with a list of options, each has its own. */
  readonly sendBatch: (
    bodies: readonly unknown[],
    options?: MessageOptions | readonly MessageOptions[],
  ) => Promise<Delivered>;
};

type Sent = MessageOptions & { readonly body: unknown };

function queueEvent(
  { place, name }: LocalSourceOf<'sqs'>,
  messages: readonly Sent[],
  traits: EventTraits = {},
): SqsEvent {
  return sqs(messages, { ...place, ...traits, ...(name !== undefined && { queue: name }) });
}

export const SQS: LocalKind<'sqs'> = {
  noun: 'queue',
  recordId: ({ messageId }) => messageId,
  isCounted: true,
  sample: (source, payload, traits) =>
    queueEvent(source, [{ body: payload ?? 'sample message' }], traits),
  member: 'sqs',
  methods: (source, deliver) => ({
    send: (payload, options) => deliver(queueEvent(source, [{ ...options, body: payload ?? '' }])),
    sendBatch: (bodies, options) => {
      const own = options && 'length' in options ? options : bodies.map(() => options);
      return deliver(
        queueEvent(
          source,
          bodies.map((payload, index) => ({ ...own[index], body: payload ?? '' })),
        ),
      );
    },
  }),
};
