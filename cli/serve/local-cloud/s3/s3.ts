// S3: buckets with their settings, notifications, and objects. REST with XML; the bucket is in the path or the host.
import { parseJson } from '../../../../compiler/json-values.js';
import { OWN_TAG } from '../../../config/limits.js';
import { xmlOf } from '../query-service.js';
import {
  RefusedCall,
  type Refusal,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from '../service.js';
import {
  bucketOf,
  contentOf,
  corsHeaders,
  textIn,
  type BucketStore,
  malformed,
  methodNotAllowed,
  noSuchBucket,
  type Bucket,
  refused,
  empty,
  iso,
  type S3Operation,
  type S3Operations,
  xml,
} from './bucket-store.js';
import { LISTINGS, ownerXml } from './listings.js';
import { MULTIPART_OPERATIONS } from './multipart.js';
import { checkNotifications, entriesIn } from './notifications.js';
import { OBJECT_OPERATIONS } from './objects.js';

/** A configuration document of a bucket, selected by a query parameter. */
type Document = {
  /** The suffix of its operations, such as `GetBucketCors`. */
  readonly name: string;
  readonly element: string;
  /** The suffix of its permissions, such as `s3:GetBucketCORS`. */
  readonly action: string;
  /** The code and message of the error if the bucket has no such document. If undefined, the document is empty instead. */
  readonly missing?: readonly [code: string, text: string];
  readonly isJson?: true;
};

const DOCUMENTS: Readonly<Record<string, Document>> = {
  notification: {
    name: 'Notification',
    element: 'NotificationConfiguration',
    action: 'BucketNotification',
  },
  publicAccessBlock: {
    name: 'PublicAccessBlock',
    element: 'PublicAccessBlockConfiguration',
    action: 'BucketPublicAccessBlock',
    missing: [
      'NoSuchPublicAccessBlockConfiguration',
      'The public access block configuration was not found',
    ],
  },
  versioning: {
    name: 'BucketVersioning',
    element: 'VersioningConfiguration',
    action: 'BucketVersioning',
  },
  lifecycle: {
    name: 'BucketLifecycleConfiguration',
    element: 'LifecycleConfiguration',
    action: 'LifecycleConfiguration',
    missing: ['NoSuchLifecycleConfiguration', 'The lifecycle configuration does not exist'],
  },
  cors: {
    name: 'BucketCors',
    element: 'CORSConfiguration',
    action: 'BucketCORS',
    missing: ['NoSuchCORSConfiguration', 'The CORS configuration does not exist'],
  },
  tagging: {
    name: 'BucketTagging',
    element: 'Tagging',
    action: 'BucketTagging',
    missing: ['NoSuchTagSet', 'The TagSet does not exist'],
  },
  encryption: {
    name: 'BucketEncryption',
    element: 'ServerSideEncryptionConfiguration',
    action: 'EncryptionConfiguration',
    missing: [
      'ServerSideEncryptionConfigurationNotFoundError',
      'The server side encryption configuration was not found',
    ],
  },
  ownershipControls: {
    name: 'BucketOwnershipControls',
    element: 'OwnershipControls',
    action: 'BucketOwnershipControls',
    missing: ['OwnershipControlsNotFoundError', 'The bucket ownership controls were not found'],
  },
  policy: {
    name: 'BucketPolicy',
    element: 'Policy',
    action: 'BucketPolicy',
    missing: ['NoSuchBucketPolicy', 'The bucket policy does not exist'],
    isJson: true,
  },
};

const BLOCKED = [
  'BlockPublicAcls',
  'IgnorePublicAcls',
  'BlockPublicPolicy',
  'RestrictPublicBuckets',
]
  .map((name) => `<${name}>true</${name}>`)
  .join('');

/** Since 2023, every new bucket is encrypted, and its access control lists are disabled. */
const NEW_DOCUMENTS: readonly (readonly [string, string])[] = [
  ['publicAccessBlock', BLOCKED],
  [
    'encryption',
    '<Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule>',
  ],
  ['ownershipControls', '<Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule>'],
];

const OPERATIONS: S3Operations = {
  ...Object.fromEntries(Object.entries(DOCUMENTS).flatMap(documentOperations)),
  GetBucketLocation: {
    on: 'GET bucket?location',
    run: ({ store: { region } }) => xml('LocationConstraint', region === 'us-east-1' ? '' : region),
  },
  ...MULTIPART_OPERATIONS,
  ...LISTINGS,
  ...OBJECT_OPERATIONS,
  HeadBucket: {
    on: 'HEAD bucket',
    action: 's3:ListBucket',
    run: ({ store: { region } }) => empty(200, { 'x-amz-bucket-region': region }),
  },
  DeleteBucket: {
    on: 'DELETE bucket',
    run: ({ bucket, store }) => {
      if (bucket.objects.size > 0)
        throw refused([409, 'BucketNotEmpty'], 'The bucket you tried to delete is not empty', {
          BucketName: bucket.name,
        });
      store.buckets.delete(bucket.name);
      store.regions.delete(bucket.name);
      return empty(204);
    },
  },
};

/** Query parameters that select another operation. */
const TELLING =
  /^(?:acl|accelerate|analytics|attributes|cors|delete|encryption|intelligent-tiering|inventory|legal-hold|lifecycle|location|logging|metrics|notification|object-lock|ownershipControls|policy|policyStatus|publicAccessBlock|replication|requestPayment|restore|retention|select|tagging|torrent|uploads|uploadId|versioning|versions|website)$/;

export function createS3(store: BucketStore): Service {
  return {
    name: 's3',
    operationOf: (request) => {
      const { bucket, key } = bucketOf(request);
      const resource = bucket === '' ? '*' : `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}`;
      const found = findOperation(request);
      if (!found) return undefined;
      const { name, action, versionAction = action, isFree } = found;
      const isOfVersion = request.query.has('versionId');
      return {
        name,
        isWrite: !/^(?:Get|List|Head|OPTIONS)/.test(name),
        action: isOfVersion ? versionAction : action,
        resource,
        also: alsoNeeded(name, request, isOfVersion).map((one) => ({ action: one, resource })),
        resourcePolicy: store.buckets.get(bucket)?.documents.get('policy'),
        ...(isFree && { isFree }),
        run: () => {
          try {
            return withCors(run(found, request, store), request, store);
          } catch (error) {
            if (!(error instanceof RefusedCall)) throw error;
            const answered = refuse(error.refusal);
            const body = request.method === 'HEAD' ? '' : answered.body;
            return withCors({ ...answered, body }, request, store);
          }
        },
      };
    },
    refuse,
    // A bucket without the framework's tag is not listed, but its notifications are, so that tests can find notifications that
    // were left behind in it.
    inventory: () =>
      [...store.buckets].flatMap(([bucket, { documents }]) => [
        ...(documents.get('tagging')?.includes(OWN_TAG) ? [`bucket ${bucket}`] : []),
        ...entriesIn(documents.get('notification') ?? '').map(
          ({ id }) => `notification ${bucket} ${id}`,
        ),
      ]),
  };
}

/** Returns additional permissions: docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html */
function alsoNeeded(
  name: string,
  { headers }: ServiceRequest,
  isOfVersion: boolean,
): readonly string[] {
  if (name === 'GetObjectAttributes')
    return [isOfVersion ? 's3:GetObjectVersionAttributes' : 's3:GetObjectAttributes'];
  const takesTags = ['PutObject', 'CopyObject', 'CreateMultipartUpload'].includes(name);
  return takesTags && headers['x-amz-tagging'] !== undefined ? ['s3:PutObjectTagging'] : [];
}

type FoundOperation = Pick<S3Operation, 'versionAction' | 'isFree'> &
  Partial<Pick<S3Operation, 'run'>> & { readonly name: string; readonly action: string };

function findOperation(request: ServiceRequest): FoundOperation | undefined {
  const { method, query, headers } = request;
  const { bucket, key } = bucketOf(request);
  if (method === 'OPTIONS') return { name: method, action: 's3:OPTIONS', isFree: true };
  if (bucket === '')
    return method === 'GET' ? { name: 'ListBuckets', action: 's3:ListAllMyBuckets' } : undefined;
  const location = key === '' ? 'bucket' : 'object';
  const found = Object.entries(OPERATIONS).find(([, { on, header }]) => {
    const [served, needed] = on.split('?');
    return (
      served === `${method} ${location}` &&
      (needed ?? '').split('&').every((name) => name === '' || query.has(name)) &&
      (header === undefined || headers[header] !== undefined)
    );
  });
  const isUnread = [...query.keys()].some((name) => TELLING.test(name));
  if (isUnread && !found?.[1].on.includes('?')) return undefined;
  if (found) return { action: `s3:${found[0]}`, ...found[1], name: found[0] };
  return method === 'PUT' && location === 'bucket'
    ? { name: 'CreateBucket', action: 's3:CreateBucket' }
    : undefined;
}

function run(found: FoundOperation, request: ServiceRequest, store: BucketStore): ServiceAnswer {
  const { bucket: name, key } = bucketOf(request);
  const text = (): string => request.body.toString();
  if (found.name === 'OPTIONS') return preflight(request, store.buckets.get(name));
  if (found.name === 'ListBuckets') return listBuckets(request, store);
  if (found.name === 'CreateBucket') return createBucket(name, text(), store);
  const home = store.regions.get(name);
  if (home !== undefined && home !== store.region) throw redirected(home);
  const bucket = store.buckets.get(name);
  if (!bucket) throw noSuchBucket(name);
  if (!found.run) throw methodNotAllowed();
  return found.run({ request, store, bucket, key, text });
}

function withCors(
  answered: ServiceAnswer,
  request: ServiceRequest,
  store: BucketStore,
): ServiceAnswer {
  const rules = store.buckets.get(bucketOf(request).bucket)?.documents.get('cors');
  if (request.method === 'OPTIONS' || rules === undefined) return answered;
  return { ...answered, headers: { ...answered.headers, ...corsHeaders(rules, request) } };
}

function preflight(request: ServiceRequest, bucket: Bucket | undefined): ServiceAnswer {
  const rules = bucket?.documents.get('cors');
  if (rules === undefined)
    throw refused([403, 'AccessForbidden'], 'CORSResponse: CORS is not enabled for this bucket.');
  const headers = corsHeaders(rules, request);
  if (headers) return empty(200, headers);
  const message =
    "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.";
  throw refused([403, 'AccessForbidden'], message);
}

function listBuckets({ query }: ServiceRequest, store: BucketStore): ServiceAnswer {
  const { buckets, region } = store;
  const prefix = query.get('prefix') ?? '';
  const found = (query.get('bucket-region') ?? region) === region ? [...buckets.values()] : [];
  const listed = found
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, createdAt }) => {
      return xmlOf({ Bucket: { Name: name, CreationDate: iso(createdAt), BucketRegion: region } });
    });
  const content = `${ownerXml(store)}<Buckets>${listed.join('')}</Buckets>`;
  return xml('ListAllMyBucketsResult', content);
}

