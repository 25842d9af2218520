// The names and ARNs of queues, topics, buckets, tables, streams and buses.

/** The kind of a source. A destination gets a message about records that Lambda gave up. */
export type SourceKind =
  'queue' | 'topic' | 'bucket' | 'table' | 'table stream' | 'stream' | 'bus' | 'destination';

/** A queue, topic, bucket, table, stream or bus. */
export type Source = {
  readonly kind: SourceKind;
  /** The name without the rest of the ARN; for a stream of a table `Orders/stream/2026-11-22T00:00:00.000`. */
  readonly name: string;
  /** Undefined where only the name is given: then it is in the account and region of the stage. */
  readonly arn: SourceArn | undefined;
};

export type SourceArn = {
  readonly text: string;
  readonly partition: string;
  /** `sqs`. */
  readonly service: string;
  /** Empty for a bucket. */
  readonly region: string;
  /** Empty for a bucket. */
  readonly account: string;
  /** The part behind the account: `table/Orders`. */
  readonly resource: string;
};

type Form = {
  /** Where it stands in an entry of the manifest. */
  readonly property: string;
  readonly services: readonly string[];
  /** Undefined where only an ARN is accepted. */
  readonly name?: RegExp;
  /** Matches the part of an ARN behind the account; the first group is the name. */
  readonly resource: RegExp;
  readonly examples: readonly string[];
};

const NAMES = {
  queue: /^(?=.{1,80}$)[A-Za-z0-9_-]+(?:\.fifo)?$/,
  topic: /^(?=.{1,256}$)[A-Za-z0-9_-]+(?:\.fifo)?$/,
  bucket: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  table: /^[A-Za-z0-9_.-]{3,255}$/,
  stream: /^[A-Za-z0-9_.-]{1,128}$/,
  bus: /^[A-Za-z0-9/_.-]{1,256}$/,
} as const;

/** From the API references of the services; a destination: docs.aws.amazon.com/lambda/latest/api/API_OnFailure.html */
const FORMS: Readonly<Record<SourceKind, Form>> = {
  queue: {
    property: 'queue',
    services: ['sqs'],
    name: NAMES.queue,
    resource: /^([A-Za-z0-9_-]{1,80}(?:\.fifo)?)$/,
    examples: ['orders', 'arn:aws:sqs:eu-west-1:123456789012:orders'],
  },
  topic: {
    property: 'topic',
    services: ['sns'],
    name: NAMES.topic,
    resource: /^([A-Za-z0-9_-]{1,256}(?:\.fifo)?)$/,
    examples: ['alerts', 'arn:aws:sns:eu-west-1:123456789012:alerts'],
  },
  bucket: {
    property: 'bucket',
    services: ['s3'],
    name: NAMES.bucket,
    resource: /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/,
    examples: ['uploads', 'arn:aws:s3:::uploads'],
  },
  table: {
    property: 'table',
    services: ['dynamodb'],
    name: NAMES.table,
    resource: /^table\/([A-Za-z0-9_.-]{3,255})$/,
    examples: ['Orders', 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders'],
  },
  'table stream': {
    property: 'streamArn',
    services: ['dynamodb'],
    resource: /^table\/([A-Za-z0-9_.-]{3,255}\/stream\/[\w:.-]+)$/,
    examples: [
      'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/2026-11-22T00:00:00.000',
    ],
  },
  stream: {
    property: 'stream',
    services: ['kinesis'],
    name: NAMES.stream,
    resource: /^stream\/([A-Za-z0-9_.-]{1,128})$/,
    examples: ['clicks', 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks'],
  },
  bus: {
    property: 'bus',
    services: ['events'],
    name: NAMES.bus,
    resource: /^event-bus\/([A-Za-z0-9/_.-]{1,256})$/,
    examples: ['default', 'arn:aws:events:eu-west-1:123456789012:event-bus/orders'],
  },
  destination: {
    property: 'onFailure',
    services: ['sqs', 'sns', 's3'],
    resource: /^([A-Za-z0-9._-]+)$/,
    examples: ['arn:aws:sqs:eu-west-1:123456789012:failed-orders'],
  },
};

/** Reads a name or an ARN; undefined when it is neither of that kind. */
export function readSource(kind: SourceKind, text: string): Source | undefined {
  const { services, name, resource } = FORMS[kind];
  const arn = readArn(text);
  if (!arn) return name?.test(text) === true ? { kind, name: text, arn: undefined } : undefined;
  const named = resource.exec(arn.resource)?.[1];
  const isGlobal = arn.region === '' && arn.account === '';
  if (named === undefined || !services.includes(arn.service)) return undefined;
  if (isGlobal !== (arn.service === 's3')) return undefined;
  return { kind, name: named, arn };
}

/** An ARN in its parts; undefined for any other text. */
export function readArn(text: string): SourceArn | undefined {
  const parts = /^arn:(aws[a-z-]*):([a-z0-9-]+):([a-z0-9-]*):(\d{12}|):(.+)$/.exec(text);
  const [, partition, service, region, account, resource] = parts ?? [];
  if (partition === undefined || service === undefined || resource === undefined) return undefined;
  return { text, partition, service, region: region ?? '', account: account ?? '', resource };
}

/** How a name of that kind may be written. */
export function sourceExamples(kind: SourceKind): readonly string[] {
  return FORMS[kind].examples;
}

/** Every kind of source, with the property of an entry that names it; what is told of failures stands last. */
export const SOURCE_PROPERTIES: readonly (readonly [kind: SourceKind, property: string])[] = (
  Object.keys(FORMS) as SourceKind[]
) // because these are its keys
  .map((kind) => [kind, FORMS[kind].property]);
