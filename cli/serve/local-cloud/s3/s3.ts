// S3: buckets with their settings, what they tell others, and objects as far as they are counted: REST with XML, the bucket in
// the path.
import { randomUUID } from 'node:crypto';
import { OWN_TAG } from '../../../config/limits.js';
import { overlap } from '../../../ship/resources/notification/notification-state.js';
import type { Deliveries, Sending } from '../deliveries.js';
import { type EventStore, eventId, timeText } from '../events/event-store.js';
import { escaped } from '../query-service.js';
import { RefusedCall } from '../refused-call.js';
import type { CloudClock, Refusal, Service, ServiceAnswer, ServiceRequest } from '../service.js';
import { encodedKey, objectEvent, objectRecord } from './object-event.js';

export type BucketStore = {
  readonly region: string;
  readonly account: string;
  readonly clock: CloudClock;
  readonly deliveries: Deliveries;
  readonly events: EventStore;
  readonly buckets: Map<string, Bucket>;
  /** The region of every bucket: their names are the same everywhere. */
  readonly regions: Map<string, string>;
  readonly maySend: (sending: Omit<Sending, 'event'>) => boolean;
};

type Bucket = {
  /** The content of each document, as it was put. */
  readonly documents: Map<string, string>;
  /** Newest last. */
  objects: readonly StoredObject[];
};

type StoredObject = {
  readonly key: string;
  readonly version: string;
  /** Of a marker, which says that the object was deleted. */
  readonly isMarker: boolean;
};

type Entry = {
  readonly id: string;
  readonly functionArn: string;
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
};

/** A document of a bucket, by the parameter that asks for it. */
type Document = {
  /** Of operations: `GetBucketCors`. */
  readonly name: string;
  readonly element: string;
  readonly read: string;
  readonly write: string;
  /** The error for a bucket without one; without it, the document is empty. */
  readonly missing?: string;
};

