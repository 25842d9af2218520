// The resource type for declared buckets. A deploy creates buckets before the functions, blocks public access, and changes
// settings in place. Buckets removed from the source are kept, even if the stage is deleted (docs/decisions/kept-data.md).
import { isListOf, isMapping, isText } from '../../../../compiler/json-values.js';
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { partitionOf } from '../../../cloud/regions.js';
import type { BucketCors, KeptRule } from '../../../cloud/services/s3.js';
import { baseName, isBucketNamed, stageOf } from '../../../config/cloud-names.js';
import type { DeployerScope } from '../../stage/deployer-scope.js';
import {
  attributeOf,
  bothFormats,
  type ExportedResource,
  type ExportedValue,
  tagsRow,
} from '../../stage/exported.js';
import { changedFields, type FieldChange } from '../../stage/plan-rows.js';
import { createNamed, notShown, retry } from '../../stage/repeated-calls.js';
import type { ResourceType } from '../../stage/resource-type.js';
import { NOTHING, type Ports, type Session } from '../../stage/run-steps.js';
import { type Desired, type DesiredInput, type WantedChange } from '../../stage/states.js';
import {
  declaredId,
  declaredOf,
  type DeclaredResource,
  declaredResource,
  exportedBucketName,
  keptResource,
  hasDeclared,
  createdOr,
  dataReads,
  declaredList,
} from '../declared/declared-resources.js';

export type DesiredOwnBucket = DeclaredResource & {
  readonly expireDays: number | undefined;
  readonly hasVersions: boolean;
  readonly cors: BucketCors | undefined;
};

/** The settings that a bucket may have. Each one is read with its own call. */
const SETTINGS = ['versions', 'rules', 'cors'] as const;

type Setting = (typeof SETTINGS)[number];

export type ObservedOwnBucket = {
  readonly name: string;
  readonly isBlocked: boolean;
  /** False if the versioning was not read. */
  readonly hasVersions: boolean;
  /** The lifecycle rules; undefined if they were not read, or if there are none. */
  readonly rules: readonly KeptRule[] | undefined;
  readonly cors: readonly BucketCors[] | undefined;
  /** The tags; undefined if the record already says that the bucket is managed by this stage. */
  readonly tags: Tags | undefined;
};

/** A bucket as stored in the record. */
export type BucketPlace = {
  readonly name: string;
  readonly has?: readonly string[];
};

export const bucket: ResourceType = declaredList({
  property: 'ownBuckets',
  noun: 'bucket',
  desired: desiredBuckets,
  // An export knows neither the account nor the region.
  isSame: (one, existing) => isBucketNamed(existing.name, one.name),
  hasData: true,
  deletion: { after: 'notifications', before: [] },
  read: dataReads({
    noun: 'bucket',
    property: 'ownBuckets',
    unlisted: 'unlistedBuckets',
    action: 's3:ListAllMyBuckets',
    list: ({ s3 }, start) => s3.listBuckets(start),
    read: (cloud, name, { wanted, known, isRecorded }) => {
      const recorded = wanted && [...settingsOf(wanted), ...(known?.has ?? [])];
      // The settings of a kept bucket are not read.
      const settings = (isRecorded ? recorded : wanted && SETTINGS) ?? [];
      return readBucket(cloud, name, { settings, readsTags: !known });
    },
  }),
  compare: (one, existing) => ({ fields: existing ? compareBucket(one, existing) : [] }),
  details: createdOr(createdText),
  put: putBucket,
  remove: ({ name }, ports) => deleteBucket(name, ports),
  record: {
    property: 'ownBuckets',
    of: (one) => {
      // The settings of a kept bucket are not read, so the bucket may have all of them.
      const has = 'type' in one ? settingsOf(one) : 'isBlocked' in one ? SETTINGS : (one.has ?? []);
      return { name: one.name, ...(has.length > 0 && { has }) };
    },
    isValid: (value): value is BucketPlace =>
      isMapping(value) &&
      isText(value['name']) &&
      (value['has'] === undefined || isListOf(value['has'], isText)),
  },
  deployer: {
    mayExist: (scope) => hasDeclared(scope, 'bucket') || scope.record?.ownBuckets !== undefined,
    statements: [
      {
        resource: 'own-bucket',
        sid: 'OwnBuckets',
        isWritten: (scope) => hasDeclared(scope, 'bucket'),
        arns: bucketArns,
      },
      {
        resource: 'own-object',
        sid: 'OwnObjects',
        arns: (scope) => bucketArns(scope).map((arn) => `${arn}/*`),
      },
      { resource: 'buckets', sid: 'OwnBucketLists', arns: () => ['*'] },
    ],
  },
  exports: exportBucket,
  adopts: (one, { name }) =>
    exportedParts(one).map((part) => ({ resource: partId(one, part), importId: name })),
});

function bucketArns(scope: DeployerScope): readonly string[] {
  return [`arn:${partitionOf(scope.region)}:s3:::${baseName(scope.app, scope.stage)}-*`];
}

