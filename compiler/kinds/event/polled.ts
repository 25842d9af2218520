// The options of sources that Lambda polls, and those of streams
// (docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html).
import type { SourceOptions } from '../../../runtime/contract/binding.js';
import type { PolledSource, SourceName, StreamSource } from '../../../runtime/contract/events.js';
import type { OptionTable } from '../../values/options.js';
import { filtersOf, type PatternForm } from './patterns.js';
import { choiceOf, flagOf, wholeOf } from './readings.js';
import type { SourceForm } from '../../declarations/source-forms.js';
import { sourceNameOf } from './source-name.js';

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
      meaning: `How many ${what} Lambda hands over at most; ${String(batchSize)} unless given.`,
    },
    batchWindow: {
      ...wholeOf('batchWindow', { from: 0, to: LONGEST_WINDOW }),
      absent: 0,
      meaning: `For how many seconds Lambda gathers ${what}; 0 unless given.`,
    },
    filters: {
      ...filtersOf(filters),
      meaning: `Patterns, of which ${what} fit at least one to be handed over.`,
    },
    enabled: {
      ...flagOf('enabled'),
      absent: true,
      meaning: `False lets Lambda read no ${what}; true unless given.`,
    },
  };
}

export type OnInvalid = 'fail' | 'drop';

/** What is done with a payload that is not of its type. */
export function onInvalidOption(what: string): OptionTable<{ readonly onInvalid: OnInvalid }> {
  return {
    onInvalid: {
      ...choiceOf('onInvalid', ['fail', 'drop']),
      absent: 'fail',
      meaning: `What becomes of ${what} whose payload is not of its type: it fails, or with \`drop\` is logged and counts as done.`,
    },
  };
}

/** What the runtime must know of a source: its name, and that it drops payloads of another type. */
export function runtimeOf(
  source: SourceName | undefined,
  onInvalid: OnInvalid,
): Pick<SourceOptions, 'source' | 'onInvalid'> {
  return { ...(source && { source }), ...(onInvalid === 'drop' && { onInvalid }) };
}

type StreamOptions = Omit<StreamSource, keyof PolledSource>;

const STREAM_OPTIONS: OptionTable<Omit<StreamOptions, 'onFailure'>> = {
  startingPosition: {
    ...choiceOf('startingPosition', ['LATEST', 'TRIM_HORIZON']),
    absent: 'LATEST',
    meaning:
      'Where a new function begins: with what comes from then on, or with the oldest record there is (`TRIM_HORIZON`).',
  },
  parallelizationFactor: {
    ...wholeOf('parallelizationFactor', { from: 1, to: 10 }),
    meaning: 'How many batches of one shard are handed over at once; 1 unless given.',
  },
  maximumRetryAttempts: {
    ...wholeOf('maximumRetryAttempts', { from: 0, to: 10_000, also: -1 }),
    meaning:
      'How often a failed batch is handed over again; until it expires unless given, or with -1.',
  },
  maximumRecordAge: {
    ...wholeOf('maximumRecordAge', { from: 60, to: 604_800, also: -1 }),
    meaning: 'After how many seconds a record is given up; never unless given, or with -1.',
  },
  bisectBatchOnError: {
    ...flagOf('bisectBatchOnError'),
    meaning: 'True splits a failed batch in two before it is handed over again.',
  },
};

/** What a stream takes besides the option that names it. `filters`: the members of its records. */
export function streamOptions(
  filters: PolledForm['filters'],
  destination: SourceForm,
): OptionTable<StreamSource & { readonly onInvalid: OnInvalid }> {
  return {
    ...polledOptions({ batchSize: 100, what: 'records', filters }),
    ...STREAM_OPTIONS,
    onFailure: {
      ...sourceNameOf(destination),
      meaning: 'The ARN of the queue, topic or bucket that is told of records that were given up.',
    },
    ...onInvalidOption('a record'),
  };
}
