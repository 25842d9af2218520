// `app.onSqsMessage({ queue: 'orders' })` and `app.onSqsBatch(...)`: messages of a queue of SQS, one by one or together.
import type { SourceName } from '../../../runtime/contract/source-parts.js';
import type { SqsSource } from '../../../runtime/contract/sources/sqs.js';
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { OptionTable } from '../../values/options.js';
import { entryOf } from '../../values/static-value.js';
import {
  batchWithoutWindow,
  fifoBatch,
  missingSourceOption,
  sharedQueue,
} from '../event/catalogue.js';
import {
  eventKind,
  type EventKind,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { onInvalidOption, type OnInvalid, POLLED_SCHEMA, polledOptions } from '../event/polled.js';
import { wholeOf } from '../event/readings.js';
import { identityByName } from '../event/source-identity.js';
import { isFifo, SOURCE_NAME_SCHEMA, sourceNameOf } from '../event/source-name.js';
import { functionName } from '../function/function-name.js';
import { viewKey } from '../view/view.js';
import { QUEUE } from './queue-form.js';

type BatchOptions = Omit<SqsSource, 'kind'> & { readonly onInvalid: OnInvalid };
type MessageOptions = BatchOptions & { readonly concurrency?: number };

/** Lambda takes more of a queue only when it may wait for them. */
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

function optionsOf(member: string): OptionTable<BatchOptions> {
  const example = exampleOf(member);
  return {
    queue: {
      ...sourceNameOf(QUEUE),
      missing: ({ at }) =>
        diagnose(missingSourceOption, { member, option: 'queue', example }, { at }),
      meaning: 'The name or the ARN of the queue, or `process.env.NAME` for one of each stage.',
    },
    ...polledOptions({
      batchSize: 10,
      what: 'messages',
      filters: { roots: EVENT_PARTS, payload: 'body' },
    }),
    maximumConcurrency: {
      ...wholeOf('maximumConcurrency', { from: 2, to: 1000 }),
      meaning: 'How many batches Lambda hands over at once; as many as it likes unless given.',
    },
    ...onInvalidOption('a message'),
  };
}

function exampleOf(member: string): string {
  return `app.${member}({ queue: 'orders' })`;
}

const SCHEMA = {
  kind: 'sqs' as const,
  properties: {
    queue: SOURCE_NAME_SCHEMA,
    ...POLLED_SCHEMA,
    maximumConcurrency: { type: 'integer', minimum: 2, maximum: 1000 },
  },
  required: ['queue', 'batchSize', 'batchWindow', 'enabled'],
};

export const SQS_MESSAGE: EventKind = eventKind<MessageOptions, SqsSource>({
  member: 'onSqsMessage',
  written: 'app.onSqsMessage({ ... })',
  leading: 0,
  forms: [QUEUE],
  example: exampleOf('onSqsMessage'),
  eventTypes: () => ['SqsMessage'],
  plainPayload: 'text',
  table: {
    ...optionsOf('onSqsMessage'),
    concurrency: {
      ...wholeOf('concurrency', { from: 1, to: 10_000 }),
      meaning:
        'How many messages of a batch the function handles at once; all of them unless given. A FIFO queue has 1.',
    },
  },
  read: (given) => read(given, given.options.value?.concurrency),
  identity: ({ queue }) => identityByName('queue', queue),
  catalogue: [],
  schema: SCHEMA,
});

export const SQS_BATCH: EventKind = eventKind<BatchOptions, SqsSource>({
  member: 'onSqsBatch',
  written: 'app.onSqsBatch({ ... })',
  leading: 0,
  forms: [QUEUE],
  example: exampleOf('onSqsBatch'),
  eventTypes: () => ['SqsBatch'],
  plainPayload: 'text',
  table: optionsOf('onSqsBatch'),
  read: (given) => read(given, undefined),
  identity: ({ queue }) => identityByName('queue', queue),
  rules: [checkSharedQueues],
  catalogue: [],
  schema: SCHEMA,
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
    source: queue,
    ...(onInvalid === 'drop' && { onInvalid }),
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
  const placeOf = (option: string): { readonly at: Diagnostic['at'] } => ({
    at: entryOf(view.options, option)?.value.at,
  });
  if (queue && isFifo(queue) === true) {
    const isLarge = size > MOST_WITHOUT_WINDOW;
    return [
      ...(isLarge ? [diagnose(fifoBatch, { option: 'batchSize' }, placeOf('batchSize'))] : []),
      ...(window > 0
        ? [diagnose(fifoBatch, { option: 'batchWindow' }, placeOf('batchWindow'))]
        : []),
    ];
  }
  if (size <= MOST_WITHOUT_WINDOW || window > 0 || parts.batchWindow.findings.length > 0) return [];
  return [diagnose(batchWithoutWindow, { size }, placeOf('batchSize'))];
}

/**
 * A message goes to one reader of its queue. What variables hold is for each stage to say, so a deploy looks again; every
 * function that reads a stream gets all of its records.
 */
function checkSharedQueues({ views }: AppFacts): readonly Diagnostic[] {
  const firsts = new Map<string, { readonly name: string; readonly view: ViewDeclaration }>();
  return views.flatMap((view) => {
    const kind = [SQS_MESSAGE, SQS_BATCH].find(({ member }) => member === view.kind);
    const source = kind?.read(view).source;
    const name = functionName(view)?.value;
    if (source?.kind !== 'sqs' || !('text' in source.queue) || name === undefined) return [];
    const queue = source.queue.text;
    const key = JSON.stringify([view.app, queue]);
    const first = firsts.get(key);
    if (!first) firsts.set(key, { name, view });
    if (!first || first.name === name) return [];
    // Two names for one method are reported as such.
    const isPlace = first.view.namePrefix === view.namePrefix;
    if (isPlace && viewKey(first.view.target) === viewKey(view.target)) return [];
    const related = [{ message: 'The other function is here.', at: first.view.at }];
    return [diagnose(sharedQueue, { queue, name, other: first.name }, { at: view.at, related })];
  });
}