const DOCUMENTS: Readonly<Record<string, Document>> = {
  notification: {
    name: 'Notification',
    element: 'NotificationConfiguration',
    read: 's3:GetBucketNotification',
    write: 's3:PutBucketNotification',
  },
  publicAccessBlock: {
    name: 'PublicAccessBlock',
    element: 'PublicAccessBlockConfiguration',
    read: 's3:GetBucketPublicAccessBlock',
    write: 's3:PutBucketPublicAccessBlock',
    missing: 'NoSuchPublicAccessBlockConfiguration',
  },
  versioning: {
    name: 'BucketVersioning',
    element: 'VersioningConfiguration',
    read: 's3:GetBucketVersioning',
    write: 's3:PutBucketVersioning',
  },
  lifecycle: {
    name: 'BucketLifecycleConfiguration',
    element: 'LifecycleConfiguration',
    read: 's3:GetLifecycleConfiguration',
    write: 's3:PutLifecycleConfiguration',
    missing: 'NoSuchLifecycleConfiguration',
  },
  cors: {
    name: 'BucketCors',
    element: 'CORSConfiguration',
    read: 's3:GetBucketCORS',
    write: 's3:PutBucketCORS',
    missing: 'NoSuchCORSConfiguration',
  },
  tagging: {
    name: 'BucketTagging',
    element: 'Tagging',
    read: 's3:GetBucketTagging',
    write: 's3:PutBucketTagging',
    missing: 'NoSuchTagSet',
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

const PAGE = 1000;

export function createS3(store: BucketStore): Service {
  return {
    name: 's3',
    operationOf: (request) => {
      const call = readCall(request);
      const { bucket, key, name, action } = call ?? {};
      if (name === undefined || action === undefined) return undefined;
      const resource = bucket === '' ? '*' : `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}`;
      return { name, isWrite: !/^(?:Get|List)/.test(name), action, resource };
    },
    answer: (_, request) => {
      try {
        return answer(200, run(request, store));
      } catch (error) {
        if (error instanceof RefusedCall) return refuse(error.refusal);
        throw error;
      }
    },
    refuse,
    // A bucket without our tag is not ours: a test that looks for orphans counts what it tells.
    inventory: () =>
      [...store.buckets].flatMap(([bucket, { documents }]) => [
        ...(documents.get('tagging')?.includes(OWN_TAG) ? [`bucket ${bucket}`] : []),
        ...entriesIn(documents.get('notification') ?? '').map(
          ({ id }) => `notification ${bucket} ${id}`,
        ),
      ]),
  };
}

type Call = {
  /** Empty for the list of buckets. */
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly name: string;
  readonly action: string;
  /** The parameter of a document. */
  readonly document?: string;
};

function readCall({ method, path, query, body }: ServiceRequest): Call | undefined {
  const [, bucket = '', ...rest] = path.split('/');
  const key = decodeURIComponent(rest.join('/'));
  const place = { bucket, key };
  if (bucket === '') {
    return method === 'GET'
      ? { ...place, name: 'ListBuckets', action: 's3:ListAllMyBuckets' }
      : undefined;
  }
  if (key !== '') {
    return method === 'PUT' ? { ...place, name: 'PutObject', action: 's3:PutObject' } : undefined;
  }
  const document = Object.keys(DOCUMENTS).find((name) => query.has(name));
  const kind = DOCUMENTS[document ?? ''];
  if (document !== undefined && kind) {
    const { name, read, write } = kind;
    if (method === 'GET') return { ...place, name: `Get${name}`, action: read, document };
    if (method === 'PUT') return { ...place, name: `Put${name}`, action: write, document };
    if (kind.missing === undefined) return undefined;
    return { ...place, name: `Delete${name}`, action: write, document };
  }
  if (query.has('versions') && method === 'GET') {
    return { ...place, name: 'ListObjectVersions', action: 's3:ListBucketVersions' };
  }
  if (query.has('delete') && method === 'POST') {
    const [object = ''] = contentOf(body.toString(), 'Object');
    const isVersion = contentOf(object, 'VersionId').length > 0;
    return {
      bucket,
      key: contentOf(object, 'Key')[0] ?? '',
      name: 'DeleteObjects',
      action: isVersion ? 's3:DeleteObjectVersion' : 's3:DeleteObject',
    };
  }
  if (method === 'PUT') return { ...place, name: 'CreateBucket', action: 's3:CreateBucket' };
  if (method === 'DELETE') return { ...place, name: 'DeleteBucket', action: 's3:DeleteBucket' };
  return undefined;
}

function run(request: ServiceRequest, store: BucketStore): string {
  const call = readCall(request);
  if (!call) throw refused(405, 'MethodNotAllowed', 'The method is not allowed');
  const { bucket, key, name, document } = call;
  const text = request.body.toString();
  if (name === 'ListBuckets') return listBuckets(request, store);
  if (name === 'CreateBucket') return createBucket(bucket, text, store);
  const home = store.regions.get(bucket);
  if (home !== undefined && home !== store.region) throw redirected(home);
  const found = store.buckets.get(bucket);
  if (!found) throw refused(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (document !== undefined) return runDocument(name, text, { bucket, document, found, store });
  switch (name) {
    case 'ListObjectVersions': {
      const page = found.objects.slice(0, PAGE).map(({ key: Key, version, isMarker }) => {
        const tag = isMarker ? 'DeleteMarker' : 'Version';
        return `<${tag}><Key>${escaped(Key)}</Key><VersionId>${version}</VersionId></${tag}>`;
      });
      const isMore = found.objects.length > PAGE;
      const content = `<IsTruncated>${isMore}</IsTruncated>${page.join('')}`;
      return `<ListVersionsResult>${content}</ListVersionsResult>`;
    }
    case 'DeleteObjects': {
      const gone = contentOf(text, 'Object').map((one) => [
        contentOf(one, 'Key')[0] ?? '',
        contentOf(one, 'VersionId')[0] ?? 'null',
      ]);
      if (gone.length > PAGE) throw refused(400, 'MalformedXML', 'The XML is not well-formed');
      const ids = new Set(gone.map((one) => JSON.stringify(one)));
      found.objects = found.objects.filter(
        (one) => !ids.has(JSON.stringify([escaped(one.key), one.version])),
      );
      return '<DeleteResult></DeleteResult>';
    }
    case 'DeleteBucket':
      if (found.objects.length > 0) {
        throw refused(409, 'BucketNotEmpty', 'The bucket you tried to delete is not empty');
      }
      store.buckets.delete(bucket);
      store.regions.delete(bucket);
      return '';
    default: {
      const isKept = /<Status>Enabled/.test(found.documents.get('versioning') ?? '');
      const version = isKept ? randomUUID() : 'null';
      const others = found.objects.filter((one) => one.key !== key || one.version !== version);
      found.objects = [...others, { key, version, isMarker: false }];
      const told = found.documents.get('notification') ?? '';
      tell(told, { bucket, key, size: request.body.length }, store);
      return '';
    }
  }
}

function listBuckets({ query }: ServiceRequest, { buckets, region }: BucketStore): string {
  const prefix = query.get('prefix') ?? '';
  const names = [...buckets.keys()].filter((name) => name.startsWith(prefix));
  const listed = names.map((name) => `<Bucket><Name>${name}</Name></Bucket>`);
  if ((query.get('bucket-region') ?? region) !== region) listed.length = 0;
  return `<ListAllMyBucketsResult><Buckets>${listed.join('')}</Buckets></ListAllMyBucketsResult>`;
}

function createBucket(bucket: string, text: string, store: BucketStore): string {
  const { region, regions, buckets } = store;
  if (!/^(?=.{3,63}$)[a-z0-9][a-z0-9.-]*[a-z0-9]$/.test(bucket)) {
    throw refused(400, 'InvalidBucketName', 'The specified bucket is not valid.');
  }
  const constraint = contentOf(text, 'LocationConstraint')[0];
  if (constraint !== (region === 'us-east-1' ? undefined : region)) {
    const message = 'The location constraint is incompatible for the region specific endpoint';
    throw refused(400, 'IllegalLocationConstraintException', message);
  }
  if (regions.has(bucket)) {
    // docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html
    if (region === 'us-east-1' && regions.get(bucket) === region) return '';
    const message = 'Your previous request to create the named bucket succeeded and you own it.';
    throw refused(409, 'BucketAlreadyOwnedByYou', message);
  }
  const tags = contentOf(text, 'Tags').join('');
  const documents = new Map([['publicAccessBlock', BLOCKED]]);
  if (tags !== '') documents.set('tagging', `<TagSet>${tags}</TagSet>`);
  buckets.set(bucket, { documents, objects: [] });
  regions.set(bucket, region);
  return '';
}

function runDocument(
  name: string,
  text: string,
  place: {
    readonly bucket: string;
    readonly document: string;
    readonly found: Bucket;
    readonly store: BucketStore;
  },
): string {
  const { bucket, document, found, store } = place;
  const { element = '', missing } = DOCUMENTS[document] ?? {};
  const { documents } = found;
  if (name.startsWith('Delete')) {
    documents.delete(document);
    return '';
  }
  if (name.startsWith('Put')) {
    const content = contentOf(text, element)[0] ?? '';
    if (document === 'notification') check(entriesIn(content), bucket, store);
    if (document === 'lifecycle' && !content.includes('<Filter')) {
      throw refused(400, 'MalformedXML', 'The XML you provided was not well-formed');
    }
    documents.set(document, content);
    return '';
  }
  const content = documents.get(document);
  if (content === undefined && missing !== undefined) {
    throw refused(404, missing, `The ${element} does not exist`);
  }
  return `<${element} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content ?? ''}</${element}>`;
}

function check(entries: readonly Entry[], bucket: string, store: BucketStore): void {
  entries.forEach((entry, index) => {
    const others = entries.slice(0, index);
    if (others.some(({ id }) => id === entry.id))
      throw invalid('Same ID used for multiple configurations. IDs must be unique');
    if (others.some((other) => overlap(entry, other)))
      throw invalid(
        'Configuration is ambiguously defined. Cannot have overlapping suffixes in two rules if the prefixes are overlapping for the same event type.',
      );
    const event = entry.events.find((one) => !/^s3:[A-Za-z]+(?::(?:\*|[A-Za-z]+))?$/.test(one));
    if (event !== undefined || entry.events.includes('s3:ObjectCreated'))
      throw invalid('The event is not supported for notifications');
  });
  const dead = entries.find(({ functionArn }) => {
    const sourceArn = `arn:aws:s3:::${bucket}`;
    return !store.maySend({ principal: 's3.amazonaws.com', sourceArn, functionArn });
  });
  if (!dead) return;
  throw invalid('Unable to validate the following destination configurations', {
    ArgumentName1: `${dead.functionArn}, null`,
    ArgumentValue1: `Not authorized to invoke function [${dead.functionArn}]`,
  });
}

function tell(
  told: string,
  object: { readonly bucket: string; readonly key: string; readonly size: number },
  store: BucketStore,
): void {
  const sourceArn = `arn:aws:s3:::${object.bucket}`;
  const now = store.clock.now();
  for (const { id, functionArn, events, prefix, suffix } of entriesIn(told)) {
    const isMeant = events.some((one) =>
      ['s3:ObjectCreated:*', 's3:ObjectCreated:Put'].includes(one),
    );
    // docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-filtering.html
    const key = encodedKey(object.key);
    if (!isMeant || !key.startsWith(prefix) || !key.endsWith(suffix)) continue;
    const event = objectRecord(object, { id, region: store.region, now });
    store.deliveries.send({ principal: 's3.amazonaws.com', sourceArn, functionArn, event });
  }
  if (!told.includes('<EventBridgeConfiguration')) return;
  store.events.put('default', {
    version: '0',
    id: eventId(),
    account: store.account,
    region: store.region,
    time: timeText(now),
    ...objectEvent(object),
  });
}

/** The texts of all elements of a name. */
function contentOf(xml: string, name: string): readonly string[] {
  const pattern = new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content = '']) => content);
}

