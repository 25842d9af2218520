// A source of events of an application as it is here, where nothing sends by itself.
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { EventPlace } from './event-place.js';

/** One source of a function; plain data, because it travels between threads. */
export type LocalSource = {
  readonly entry: EventEntry;
  /** The name of the queue, topic, bucket, table, stream or bus; undefined where none is known. */
  readonly name: string | undefined;
  /** Where it is, when an ARN says so. */
  readonly place: Pick<EventPlace, 'region' | 'account'>;
};

/** What a source is called: `the queue orders`. */
export function sourceTitle({ entry, name }: LocalSource): string {
  if (entry.kind === 'schedule') return entry.expression;
  return [NOUNS[entry.kind], ...(name === undefined ? [] : [name])].join(' ');
}

const NOUNS = {
  rule: 'bus',
  sns: 'topic',
  s3: 'bucket',
  sqs: 'queue',
  dynamodb: 'table',
  kinesis: 'stream',
} as const;

/** `queue orders`, `rate(1 day)`, `bucket uploads, in/*.png`. */
export function sourceWords(source: LocalSource): string {
  const { entry } = source;
  const title = sourceTitle(source);
  switch (entry.kind) {
    case 'schedule':
      return entry.timezone === undefined ? title : `${title} ${entry.timezone}`;
    case 'rule':
      return `${title}, ${JSON.stringify(entry.pattern)}`;
    case 's3': {
      const { prefix = '', suffix = '' } = entry;
      return prefix === '' && suffix === '' ? title : `${title}, ${prefix}*${suffix}`;
    }
    default:
      return title;
  }
}
