// The S3 calls: for the buckets of a stage, and for the notifications of any bucket. All notifications of a bucket are one
// document that is read and written as a whole.
import type {
  BucketLocationConstraint as BucketRegion,
  _Error as S3ObjectError,
  LifecycleRule,
  NotificationConfiguration,
} from '@aws-sdk/client-s3';
import { valueAt } from '../../../compiler/json-values.js';
import { unlessMissing } from '../cloud-error.js';
import type { Tags } from '../cloud.js';
import {
  call,
  type Calls,
  callOn,
  type Opening,
  type Port,
  port,
  tagList,
  tagsOf,
} from '../service.js';
import type * as sdk from '@aws-sdk/client-s3';

export type BucketEntry = {
  readonly id: string;
  readonly functionArn: string;
  readonly events: readonly string[];
  /** The prefix and the suffix are not URL-encoded. */
  readonly prefix: string;
  readonly suffix: string;
  /** The entry as S3 returned it; undefined for a new entry. */
  readonly kept?: NonNullable<NotificationConfiguration['LambdaFunctionConfigurations']>[number];
};

export type BucketNotifications = {
  readonly entries: readonly BucketEntry[];
  readonly hasEventBridge: boolean;
  /** The notifications to topics and queues, in S3's format. */
  readonly others: Pick<NotificationConfiguration, 'TopicConfigurations' | 'QueueConfigurations'>;
};

export type BucketCors = {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
};

/** A lifecycle rule of a bucket, as S3 returned it. */
export type KeptRule = LifecycleRule;

export type FoundBucket =
  | { readonly kind: 'found'; readonly notifications: BucketNotifications }
  /** The bucket is in another region. `region` is undefined if S3 does not return it. */
  | { readonly kind: 'elsewhere'; readonly region: string | undefined };