function createBucket(name: string, text: string, store: BucketStore): ServiceAnswer {
  const { region, regions, buckets, clock } = store;
  if (!/^(?=.{3,63}$)[a-z0-9][a-z0-9.-]*[a-z0-9]$/.test(name))
    throw refused([400, 'InvalidBucketName'], 'The specified bucket is not valid.', {
      BucketName: name,
    });
  const constraint = contentOf(text, 'LocationConstraint')[0];
  if (constraint !== (region === 'us-east-1' ? undefined : region)) {
    const message = 'The location constraint is incompatible for the region specific endpoint';
    throw refused([400, 'IllegalLocationConstraintException'], message);
  }
  const made = empty(200, { Location: `/${name}` });
  if (regions.has(name)) {
    // docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html
    if (region === 'us-east-1' && regions.get(name) === region) return made;
    const message = 'Your previous request to create the named bucket succeeded and you own it.';
    throw refused([409, 'BucketAlreadyOwnedByYou'], message, { BucketName: name });
  }
  const tags = contentOf(text, 'Tags').join('');
  const documents = new Map(NEW_DOCUMENTS);
  if (tags !== '') documents.set('tagging', `<TagSet>${tags}</TagSet>`);
  const createdAt = clock.now();
  buckets.set(name, { name, createdAt, documents, objects: new Map(), uploads: new Map() });
  regions.set(name, region);
  return made;
}

