// `app.onS3Event({ bucket: 'uploads' })`: events for the objects in a bucket.
import type { SourceName } from '../../../runtime/contract/events.js';
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import { type Diagnostic, type Fix, nearestName, diagnose } from '../../diagnostics/diagnostic.js';
import { type Decoded, decodeItems, type Decoder, rejected, sound } from '../../values/decoded.js';
import {
  entryOf,
  type StaticList,
  type StaticValue,
  removeItem,
  replaceText,
} from '../../values/static-value.js';
import { functionName } from '../function/function-name.js';
import { sourceOptionValue } from '../event/catalogue.js';
import {
  eventKind,
  type EventKind,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { choiceOf, refuseValue, textOf } from '../event/readings.js';
import {
  boundName,
  identityByName,
  type ResourceForm,
  sourceNameText,
  sourceOption,
} from '../event/source-name.js';
import { viewKey } from '../view/view.js';
import * as texts from './catalogue.js';

/** `app.onS3Event({ bucket: 'uploads' })`. */
export type S3Source = {
  readonly kind: 's3';
  readonly bucket: SourceName;
  /** For example `s3:ObjectCreated:*`; sorted. */
  readonly events: readonly string[];
  readonly prefix?: string;
  readonly suffix?: string;
  /** How S3 delivers events: with the bucket's own notifications, or through EventBridge. */
  readonly delivery: 'notification' | 'eventbridge';
};

// The names of S3 events.

const NAMES: Readonly<Record<string, readonly string[]>> = {
  's3:ObjectCreated': ['Put', 'Post', 'Copy', 'CompleteMultipartUpload'],
  's3:ObjectRemoved': ['Delete', 'DeleteMarkerCreated'],
  's3:ObjectRestore': ['Post', 'Completed', 'Delete'],
  's3:ObjectTagging': ['Put', 'Delete'],
  's3:ObjectAcl': ['Put'],
  's3:LifecycleExpiration': ['Delete', 'DeleteMarkerCreated'],
  's3:Replication': [
    'OperationFailedReplication',
    'OperationMissedThreshold',
    'OperationReplicatedAfterThreshold',
    'OperationNotTracked',
  ],
};

const SINGLE = [
  's3:LifecycleTransition',
  's3:IntelligentTiering',
  's3:ReducedRedundancyLostObject',
];

/** Every event name that a notification may have. */
const EVENT_NAMES: readonly string[] = [
  ...Object.entries(NAMES).flatMap(([group, members]) => [
    ...(group === 's3:ObjectAcl' ? [] : [`${group}:*`]),
    ...members.map((member) => `${group}:${member}`),
  ]),
  ...SINGLE,
];

/** Events that S3 does not send to EventBridge. */
const OF_NOTIFICATIONS = /^s3:(?:Replication|ReducedRedundancyLostObject)/;

/** Tells whether one event can match both names. */
function sharesEvents(left: string, right: string): boolean {
  return left === right || isOf(left, right) || isOf(right, left);
}

function isOf(name: string, group: string): boolean {
  return group.endsWith(':*') && name.startsWith(group.slice(0, -1));
}

type S3Options = Omit<S3Source, 'kind'>;

/** The format of bucket names: docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET: ResourceForm = {
  kind: 'bucket',
  property: 'bucket',
  services: [{ name: 's3', isGlobal: true }],
  name: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  resource: /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/,
  examples: ['uploads', 'arn:aws:s3:::uploads'],
};

const EXAMPLE = "app.onS3Event({ bucket: 'uploads' })";
const LONGEST_KEY = 1024;
const EVENTS_SCHEMA = { type: 'array', items: { enum: EVENT_NAMES }, minItems: 1 };

export const S3: EventKind = eventKind<S3Options, S3Source>({
  member: 'onS3Event',
  sourceKind: 's3',
  forms: [BUCKET],
  example: EXAMPLE,
  entryText: ({ bucket, prefix = '', suffix = '' }) => {
    const keys = prefix === '' && suffix === '' ? '' : `/${prefix}*${suffix}`;
    return `${sourceNameText(bucket)}${keys}`;
  },
  eventTypes: () => ['S3Object'],
  plainPayload: undefined,
  table: {
    bucket: sourceOption(BUCKET, { member: 'onS3Event', example: EXAMPLE }),
    events: {
      decode: decodeEvents,
      problems: [sourceOptionValue, texts.bucketEvent, texts.overlappingBuckets],
      schema: EVENTS_SCHEMA,
      absent: ['s3:ObjectCreated:*'],
      meaning: 'The S3 event names; defaults to `s3:ObjectCreated:*`.',
    },
    prefix: {
      ...affixOf('prefix'),
      meaning: 'If set, only objects whose keys start with this prefix cause events.',
    },
    suffix: {
      ...affixOf('suffix'),
      meaning: 'If set, only objects whose keys end with this suffix cause events.',
    },
    delivery: {
      ...choiceOf('delivery', ['notification', 'eventbridge']),
      absent: 'notification',
      meaning:
        "How S3 delivers the event: with the bucket's notifications (the default), or through EventBridge, where any number of functions can receive the event.",
    },
  },
  read,
  identity: ({ bucket, events, prefix = '', suffix = '' }) => {
    const { key, what } = identityByName('bucket', bucket);
    return { key: JSON.stringify([key, events, prefix, suffix]), what };
  },
  catalogue: Object.values(texts),
  rules: [checkOverlaps],
  schemas: { events: { description: 'Sorted.', ...EVENTS_SCHEMA, uniqueItems: true } },
});

/** Warns about a star, which is not a wildcard here. It is not an error, because an object key may contain a star. */
function affixOf(option: 'prefix' | 'suffix'): Decoder<string> {
  const decoder = textOf(option, LONGEST_KEY);
  return {
    ...decoder,
    decode: (value) => {
      const decoded = decoder.decode(value);
      if (value.kind !== 'string' || !decoded.value?.includes('*')) return decoded;
      const text = value.value;
      const instead = text.replace(option === 'prefix' ? /\*.*$/su : /^.*\*/su, '');
      const title = instead === '' ? 'Write an empty string' : undefined;
      const fix = replaceText(value, instead, title);
      const star = diagnose(texts.literalStar, { option, text, instead }, { at: value.at, fix });
      return { value: text, findings: [...decoded.findings, star] };
    },
    problems: [...decoder.problems, texts.literalStar],
  };
}

function decodeEvents(value: StaticValue): Decoded<readonly string[]> {
  const hint = "Write `['s3:ObjectCreated:*']`.";
  if (value.kind !== 'list' || value.items.length === 0)
    return refuseValue(value, { option: 'events', expected: 'a list of event names', hint });
  return decodeItems(value, (item, index) => decodeEvent(item, index, value));
}

function decodeEvent(item: StaticValue, index: number, list: StaticList): Decoded<string> {
  if (item.kind !== 'string')
    return refuseValue(item, { option: 'events', expected: 'a list of event names' });
  const name = item.value;
  const say = (why: 'unknown' | 'repeated', fix?: Fix, suggestion?: string): Decoded<string> =>
    rejected(diagnose(texts.bucketEvent, { name, why, suggestion }, { at: item.at, fix }));
  if (!EVENT_NAMES.includes(name)) {
    const suggestion = suggest(name);
    return say('unknown', replaceText(item, suggestion), suggestion);
  }
  const isRepeated = list.items.some(
    (other, location) =>
      other.kind === 'string' &&
      location !== index &&
      (other.value === name
        ? location < index
        : sharesEvents(other.value, name) && !name.endsWith('*')),
  );
  return isRepeated ? say('repeated', removeItem(list, index)) : sound(name);
}

/** Suggests an event name: `s3:ObjectCreated` and `ObjectCreated:*` are common mistakes. */
function suggest(name: string): string | undefined {
  const whole = name.startsWith('s3:') ? name : `s3:${name}`;
  return (
    [whole, `${whole}:*`].find((one) => EVENT_NAMES.includes(one)) ??
    nearestName(whole, EVENT_NAMES)
  );
}

function read({ view, options: { value } }: GivenSource<S3Options>): ReadSource<S3Source> {
  if (!value) return { source: undefined, findings: [] };
  const { bucket, events, prefix, suffix, delivery } = value;
  const strange =
    delivery === 'eventbridge' ? events.find((name) => OF_NOTIFICATIONS.test(name)) : undefined;
  if (strange !== undefined) {
    const data = { name: strange, why: 'bus', suggestion: undefined } as const;
    const at = entryOf(view.options, 'events')?.value.at;
    return { source: undefined, findings: [diagnose(texts.bucketEvent, data, { at })] };
  }
  const source: S3Source = {
    kind: 's3',
    bucket,
    events: events.toSorted(),
    ...(prefix !== undefined && prefix !== '' && { prefix }),
    ...(suffix !== undefined && suffix !== '' && { suffix }),
    delivery,
  };
  return { source, findings: [], runtime: { source: boundName(bucket, 'bucket') } };
}

type Known = { readonly source: S3Source; readonly view: ViewDeclaration };

/** S3 rejects two notifications for the same events and keys, because it passes an event to only one function. */
function checkOverlaps({ views }: AppFacts): readonly Diagnostic[] {
  const known: Known[] = [];
  const findings: Diagnostic[] = [];
  for (const view of views) {
    const source = view.kind === 'onS3Event' ? S3.read(view).source : undefined;
    if (source?.kind !== 's3' || source.delivery !== 'notification') continue;
    const other = known.find((one) => one.view.app === view.app && overlaps(one, { source, view }));
    known.push({ source, view });
    if (!other) continue;
    const events = source.events.filter((name) =>
      other.source.events.some((one) => sharesEvents(one, name)),
    );
    const related = [{ message: 'The other function is here.', at: other.view.at }];
    const data = { bucket: sourceNameText(source.bucket), events };
    findings.push(diagnose(texts.overlappingBuckets, data, { at: view.at, related }));
  }
  return findings;
}

function overlaps({ source: left, view: first }: Known, { source: right, view }: Known): boolean {
  const isSame =
    functionName(first)?.value === functionName(view)?.value &&
    viewKey(first.target) === viewKey(view.target);
  const { prefix = '', suffix = '' } = left;
  const { prefix: otherPrefix = '', suffix: otherSuffix = '' } = right;
  const isExact =
    isSame &&
    prefix === otherPrefix &&
    suffix === otherSuffix &&
    JSON.stringify(left.events) === JSON.stringify(right.events);
  return (
    // A source that is declared twice for one function is reported separately.
    !isExact &&
    JSON.stringify(left.bucket) === JSON.stringify(right.bucket) &&
    left.events.some((name) => right.events.some((other) => sharesEvents(name, other))) &&
    (prefix.startsWith(otherPrefix) || otherPrefix.startsWith(prefix)) &&
    (suffix.endsWith(otherSuffix) || otherSuffix.endsWith(suffix))
  );
}
