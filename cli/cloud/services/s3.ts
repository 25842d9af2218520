// The S3 calls for a bucket's notifications, which are one document that is read and written as a whole.
import type { NotificationConfiguration } from '@aws-sdk/client-s3';
import { isMapping } from '../../../compiler/json-values.js';
import { unlessMissing } from '../cloud-error.js';
import { type Calls, callOn, type Port, port } from '../service.js';
import type * as sdk from '@aws-sdk/client-s3';

/** A function that a bucket tells something. */
export type BucketEntry = {
  readonly id: string;
  readonly functionArn: string;
  readonly events: readonly string[];
  /** Not URL-encoded. */
  readonly prefix: string;
  readonly suffix: string;
  /** As returned by S3; undefined for a new one. */
  readonly kept?: NonNullable<NotificationConfiguration['LambdaFunctionConfigurations']>[number];
};

export type BucketNotifications = {
  readonly entries: readonly BucketEntry[];
  readonly hasEventBridge: boolean;
  /** The notifications to topics and queues, in the form of S3. */
  readonly others: Pick<NotificationConfiguration, 'TopicConfigurations' | 'QueueConfigurations'>;
};

export type FoundBucket =
  | { readonly kind: 'found'; readonly notifications: BucketNotifications }
  /** In another region; undefined when S3 does not say which. */
  | { readonly kind: 'elsewhere'; readonly region: string | undefined };

declare module '../cloud.js' {
  interface CloudCalls {
    readonly s3: ReturnType<typeof s3Calls>;
  }
}

export const s3Port: Port<'s3'> = port({
  name: 's3',
  id: 'S3',
  prefix: 's3',
  load: () => import('@aws-sdk/client-s3'),
  client: 'S3Client',
  // An emulator has no host for each bucket.
  settings: ({ endpoint }) => ({ forcePathStyle: endpoint !== undefined }),
  isXml: true,
  // What a bucket tells has to be read again before it is written again.
  repeatsBusy: false,
  actions: {
    getNotifications: callOn('bucket', 'read', 's3:GetBucketNotification'),
    putNotifications: callOn('bucket', 'write', 's3:PutBucketNotification'),
  },
  calls: s3Calls,
});

function s3Calls({ send }: Calls<typeof sdk>) {
  return {
    /** Undefined when there is no such bucket. */
    getNotifications: (Bucket: string): Promise<FoundBucket | undefined> =>
      unlessMissing(
        send(
          'GetBucketNotificationConfiguration',
          { Bucket },
          {
            read: (found): FoundBucket => ({
              kind: 'found',
              notifications: readNotifications(found),
            }),
            action: 'GetBucketNotification',
            refused: (error): FoundBucket => {
              if (!isElsewhere(error)) throw error;
              return { kind: 'elsewhere', region: regionIn(error) };
            },
          },
        ),
      ),

    /** Replaces all of them. Fails with `busy` during another replacement. */
    putNotifications: (
      Bucket: string,
      { entries, hasEventBridge, others }: BucketNotifications,
    ): Promise<void> =>
      send(
        'PutBucketNotificationConfiguration',
        {
          Bucket,
          NotificationConfiguration: {
            ...others,
            LambdaFunctionConfigurations: entries.map((one) => one.kept ?? writeEntry(one)),
            ...(hasEventBridge && { EventBridgeConfiguration: {} }),
          },
        },
        { action: 'PutBucketNotification', refused: throwWithArguments },
      ),
  };
}

/** The response of S3 when a bucket is elsewhere: docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const ELSEWHERE = [
  'PermanentRedirect',
  'TemporaryRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
];

function isElsewhere(error: unknown): error is Error {
  return error instanceof Error && ELSEWHERE.includes(error.name);
}

/** It is in a header, or in the error document. */
function regionIn(error: Error): string | undefined {
  const response: unknown = Reflect.get(error, '$response');
  const headers = isMapping(response) ? response['headers'] : undefined;
  const named = isMapping(headers) ? headers['x-amz-bucket-region'] : undefined;
  const region: unknown = named ?? Reflect.get(error, 'Region');
  return typeof region === 'string' ? region : undefined;
}

function readNotifications(found: NotificationConfiguration): BucketNotifications {
  const { TopicConfigurations, QueueConfigurations } = found;
  return {
    entries: (found.LambdaFunctionConfigurations ?? []).map(readEntry),
    hasEventBridge: found.EventBridgeConfiguration !== undefined,
    others: {
      ...(TopicConfigurations && { TopicConfigurations }),
      ...(QueueConfigurations && { QueueConfigurations }),
    },
  };
}

type Kept = NonNullable<BucketEntry['kept']>;

function readEntry(kept: Kept): BucketEntry {
  const rules = kept.Filter?.Key?.FilterRules ?? [];
  const valueOf = (name: string): string =>
    decodeFilter(rules.find((rule) => rule.Name?.toLowerCase() === name)?.Value ?? '');
  return {
    id: kept.Id ?? '',
    functionArn: kept.LambdaFunctionArn ?? '',
    events: kept.Events ?? [],
    prefix: valueOf('prefix'),
    suffix: valueOf('suffix'),
    kept,
  };
}

function writeEntry({ id, functionArn, events, prefix, suffix }: BucketEntry): Kept {
  const rules = [
    ...(prefix === '' ? [] : [{ Name: 'prefix' as const, Value: encodeFilter(prefix) }]),
    ...(suffix === '' ? [] : [{ Name: 'suffix' as const, Value: encodeFilter(suffix) }]),
  ];
  return {
    Id: id,
    LambdaFunctionArn: functionArn,
    // The SDK has a list of those that it knows; S3 has more.
    Events: [...events] as Kept['Events'], // because S3 checks them
    ...(rules.length > 0 && { Filter: { Key: { FilterRules: rules } } }),
  };
}

/**
 * S3 compares a filter with the URL-encoded key, so the filter is encoded likewise
 * (docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-filtering.html).
 */
function encodeFilter(text: string): string {
  return encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+');
}

/** A filter of another tool may not be URL-encoded; it is then kept unchanged. */
function decodeFilter(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

/** S3 says next to the message which destination it cannot reach. */
function throwWithArguments(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const named = ['ArgumentName1', 'ArgumentValue1'].map((name): unknown =>
    Reflect.get(error, name),
  );
  const texts = named.filter((value) => typeof value === 'string');
  if (texts.length > 0) error.message = `${error.message}: ${texts.join(': ')}`;
  throw error;
}