export const s3Port: Port<'s3', ReturnType<typeof s3Calls>> = port({
  name: 's3',
  id: 'S3',
  prefix: 's3',
  load: () => import('@aws-sdk/client-s3'),
  client: 'S3Client',
  // In an emulator, buckets do not have their own hosts.
  settings: ({ endpoint }) => ({ forcePathStyle: endpoint !== undefined }),
  isXml: true,
  // The notifications of a bucket must be read again before they are written again.
  repeatsBusy: false,
  kinds: [
    { names: ['BucketNotEmpty'], message: /^/, kind: 'busy' },
    { names: ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'], message: /^/, kind: 'exists' },
  ],
  actions: {
    getNotifications: callOn('bucket', 'read', 's3:GetBucketNotification'),
    putNotifications: callOn('bucket', 'write', 's3:PutBucketNotification'),
    getAccess: callOn('own-bucket', 'read', 's3:GetBucketPublicAccessBlock'),
    hasVersions: callOn('own-bucket', 'read', 's3:GetBucketVersioning'),
    getRules: callOn('own-bucket', 'read', 's3:GetLifecycleConfiguration'),
    getCors: callOn('own-bucket', 'read', 's3:GetBucketCORS'),
    listBucketTags: callOn('own-bucket', 'read', 's3:GetBucketTagging'),
    listBuckets: callOn('buckets', 'read', 's3:ListAllMyBuckets'),
    createBucket: callOn('own-bucket', 'write', 's3:CreateBucket', 's3:TagResource'),
    blockAccess: callOn('own-bucket', 'write', 's3:PutBucketPublicAccessBlock'),
    putVersions: callOn('own-bucket', 'write', 's3:PutBucketVersioning'),
    putRules: callOn('own-bucket', 'write', 's3:PutLifecycleConfiguration'),
    putCors: callOn('own-bucket', 'write', 's3:PutBucketCORS'),
    emptyBucket: call(
      'remove',
      { action: 's3:ListBucketVersions', resource: 'own-bucket' },
      { action: 's3:DeleteObject', resource: 'own-object' },
      { action: 's3:DeleteObjectVersion', resource: 'own-object' },
    ),
    deleteBucket: callOn('own-bucket', 'remove', 's3:DeleteBucket'),
  },
  calls: s3Calls,
});

/** The region whose buckets have no location constraint: docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html */
const HOME = 'us-east-1';

const BLOCKED = {
  BlockPublicAcls: true,
  IgnorePublicAcls: true,
  BlockPublicPolicy: true,
  RestrictPublicBuckets: true,
};

/** The name of the error for a bucket that does not block public access. */
const NOT_BLOCKED = 'NoSuchPublicAccessBlockConfiguration';

function s3Calls({ send, find, remove, pages }: Calls<typeof sdk>, { region }: Opening) {
  return {
    getNotifications: (Bucket: string): Promise<FoundBucket | undefined> =>
      find(
        'GetBucketNotificationConfiguration',
        { Bucket },
        {
          read: (answer): FoundBucket => {
            return { kind: 'found', notifications: readNotifications(answer) };
          },
          action: 'GetBucketNotification',
          refused: (error): FoundBucket => {
            if (!isElsewhere(error)) throw error;
            return { kind: 'elsewhere', region: regionIn(error) };
          },
        },
      ),

    /** Replaces all notifications. Fails with `busy` during another replacement. */
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

    /** Returns whether public access is blocked; undefined if the bucket does not exist. */
    getAccess: (Bucket: string): Promise<{ readonly isBlocked: boolean } | undefined> =>
      find(
        'GetPublicAccessBlock',
        { Bucket },
        {
          read: ({ PublicAccessBlockConfiguration: found = {} }) => ({
            isBlocked: Object.keys(BLOCKED).every((name) => Reflect.get(found, name) === true),
          }),
          action: 'GetBucketPublicAccessBlock',
          refused: (error) => {
            if (!(error instanceof Error && error.name === NOT_BLOCKED)) throw error;
            return { isBlocked: false };
          },
        },
      ),

    hasVersions: (Bucket: string): Promise<boolean | undefined> =>
      find('GetBucketVersioning', { Bucket }, ({ Status }) => Status === 'Enabled'),

    getRules: (Bucket: string): Promise<readonly KeptRule[] | undefined> =>
      find(
        'GetBucketLifecycleConfiguration',
        { Bucket },
        { read: ({ Rules }) => Rules, action: 'GetLifecycleConfiguration' },
      ),

    getCors: (Bucket: string): Promise<readonly BucketCors[] | undefined> =>
      find(
        'GetBucketCors',
        { Bucket },
        {
          read: ({ CORSRules = [] }) =>
            CORSRules.map((rule) => ({
              origins: rule.AllowedOrigins ?? [],
              methods: rule.AllowedMethods ?? [],
              headers: rule.AllowedHeaders ?? [],
            })),
          action: 'GetBucketCORS',
        },
      ),

    /** Returns the tags; empty for a bucket that has none or does not exist. */
    listBucketTags: (Bucket: string): Promise<Tags> =>
      unlessMissing(
        send('GetBucketTagging', { Bucket }, ({ TagSet = [] }) =>
          tagsOf(TagSet.map(({ Key, Value }) => ({ Key, Value }))),
        ),
        {},
      ),

    /** Returns the names of the account's buckets in this region that begin with `Prefix`. */
    listBuckets: async (Prefix: string): Promise<readonly string[]> => {
      const names = await pages(
        'ListBuckets',
        { Prefix, BucketRegion: region },
        {
          read: ({ Buckets = [] }) => Buckets.map(({ Name = '' }) => Name),
          action: 'ListAllMyBuckets',
          tokens: ['ContinuationToken', 'ContinuationToken'],
        },
      );
      // An emulator may ignore both parameters.
      return names.filter((name) => name.startsWith(Prefix));
    },

    createBucket: (Bucket: string, tags: Tags): Promise<void> =>
      send('CreateBucket', {
        Bucket,
        CreateBucketConfiguration: {
          ...(region !== HOME && { LocationConstraint: region as BucketRegion }), // because the SDK's type lists only the regions that it knows
          Tags: tagList(tags),
        },
      }),

    blockAccess: (Bucket: string): Promise<void> =>
      send(
        'PutPublicAccessBlock',
        { Bucket, PublicAccessBlockConfiguration: BLOCKED },
        { action: 'PutBucketPublicAccessBlock' },
      ),

    /** Switches versioning on or off. Existing versions are kept when it is switched off. */
    putVersions: (Bucket: string, isOn: boolean): Promise<void> =>
      send('PutBucketVersioning', {
        Bucket,
        VersioningConfiguration: { Status: isOn ? 'Enabled' : 'Suspended' },
      }),

    putRules: (Bucket: string, rules: readonly KeptRule[]): Promise<void> => {
      const action = 'PutLifecycleConfiguration';
      if (rules.length === 0) return send('DeleteBucketLifecycle', { Bucket }, { action });
      const LifecycleConfiguration = { Rules: [...rules] };
      const input = { Bucket, LifecycleConfiguration };
      return send('PutBucketLifecycleConfiguration', input, { action });
    },

    putCors: (Bucket: string, cors: BucketCors | undefined): Promise<void> => {
      const rules = { action: 'PutBucketCORS' };
      if (!cors) return send('DeleteBucketCors', { Bucket }, rules);
      const rule = {
        AllowedOrigins: [...cors.origins],
        AllowedMethods: [...cors.methods],
        ...(cors.headers.length > 0 && { AllowedHeaders: [...cors.headers] }),
      };
      return send('PutBucketCors', { Bucket, CORSConfiguration: { CORSRules: [rule] } }, rules);
    },

    /** Deletes all objects with all of their versions, one page at a time. */
    emptyBucket: async (Bucket: string): Promise<void> => {
      for (;;) {
        const Objects = await unlessMissing(
          send(
            'ListObjectVersions',
            { Bucket },
            {
              read: ({ Versions = [], DeleteMarkers = [] }) =>
                [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId })),
              action: 'ListBucketVersions',
            },
          ),
          [],
        );
        if (Objects.length === 0) return;
        await send(
          'DeleteObjects',
          { Bucket, Delete: { Objects, Quiet: true } },
          {
            action: 'DeleteObject',
            read: ({ Errors = [] }) => {
              const [first] = Errors;
              if (first) throw refusedObject(first);
            },
          },
        );
      }
    },

    /** Fails with `busy` if the bucket is not empty. */
    deleteBucket: (Bucket: string): Promise<void> => remove('DeleteBucket', { Bucket }),
  };
}