function entriesIn(xml: string): readonly Entry[] {
  return contentOf(xml, 'CloudFunctionConfiguration').map((one) => {
    const rules = contentOf(one, 'FilterRule').map((rule) => [
      contentOf(rule, 'Name')[0]?.toLowerCase() ?? '',
      contentOf(rule, 'Value')[0] ?? '',
    ]);
    const values = new Map(rules.map(([name = '', value = '']) => [name, value]));
    return {
      id: contentOf(one, 'Id')[0] ?? '',
      functionArn: contentOf(one, 'CloudFunction')[0] ?? '',
      events: contentOf(one, 'Event'),
      prefix: values.get('prefix') ?? '',
      suffix: values.get('suffix') ?? '',
    };
  });
}

type Details = Readonly<Record<string, string>>;

class RefusedWithDetails extends RefusedCall {
  readonly details: Details;

  constructor(refusal: Refusal, details: Details) {
    super({ ...refusal, headers: { 'x-details': JSON.stringify(details) } });
    this.details = details;
  }
}

function invalid(message: string, details: Details = {}): RefusedCall {
  return new RefusedWithDetails({ status: 400, code: 'InvalidArgument', message }, details);
}

function redirected(region: string): RefusedCall {
  const message =
    'The bucket you are attempting to access must be addressed using the specified endpoint. Please send all future requests to this endpoint.';
  const headers = { 'x-amz-bucket-region': region };
  return new RefusedCall({ status: 301, code: 'PermanentRedirect', message, headers });
}

function refused(status: number, code: string, message: string): RefusedCall {
  return new RefusedCall({ status, code, message });
}

function refuse({ status, code, message, headers = {} }: Refusal): ServiceAnswer {
  const { 'x-details': details = '{}', ...rest } = headers;
  const all = { Code: code, Message: message, ...(JSON.parse(details) as Details) }; // because we wrote it
  const content = Object.entries(all).map(([name, text]) => `<${name}>${escaped(text)}</${name}>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error>${content.join('')}</Error>`;
  const answered = answer(status, body);
  return { ...answered, headers: { ...answered.headers, ...rest } };
}

function answer(status: number, body: string): ServiceAnswer {
  const headers = { 'Content-Type': 'application/xml', 'x-amz-request-id': randomUUID() };
  return { status, headers, body };
}
