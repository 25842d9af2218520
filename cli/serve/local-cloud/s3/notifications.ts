// The notifications that a bucket sends to functions, queues and topics, and to EventBridge.
import { randomUUID } from 'node:crypto';
import { overlap } from '../../../ship/resources/notification/notification.js';
import { timeText } from '../events/event-store.js';
import {
  type Bucket,
  contentOf,
  textIn,
  type BucketStore,
  invalidArgument,
  type StoredObject,
} from './bucket-store.js';

type Entry = {
  readonly id: string;
  readonly arn: string;
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
};

const ELEMENTS = {
  CloudFunctionConfiguration: 'CloudFunction',
  QueueConfiguration: 'Queue',
  TopicConfiguration: 'Topic',
} as const;

export function entriesIn(xml: string): readonly Entry[] {
  return Object.entries(ELEMENTS).flatMap(([element, target]) =>
    contentOf(xml, element).map((one) => {
      const rules = contentOf(one, 'FilterRule').map((rule): [string, string] => [
        textIn(rule, 'Name')?.toLowerCase() ?? '',
        textIn(rule, 'Value') ?? '',
      ]);
      const values = new Map(rules);
      return {
        id: textIn(one, 'Id') ?? '',
        arn: textIn(one, target) ?? '',
        events: contentOf(one, 'Event'),
        prefix: values.get('prefix') ?? '',
        suffix: values.get('suffix') ?? '',
      };
    }),
  );
}

export function checkNotifications(xml: string, bucket: string, store: BucketStore): void {
  // Only function entries are checked, because a deploy must keep existing notifications to queues and topics.
  const entries = entriesIn(xml).filter(({ arn }) => arn.includes(':lambda:'));
  entries.forEach((entry, index) => {
    const others = entries.slice(0, index);
    if (others.some(({ id }) => id === entry.id))
      throw invalidArgument('Same ID used for multiple configurations. IDs must be unique');
    if (others.some((other) => overlap(entry, other)))
      throw invalidArgument(
        'Configuration is ambiguously defined. Cannot have overlapping suffixes in two rules if the prefixes are overlapping for the same event type.',
      );
    const event = entry.events.find((one) => !/^s3:[A-Za-z]+(?::(?:\*|[A-Za-z]+))?$/.test(one));
    if (event !== undefined || entry.events.includes('s3:ObjectCreated'))
      throw invalidArgument('The event is not supported for notifications');
  });
  const sourceArn = `arn:aws:s3:::${bucket}`;
  const dead = entries.find(
    ({ arn: functionArn }) => !store.maySend({ principal: PRINCIPAL, sourceArn, functionArn }),
  );
  if (!dead) return;
  throw invalidArgument('Unable to validate the following destination configurations', {
    ArgumentName1: `${dead.arn}, null`,
    ArgumentValue1: `Not authorized to invoke function [${dead.arn}]`,
  });
}

const PRINCIPAL = 's3.amazonaws.com';

/** `name` is the name of the event, for example `ObjectCreated:Put`. */
type Change = { readonly object: StoredObject; readonly name: string };

type ObjectChange = Change & { readonly bucket: string };

export function tell(
  { documents, name: bucket }: Bucket,
  { object, name }: Change,
  store: BucketStore,
): void {
  const told = documents.get('notification') ?? '';
  const change = { bucket, object, name };
  const sourceArn = `arn:aws:s3:::${bucket}`;
  for (const { id, arn, events, prefix, suffix } of entriesIn(told)) {
    const isMeant = events.some(
      (one) => one === `s3:${name}` || one === `s3:${name.split(':')[0] ?? ''}:*`,
    );
    // docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-filtering.html
    const key = encodedKey(object.key);
    if (!isMeant || !key.startsWith(prefix) || !key.endsWith(suffix)) continue;
    const event = objectRecord(change, id, store);
    store.deliveries.send({ principal: PRINCIPAL, sourceArn, functionArn: arn, event });
  }
  if (!told.includes('<EventBridgeConfiguration')) return;
  store.events.put('default', {
    version: '0',
    id: randomUUID(),
    account: store.account,
    region: store.region,
    time: timeText(store.clock.now()),
    ...objectEvent(change, store),
  });
}

/** Encodes a key as in notifications. Their filters match the encoded key. */
function encodedKey(key: string): string {
  return encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
}

/** Returns a hexadecimal value that increases with each change to a key. */
function sequencer({ clock }: BucketStore): string {
  count += 1;
  return `${clock.now().toString(16)}${count.toString(16).padStart(6, '0')}`.toUpperCase();
}

let count = 0;

/** docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
function objectRecord(
  { bucket, object, name }: ObjectChange,
  id: string,
  store: BucketStore,
): unknown {
  const { version, size, etag } = object;
  return {
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: store.region,
        eventTime: new Date(store.clock.now()).toISOString(),
        eventName: name,
        userIdentity: { principalId: 'TESTER' },
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: { 'x-amz-request-id': randomUUID(), 'x-amz-id-2': 'none' },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: id,
          bucket: {
            name: bucket,
            ownerIdentity: { principalId: 'TESTER' },
            arn: `arn:aws:s3:::${bucket}`,
          },
          object: {
            key: encodedKey(object.key),
            ...(name.startsWith('ObjectCreated') && { size, eTag: etag.replaceAll('"', '') }),
            ...(version !== 'null' && { versionId: version }),
            sequencer: sequencer(store),
          },
        },
      },
    ],
  };
}

const REASONS: Readonly<Record<string, string>> = {
  'ObjectCreated:Put': 'PutObject',
  'ObjectCreated:Copy': 'CopyObject',
  'ObjectCreated:CompleteMultipartUpload': 'CompleteMultipartUpload',
};

/** docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
function objectEvent({ bucket, object, name }: ObjectChange, store: BucketStore) {
  const { key, size, etag, version } = object;
  const isCreated = name.startsWith('ObjectCreated');
  return {
    'detail-type': isCreated ? 'Object Created' : 'Object Deleted',
    source: 'aws.s3',
    resources: [`arn:aws:s3:::${bucket}`],
    detail: {
      version: '0',
      bucket: { name: bucket },
      object: {
        key,
        ...(isCreated && { size, etag: etag.replaceAll('"', '') }),
        ...(version !== 'null' && { 'version-id': version }),
        sequencer: sequencer(store),
      },
      'request-id': randomUUID(),
      requester: store.account,
      'source-ip-address': '127.0.0.1',
      reason: REASONS[name] ?? 'DeleteObject',
      ...(!isCreated && {
        'deletion-type': object.isMarker ? 'Delete Marker Created' : 'Permanently Deleted',
      }),
    },
  };
}