type Named<Value> = readonly [name: string, value: Value];

function documentOperations([parameter, document]: Named<Document>): readonly Named<S3Operation>[] {
  const { name, element, action, missing, isJson } = document;
  const removal: S3Operation = {
    on: `DELETE bucket?${parameter}`,
    action: `s3:Put${action}`,
    run: ({ bucket }) => {
      bucket.documents.delete(parameter);
      return empty(204);
    },
  };
  return [
    [
      `Get${name}`,
      {
        on: `GET bucket?${parameter}`,
        action: `s3:Get${action}`,
        run: ({ bucket }) => {
          const content = bucket.documents.get(parameter);
          if (content === undefined && missing !== undefined)
            throw refused([404, missing[0]], missing[1], { BucketName: bucket.name });
          if (isJson)
            return { ...empty(200, { 'Content-Type': 'application/json' }), body: content ?? '' };
          return xml(element, content ?? '');
        },
      },
    ],
    [
      `Put${name}`,
      {
        on: `PUT bucket?${parameter}`,
        action: `s3:Put${action}`,
        run: ({ bucket, text, store }) => {
          const content = isJson ? text() : (contentOf(text(), element)[0] ?? '');
          if (parameter === 'notification') checkNotifications(content, bucket.name, store);
          // The scope of a rule is in `Filter` or in the older `Prefix`.
          if (parameter === 'lifecycle' && !/<(?:Filter|Prefix)\b/.test(content)) throw malformed();
          if (isJson) checkPolicy(content, bucket);
          bucket.documents.set(parameter, content);
          return empty(isJson ? 204 : 200);
        },
      },
    ],
    ...(missing === undefined ? [] : [[`Delete${name}`, removal] as const]),
  ];
}