function desiredBuckets(input: DesiredInput): readonly DesiredOwnBucket[] {
  const stage = stageOf(input);
  return declaredOf(input.manifest, 'bucket').map((entry) => ({
    ...declaredResource(entry, stage, input.ownTags),
    expireDays: entry.expireDays,
    hasVersions: entry.versioning === true,
    cors: entry.cors && { ...entry.cors, headers: entry.cors.headers ?? [] },
  }));
}

function settingsOf({ expireDays, hasVersions, cors }: DesiredOwnBucket): readonly Setting[] {
  const has = { versions: hasVersions, rules: expireDays !== undefined, cors: cors !== undefined };
  return SETTINGS.filter((name) => has[name]);
}

function compareBucket(one: DesiredOwnBucket, existing: ObservedOwnBucket): readonly FieldChange[] {
  const found = existing.rules?.find(({ ID }) => ID === RULE_ID);
  const days = found?.Status === 'Enabled' ? found.Expiration?.Days : undefined;
  const versions = found?.NoncurrentVersionExpiration?.NoncurrentDays;
  return changedFields([
    ['public access', existing.isBlocked ? 'blocked' : 'open', 'blocked'],
    ['versioning', existing.hasVersions ? 'on' : 'off', one.hasVersions ? 'on' : 'off'],
    ['expireDays', days, one.expireDays],
    ['expireDays of old versions', versions, one.hasVersions ? one.expireDays : undefined],
    ['cors', existing.cors && corsText(existing.cors), one.cors && corsText([one.cors])],
  ]);
}

function corsText(rules: readonly BucketCors[]): string {
  return rules
    .map(({ origins, methods, headers }) =>
      [origins, methods, headers]
        .filter((list) => list.length > 0)
        .map((list) => list.toSorted().join(', '))
        .join(' '),
    )
    .join('; ');
}

function createdText({ expireDays, hasVersions, cors }: DesiredOwnBucket): readonly string[] {
  const parts = [
    ...(hasVersions ? ['keeps versions'] : []),
    ...(expireDays === undefined ? [] : [`objects expire after ${expireDays} days`]),
    ...(cors ? [`CORS for ${cors.origins.join(', ')}`] : []),
  ];
  return parts.length === 0 ? [] : [parts.join(', ')];
}

// Reads buckets: one call for each bucket, and one for each setting that it has or should have.

async function readBucket(
  { s3 }: Cloud,
  name: string,
  { settings, readsTags }: { readonly settings: readonly string[]; readonly readsTags: boolean },
): Promise<readonly ObservedOwnBucket[]> {
  const read = <Value>(setting: Setting, call: () => Promise<Value>): Promise<Value | undefined> =>
    settings.includes(setting) ? call() : Promise.resolve(undefined);
  const [access, hasVersions, rules, cors, tags] = await Promise.all([
    s3.getAccess(name),
    read('versions', () => s3.hasVersions(name)),
    read('rules', () => s3.getRules(name)),
    read('cors', () => s3.getCors(name)),
    readsTags ? s3.listBucketTags(name) : undefined,
  ]);
  if (!access) return [];
  return [{ name, ...access, hasVersions: hasVersions === true, rules, cors, tags }];
}

const RULE_ID = 'framework-expiry';

async function putBucket(
  { desired: one, observed, fields }: WantedChange<DesiredOwnBucket, ObservedOwnBucket>,
  session: Session,
): Promise<void> {
  const { cloud, wait } = session;
  const { s3 } = cloud;
  const { name, hasVersions, cors } = one;
  if (!observed) await createBucket(one, session);
  const isNew = !observed;
  const put = (call: () => Promise<void>): Promise<void> =>
    retry(call, wait, [...notShown(isNew), 'busy']);
  const differs = (field: string): boolean => fields.some((each) => each.field === field);
  if (isNew || differs('public access')) await put(() => s3.blockAccess(name));
  if (isNew ? hasVersions : differs('versioning')) {
    await put(() => s3.putVersions(name, hasVersions));
  }
  const isExpiry = fields.some(({ field }) => field.startsWith('expireDays'));
  if (isNew ? one.expireDays !== undefined : isExpiry) {
    const others = (observed?.rules ?? []).filter(({ ID }) => ID !== RULE_ID);
    await put(() => s3.putRules(name, [...others, ...ruleOf(one)]));
  }
  if (isNew ? cors !== undefined : differs('cors')) await put(() => s3.putCors(name, cors));
}

async function createBucket(
  { name, tags }: DesiredOwnBucket,
  { cloud: { s3 }, wait, desired }: Session,
): Promise<void> {
  const find = async (): Promise<{ readonly tags: Tags } | undefined> =>
    (await s3.getAccess(name)) && { tags: await s3.listBucketTags(name) };
  const create = async (): Promise<{ readonly tags: Tags }> => {
    await retry(() => s3.createBucket(name, tags), wait);
    return { tags };
  };
  await createNamed({ kind: 'bucket', name, tags, owner: desired, create, find, wait });
}

