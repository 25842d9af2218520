// S3, as far as what a bucket tells others: REST with XML, the bucket in the path.
import { randomUUID } from 'node:crypto';
import { overlap } from '../../../cli/ship/resources/notification/notification-state.js';
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
  /** What each tells, as the text that was put. */
  readonly buckets: Map<string, string>;
  /** The region of every bucket: their names are the same everywhere. */
  readonly regions: Map<string, string>;
  readonly maySend: (sending: Omit<Sending, 'event'>) => boolean;
};

type Entry = {
  readonly id: string;
  readonly functionArn: string;
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
};

const ACTIONS: Readonly<Record<string, string>> = {
  GetNotification: 's3:GetBucketNotification',
  PutNotification: 's3:PutBucketNotification',
  CreateBucket: 's3:CreateBucket',
  PutObject: 's3:PutObject',
};

export function createS3(store: BucketStore): Service {
  return {
    name: 's3',
    operationOf: (request) => {
      const { bucket, key, name } = readCall(request);
      const action = name === undefined ? undefined : ACTIONS[name];
      if (name === undefined || action === undefined) return undefined;
      const resource = `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}`;
      return { name, isWrite: !name.startsWith('Get'), action, resource };
    },
    answer: ({ name }, request) => {
      try {
        return answer(200, run(name, request, store));
      } catch (error) {
        if (error instanceof RefusedCall) return refuse(error.refusal);
        throw error;
      }
    },
    refuse,
    // Buckets are not ours: a test that looks for orphans counts what they tell.
    inventory: () =>
      [...store.buckets].flatMap(([bucket, text]) =>
        entriesIn(text).map(({ id }) => `notification ${bucket} ${id}`),
      ),
  };
}

type Call = { readonly bucket: string; readonly key: string; readonly name: string | undefined };

function readCall({ method, path, query }: ServiceRequest): Call {
  const [, bucket = '', ...rest] = path.split('/');
  const key = decodeURIComponent(rest.join('/'));
  if (query.has('notification')) {
    return { bucket, key, name: method === 'GET' ? 'GetNotification' : 'PutNotification' };
  }
  if (method !== 'PUT') return { bucket, key, name: undefined };
  return { bucket, key, name: key === '' ? 'CreateBucket' : 'PutObject' };
}

function run(name: string, request: ServiceRequest, store: BucketStore): string {
  const { bucket, key } = readCall(request);
  if (name === 'CreateBucket') {
    store.buckets.set(bucket, '');
    store.regions.set(bucket, store.region);
    return '';
  }
  const home = store.regions.get(bucket);
  if (home !== undefined && home !== store.region) throw redirected(home);
  const told = store.buckets.get(bucket);
  if (told === undefined) throw refused(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (name === 'GetNotification') {
    return `<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${told}</NotificationConfiguration>`;
  }
  if (name === 'PutNotification') {
    const text = contentOf(request.body.toString(), 'NotificationConfiguration')[0] ?? '';
    check(entriesIn(text), bucket, store);
    store.buckets.set(bucket, text);
    return '';
  }
  tell(told, { bucket, key, size: request.body.length }, store);
  return '';
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