function checkPolicy(text: string, { documents, name }: Bucket): void {
  if (parseJson(text) === undefined)
    throw refused(
      [400, 'MalformedPolicy'],
      "Policies must be valid JSON and the first byte must be '{'",
    );
  const isBlocked =
    textIn(documents.get('publicAccessBlock') ?? '', 'BlockPublicPolicy') === 'true';
  if (!isBlocked || !/"Principal"\s*:\s*(?:"\*"|\{\s*"AWS"\s*:\s*"\*"\s*\})/.test(text)) return;
  const message = `User is not authorized to perform: s3:PutBucketPolicy on resource: "arn:aws:s3:::${name}" because public policies are prevented by the BlockPublicPolicy setting in S3 Block Public Access.`;
  throw refused([403, 'AccessDenied'], message);
}

function redirected(region: string): RefusedCall {
  const message =
    'The bucket you are attempting to access must be addressed using the specified endpoint. Please send all future requests to this endpoint.';
  const headers = { 'x-amz-bucket-region': region };
  return new RefusedCall({ status: 301, code: 'PermanentRedirect', message, headers });
}

function refuse({ status, code, message, headers = {} }: Refusal): ServiceAnswer {
  const { 'x-details': details = '{}', ...rest } = headers;
  const answered = empty(status, { 'Content-Type': 'application/xml', ...rest });
  const RequestId = answered.headers?.['x-amz-request-id'] ?? '';
  const more = JSON.parse(details) as Readonly<Record<string, string>>; // because `refused` wrote it
  const content = xmlOf({ Code: code, Message: message, ...more, RequestId, HostId: 'local' });
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${content}</Error>`;
  return { ...answered, body };
}
