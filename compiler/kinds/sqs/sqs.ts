// `app.onSqsMessage({ queue: 'orders' })` and `app.onSqsBatch(...)`: messages from an SQS queue, one at a time or in batches.
import type { PolledSource, SourceName } from '../../../runtime/contract/events.js';
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.js';
import { valueFor } from '../../groups.js';
import type { OptionTable } from '../../values/options.js';
import { entryOf } from '../../values/static-value.js';
import { batchWithoutWindow, fifoBatch, sharedQueue } from '../event/catalogue.js';
import {
  eventKind,
  type EventKind,
  type EventSpec,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { onInvalidOption, type OnInvalid, polledOptions, runtimeOf } from '../event/polled.js';
import { wholeOf } from '../event/readings.js';
import {
  boundName,
  identityByName,
  isFifo,
  type ResourceForm,
  sourceNameText,
  sourceOption,
} from '../event/source-name.js';
import { functionName } from '../function/function-name.js';
import { viewKey } from '../view/view.js';

/** `app.onSqsMessage({ queue: 'orders' })` or `app.onSqsBatch(...)`. */
export type SqsSource = PolledSource & {
  readonly kind: 'sqs';
  readonly queue: SourceName;
  /** The maximum number of concurrent batches, from 2 to 1000; unlimited by default. */
  readonly maximumConcurrency?: number;
};

type BatchOptions = Omit<SqsSource, 'kind'> & { readonly onInvalid: OnInvalid };
type Shared = Pick<
  EventSpec<BatchOptions, SqsSource>,
  'member' | 'sourceKind' | 'forms' | 'example' | 'plainPayload' | 'table' | 'identity'
>;
type MessageOptions = BatchOptions & { readonly concurrency?: number };

/** The format of queue names: docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html */
const QUEUE: ResourceForm = {
  kind: 'queue',
  property: 'queue',
  services: [{ name: 'sqs' }],
  name: /^(?=.{1,80}$)[A-Za-z0-9_-]+(?:\.fifo)?$/,
  resource: /^([A-Za-z0-9_-]{1,80}(?:\.fifo)?)$/,
  examples: ['orders', 'arn:aws:sqs:eu-west-1:123456789012:orders'],
};

/** The maximum batch size that Lambda accepts if the queue has no batch window. */
const MOST_WITHOUT_WINDOW = 10;

const EVENT_PARTS = [
  'body',
  'attributes',
  'messageAttributes',
  'messageId',
  'receiptHandle',
  'md5OfBody',
  'eventSource',
  'eventSourceARN',
  'awsRegion',
];

/** Returns the parts of the specification that both members have in common. */
function sharedOf(member: 'onSqsMessage' | 'onSqsBatch'): Shared {
  const example = `app.${member}({ queue: 'orders' })`;
  const table: OptionTable<BatchOptions> = {
    queue: sourceOption(QUEUE, { member, example }),
    ...polledOptions({
      batchSize: 10,
      what: 'messages',
      filters: { roots: EVENT_PARTS, payload: 'body' },
    }),
    maximumConcurrency: {
      ...wholeOf('maximumConcurrency', { from: 2, to: 1000 }),
      meaning: 'How many batches Lambda may process concurrently; unlimited by default.',
    },
    ...onInvalidOption('a message'),
  };
  return {
    member,
    sourceKind: 'sqs',
    forms: [QUEUE],
    example,
    plainPayload: 'text',
    table,
    identity: ({ queue }) => identityByName('queue', queue),
  };
}

const MESSAGE = sharedOf('onSqsMessage');

export const SQS_MESSAGE: EventKind = eventKind<MessageOptions, SqsSource>({
  ...MESSAGE,
  eventTypes: () => ['SqsMessage'],
  table: {
    ...MESSAGE.table,
    concurrency: {
      ...wholeOf('concurrency', { from: 1, to: 10_000 }),
      meaning:
        'How many messages in a batch the function processes concurrently; defaults to all of them, or to 1 for a FIFO queue.',
    },
  },
  read: (given) => read(given, given.options.value?.concurrency),
});

export const SQS_BATCH: EventKind = eventKind<BatchOptions, SqsSource>({
  ...sharedOf('onSqsBatch'),
  eventTypes: () => ['SqsBatch'],
  read: (given) => read(given, undefined),
  rules: [checkSharedQueues],
});

function read(
  given: GivenSource<BatchOptions>,
  concurrency: number | undefined,
): ReadSource<SqsSource> {
  const { value } = given.options;
  const findings = checkBatch(given);
  if (!value || findings.length > 0) return { source: undefined, findings };
  const { queue, batchSize, batchWindow, filters, enabled, maximumConcurrency, onInvalid } = value;
  const source: SqsSource = {
    kind: 'sqs',
    queue,
    batchSize,
    batchWindow,
    ...(filters && { filters }),
    enabled,
    ...(maximumConcurrency !== undefined && { maximumConcurrency }),
  };
  const runtime = {
    ...runtimeOf(boundName(queue, 'queue'), onInvalid),
    ...(concurrency !== undefined && { concurrency }),
  };
  return { source, findings, runtime };
}

function checkBatch({
  view,
  options: { parts },
}: GivenSource<BatchOptions>): readonly Diagnostic[] {
  const size = parts.batchSize.value ?? 0;
  const window = parts.batchWindow.value ?? 0;
  const queue: SourceName | undefined = parts.queue.value;
  const locationOf = (option: string): { readonly at: Diagnostic['at'] } => ({
    at: entryOf(view.options, option)?.value.at,
  });
  if (queue && isFifo(queue) === true) {
    const isLarge = size > MOST_WITHOUT_WINDOW;
    return [
      ...(isLarge ? [diagnose(fifoBatch, { option: 'batchSize' }, locationOf('batchSize'))] : []),
      ...(window > 0
        ? [diagnose(fifoBatch, { option: 'batchWindow' }, locationOf('batchWindow'))]
        : []),
    ];
  }
  if (size <= MOST_WITHOUT_WINDOW || window > 0 || parts.batchWindow.findings.length > 0) return [];
  return [diagnose(batchWithoutWindow, { size }, locationOf('batchSize'))];
}

/**
 * Each message is delivered to only one reader of its queue, whereas each function receives all records of a stream. Queues
 * whose names are in environment variables are checked at deploy time.
 */
function checkSharedQueues({ views }: AppFacts): readonly Diagnostic[] {
  const firsts = new Map<string, { readonly name: string; readonly view: ViewDeclaration }>();
  return views.flatMap((view) => {
    const kind = [SQS_MESSAGE, SQS_BATCH].find(({ member }) => member === view.kind);
    const source = kind?.read(view).source;
    const name = functionName(view)?.value;
    if (source?.kind !== 'sqs' || 'variable' in source.queue || name === undefined) return [];
    const queue = sourceNameText(source.queue);
    const key = JSON.stringify([view.app, source.queue]);
    const first = valueFor(firsts, key, () => ({ name, view }));
    if (first.name === name) return [];
    // A method with two names is reported separately.
    const isPlace = first.view.namePrefix === view.namePrefix;
    if (isPlace && viewKey(first.view.target) === viewKey(view.target)) return [];
    const related = [{ message: 'The other function is here.', at: first.view.at }];
    return [diagnose(sharedQueue, { queue, name, other: first.name }, { at: view.at, related })];
  });
}