/** Creates an error for an object that was not deleted: S3 returns the reason for each object separately. */
function refusedObject({ Key, Code, Message }: S3ObjectError): Error {
  const error = new Error(`${Key ?? ''}: ${Message ?? Code ?? 'refused'}`);
  const status = Code === 'AccessDenied' ? 403 : Code === 'InternalError' ? 500 : 400;
  return Object.assign(error, { name: Code ?? 'Error', $metadata: { httpStatusCode: status } });
}

/** The errors that S3 returns for a bucket in another region: docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const ELSEWHERE = [
  'PermanentRedirect',
  'TemporaryRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
];

function isElsewhere(error: unknown): error is Error {
  return error instanceof Error && ELSEWHERE.includes(error.name);
}

/** Returns the region, which is in a header or in the error document. */
function regionIn(error: Error): string | undefined {
  const named = valueAt(error, '$response', 'headers', 'x-amz-bucket-region');
  const region = named ?? valueAt(error, 'Region');
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
    // The SDK has a list of the events that it knows, but S3 supports more.
    Events: [...events] as Kept['Events'], // because S3 checks them
    ...(rules.length > 0 && { Filter: { Key: { FilterRules: rules } } }),
  };
}

/** S3 filters encoded keys: docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-filtering.html */
function encodeFilter(text: string): string {
  return encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+');
}

/** A filter that another tool wrote may not be URL-encoded; in that case, it is kept unchanged. */
function decodeFilter(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

/** S3 names a destination that it cannot reach in a separate field, not in the message. */
function throwWithArguments(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const named = [valueAt(error, 'ArgumentName1'), valueAt(error, 'ArgumentValue1')];
  const texts = named.filter((value) => typeof value === 'string');
  if (texts.length > 0) error.message = `${error.message}: ${texts.join(': ')}`;
  throw error;
}