/** Old versions in a versioned bucket also expire, or they would be kept forever. */
function ruleOf({ expireDays: days, hasVersions }: DesiredOwnBucket): readonly KeptRule[] {
  if (days === undefined) return [];
  return [
    {
      ID: RULE_ID,
      Status: 'Enabled',
      Filter: { Prefix: '' },
      Expiration: { Days: days },
      ...(hasVersions && { NoncurrentVersionExpiration: { NoncurrentDays: days } }),
    },
  ];
}

/** The maximum number of times that a bucket is emptied if it receives more objects in the meantime. */
const ATTEMPTS = 5;

async function deleteBucket(name: string, { cloud: { s3 }, wait }: Ports): Promise<unknown> {
  if (!(await s3.getAccess(name))) return NOTHING;
  for (let attempt = 1; ; attempt += 1) {
    await s3.emptyBucket(name);
    try {
      await s3.deleteBucket(name);
      return undefined;
    } catch (error) {
      if (!isCloudError(error, 'busy') || attempt >= ATTEMPTS) throw error;
      await wait(1000);
    }
  }
}

// Exports buckets. In Terraform, each setting is a resource. Like `framework delete`, deleting a stack keeps the buckets.

type BucketPart = 'bucket' | 'access' | Setting;

function exportedParts(one: DesiredOwnBucket): readonly BucketPart[] {
  return ['bucket', 'access', ...settingsOf(one)];
}

function partId(one: DesiredOwnBucket, part: BucketPart): string {
  return part === 'bucket' ? declaredId(one) : `${part} of ${declaredId(one)}`;
}

function exportBucket(one: DesiredOwnBucket, desired: Desired): readonly ExportedResource[] {
  const { type: _type, name: _name, arn: _arn, at: _at, variables: _, ...rest } = one;
  const { declaredName, tags, expireDays: days, hasVersions, cors, ...others } = rest;
  others satisfies Record<string, never>;
  const access = [
    [true, 'block_public_acls', 'BlockPublicAcls'],
    [true, 'ignore_public_acls', 'IgnorePublicAcls'],
    [true, 'block_public_policy', 'BlockPublicPolicy'],
    [true, 'restrict_public_buckets', 'RestrictPublicBuckets'],
  ] as const;
  const formats = bothFormats(
    ['aws_s3_bucket', 'AWS::S3::Bucket'],
    [
      [exportedBucketName(desired, declaredName), 'bucket', 'BucketName'],
      [
        Object.fromEntries(access.map(([value, , property]) => [property, value])),
        undefined,
        'PublicAccessBlockConfiguration',
      ],
      [hasVersions ? { Status: 'Enabled' } : undefined, undefined, 'VersioningConfiguration'],
      [
        days === undefined
          ? undefined
          : {
              Rules: [
                {
                  Id: RULE_ID,
                  Status: 'Enabled',
                  ExpirationInDays: days,
                  NoncurrentVersionExpiration: hasVersions ? { NoncurrentDays: days } : undefined,
                },
              ],
            },
        undefined,
        'LifecycleConfiguration',
      ],
      [
        cors && {
          CorsRules: [
            {
              AllowedOrigins: cors.origins,
              AllowedMethods: cors.methods,
              AllowedHeaders: cors.headers.length > 0 ? cors.headers : undefined,
            },
          ],
        },
        undefined,
        'CorsConfiguration',
      ],
      tagsRow(tags),
    ],
    { name: ['bucket', 'Ref'], arn: ['arn', 'Arn'] },
  );
  const part = (
    setting: BucketPart,
    type: string,
    properties: Readonly<Record<string, ExportedValue | undefined>>,
  ): ExportedResource => ({
    id: partId(one, setting),
    kind: 'Bucket',
    key: declaredName,
    terraform: {
      type,
      properties: { bucket: attributeOf(declaredId(one), 'name'), ...properties },
    },
  });
  const settings: Readonly<Record<BucketPart, () => ExportedResource>> = {
    bucket: () => keptResource(one, 'Bucket', formats),
    access: () =>
      part(
        'access',
        'aws_s3_bucket_public_access_block',
        Object.fromEntries(access.map(([value, property]) => [property, value])),
      ),
    versions: () =>
      part('versions', 'aws_s3_bucket_versioning', {
        versioning_configuration: { status: 'Enabled' },
      }),
    rules: () =>
      part('rules', 'aws_s3_bucket_lifecycle_configuration', {
        rule: {
          id: RULE_ID,
          status: 'Enabled',
          filter: { prefix: '' },
          expiration: { days: days ?? 0 },
          noncurrent_version_expiration: hasVersions ? { noncurrent_days: days } : undefined,
        },
      }),
    cors: () =>
      part('cors', 'aws_s3_bucket_cors_configuration', {
        cors_rule: {
          allowed_origins: cors?.origins ?? [],
          allowed_methods: cors?.methods ?? [],
          allowed_headers: cors && cors.headers.length > 0 ? cors.headers : undefined,
        },
      }),
  };
  return exportedParts(one).map((each) => settings[each]());
}
