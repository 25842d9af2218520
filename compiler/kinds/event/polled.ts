// The options for sources that Lambda polls, and for streams
// (docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html).
import type { SourceOptions } from '../../../runtime/contract/binding.js';
import type { PolledSource, StreamSource, WrittenName } from '../../../runtime/contract/events.js';
import type { OptionTable } from '../../values/options.js';
import { filtersOf, type PatternForm } from './patterns.js';
import { choiceOf, flagOf, wholeOf } from './readings.js';
import type { SourceForm } from '../../declarations/source-forms.js';
import { destinationReading } from './source-name.js';

type PolledForm = {
  readonly batchSize: number;
  readonly what: string;
  readonly filters: Omit<PatternForm, 'option'>;
};

const MOST_RECORDS = 10_000;
const LONGEST_WINDOW = 300;

export function polledOptions({ batchSize, what, filters }: PolledForm): OptionTable<PolledSource> {
  return {
    batchSize: {
      ...wholeOf('batchSize', { from: 1, to: MOST_RECORDS }),
      absent: batchSize,
      meaning: `Maximum number of ${what} per call; defaults to ${String(batchSize)}.`,
    },
    batchWindow: {
      ...wholeOf('batchWindow', { from: 0, to: LONGEST_WINDOW }),
      absent: 0,
      meaning: `How many seconds Lambda waits to collect ${what} for a batch; defaults to 0.`,
    },
    filters: {
      ...filtersOf(filters),
      meaning: `Filter patterns. Only ${what} that match at least one of them are delivered.`,
    },
    enabled: {
      ...flagOf('enabled'),
      absent: true,
      meaning: `If false, Lambda does not read ${what}; defaults to true.`,
    },
  };
}

export type OnInvalid = 'fail' | 'drop';

/** Returns the option that decides what happens to a payload that does not match its type. */
export function onInvalidOption(what: string): OptionTable<{ readonly onInvalid: OnInvalid }> {
  return {
    onInvalid: {
      ...choiceOf('onInvalid', ['fail', 'drop']),
      absent: 'fail',
      meaning: `What happens to ${what} whose payload does not match its type: by default it fails; with \`drop\` it is logged and treated as processed.`,
    },
  };
}

/** Returns what the runtime must know about a source: its name, and whether it drops payloads that do not match the type. */
export function runtimeOf(
  source: WrittenName | undefined,
  onInvalid: OnInvalid,
): Pick<SourceOptions, 'source' | 'onInvalid'> {
  return { ...(source && { source }), ...(onInvalid === 'drop' && { onInvalid }) };
}

const STREAM_OPTIONS: OptionTable<Omit<Omit<StreamSource, keyof PolledSource>, 'onFailure'>> = {
  startingPosition: {
    ...choiceOf('startingPosition', ['LATEST', 'TRIM_HORIZON']),
    absent: 'LATEST',
    meaning:
      'Where a new function starts reading: `LATEST` for new records, or `TRIM_HORIZON` for the oldest available record.',
  },
  parallelizationFactor: {
    ...wholeOf('parallelizationFactor', { from: 1, to: 10 }),
    meaning: 'How many batches from one shard are processed concurrently; defaults to 1.',
  },
  maximumRetryAttempts: {
    ...wholeOf('maximumRetryAttempts', { from: 0, to: 10_000, also: -1 }),
    meaning:
      'How many times a failed batch is retried; defaults to -1, which retries until the records expire.',
  },
  maximumRecordAge: {
    ...wholeOf('maximumRecordAge', { from: 60, to: 604_800, also: -1 }),
    meaning:
      'The age in seconds at which a record is discarded; defaults to -1, which never discards it.',
  },
  bisectBatchOnError: {
    ...flagOf('bisectBatchOnError'),
    meaning: 'If true, a failed batch is split in two before each retry.',
  },
};

/** Returns the options of a stream, except the option that names the stream. `filters` lists the members of its records. */
export function streamOptions(
  filters: PolledForm['filters'],
  destination: SourceForm,
): OptionTable<StreamSource & { readonly onInvalid: OnInvalid }> {
  return {
    ...polledOptions({ batchSize: 100, what: 'records', filters }),
    ...STREAM_OPTIONS,
    onFailure: {
      ...destinationReading(destination),
      meaning:
        'The `Queue`, `Topic` or `Bucket`, or its ARN, that receives a notification about discarded records.',
    },
    ...onInvalidOption('a record'),
  };
}
