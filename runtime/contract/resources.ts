// The names of declared resources in AWS, and the variables that pass them to a function (docs/guide/resources.md).
import type { ResourceEntry } from './manifest.js';

export type ResourceType = ResourceEntry['type'];

/** The properties of a resource that determine its name. */
export type NamedResource = Pick<ResourceEntry, 'type' | 'name'>;

/** The stage that a resource belongs to. In a policy pattern, the account and region may be `*`. */
export type ResourceStage = {
  /** The name of the application in AWS. */
  readonly app: string;
  readonly stage: string;
  readonly account: string;
  readonly region: string;
  /** `aws`, `aws-cn` or `aws-us-gov`. */
  readonly partition: string;
};

/** Placeholders for an unknown account and region in a bucket name. No real bucket name contains them. */
export const ANY_PLACE = { account: '000000000000', region: 'any-region-0' } as const;

/** Replaces {@link ANY_PLACE} in a text with `*`, for example `arn:*:s3:::shop-dev-photos-*-*`. */
export function openPlace(text: string): string {
  return text.replaceAll(`-${ANY_PLACE.account}-${ANY_PLACE.region}`, '-*-*');
}

const FIFO = '.fifo';

export function isFifoName(name: string): boolean {
  return name.endsWith(FIFO);
}

/**
 * Returns the name in AWS, for example `shop-dev-arrivals` or `shop-dev-ledger.fifo`. A bucket's name ends with the account and
 * the region, `shop-dev-photos-123456789012-eu-west-1`, because bucket names are unique across all accounts.
 */
export function resourceName(
  { type, name }: NamedResource,
  { app, stage, account, region }: Omit<ResourceStage, 'partition'>,
): string {
  const whole = `${app}-${stage}-${name}`;
  return type === 'bucket' ? `${whole}-${account}-${region}` : whole;
}

/** Returns the name in AWS of the queue that receives failed messages from a queue with `retries`. */
export function failedQueueName(
  queue: NamedResource,
  stage: Omit<ResourceStage, 'partition'>,
): string {
  return resourceName({ ...queue, name: failedName(queue.name) }, stage);
}

/** Returns the declared name with `-failed`, for example `arrivals-failed` or `ledger-failed.fifo`. */
export function failedName(name: string): string {
  return isFifoName(name) ? `${name.slice(0, -FIFO.length)}-failed${FIFO}` : `${name}-failed`;
}

type ArnLocation = Pick<ResourceStage, 'account' | 'region' | 'partition'>;

/** Returns the ARN of a resource whose name in AWS is known. */
export function arnOf(
  { type, name }: NamedResource,
  { account, region, partition }: ArnLocation,
): string {
  const place = type === 'bucket' ? ':' : `${region}:${account}`;
  return `arn:${partition}:${SERVICES[type]}:${place}:${type === 'table' ? 'table/' : ''}${name}`;
}

const SERVICES = { table: 'dynamodb', queue: 'sqs', topic: 'sns', bucket: 's3' } as const;

export function resourceArn(resource: NamedResource, stage: ResourceStage): string {
  return arnOf({ type: resource.type, name: resourceName(resource, stage) }, stage);
}

/**
 * Returns the URL of a queue:
 * docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-queue-message-identifiers.html
 */
function urlOf(name: string, { account, region, partition }: ArnLocation): string {
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://sqs.${region}.${domain}/${account}/${name}`;
}

/** The member of a resource that an environment variable holds. */
export type ResourceMember = 'name' | 'arn' | 'url';

/** For each type, the member whose variable is always set. The ARN of a topic and the URL of a queue end with the name. */
const MAIN_MEMBERS: Readonly<Record<ResourceType, ResourceMember>> = {
  table: 'name',
  queue: 'url',
  topic: 'arn',
  bucket: 'name',
};

/** Returns the variable that is always set for a resource, for example `TABLE_CITIES` or `QUEUE_LEDGER_FIFO`. */
export function mainVariable({ type, name }: NamedResource): string {
  return `${type}_${name.replaceAll(/[^A-Za-z0-9]/g, '_')}`.toUpperCase();
}

/** Returns the variable that contains the ARN, which is set if the program reads it. */
export function arnVariable(resource: NamedResource): string {
  return resource.type === 'topic' ? mainVariable(resource) : `${mainVariable(resource)}_ARN`;
}

/** Returns the variables for a resource, each with the member that it holds. */
export function resourceVariables(
  resource: NamedResource & Pick<ResourceEntry, 'arn'>,
): readonly { readonly name: string; readonly member: ResourceMember }[] {
  const { type, arn } = resource;
  return [
    { name: mainVariable(resource), member: MAIN_MEMBERS[type] },
    ...(arn && type !== 'topic' ? [{ name: arnVariable(resource), member: 'arn' as const }] : []),
  ];
}

/** Returns the values that a resource's variables have in a stage. */
export function variableValues(
  resource: NamedResource & Pick<ResourceEntry, 'arn'>,
  stage: ResourceStage,
): Readonly<Record<string, string>> {
  return valuesOf(resource, resourceName(resource, stage), stage);
}

/** The account and region that resources have on this machine. No real account has this ID. */
export const LOCAL_PLACE = {
  account: '000000000000',
  region: 'us-east-1',
  partition: 'aws',
} as const;

/** Returns the values that a resource's variables have on this machine, where resources have their declared names. */
export function localValues(
  resource: NamedResource & Pick<ResourceEntry, 'arn'>,
): Readonly<Record<string, string>> {
  return valuesOf(resource, resource.name, LOCAL_PLACE);
}

function valuesOf(
  resource: NamedResource & Pick<ResourceEntry, 'arn'>,
  name: string,
  place: ArnLocation,
): Readonly<Record<string, string>> {
  const values: Readonly<Record<ResourceMember, () => string>> = {
    name: () => name,
    arn: () => arnOf({ type: resource.type, name }, place),
    url: () => urlOf(name, place),
  };
  return Object.fromEntries(
    resourceVariables(resource).map((variable) => [variable.name, values[variable.member]()]),
  );
}

/** The limits that the service sets for a full resource name. */
export type NameLimit = {
  readonly least: number;
  readonly most: number;
  /** The allowed characters, regardless of the length. */
  readonly form: RegExp;
};

/**
 * - docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
 * - docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html
 * - docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html
 * - docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
 */
export const NAME_LIMITS: Readonly<Record<ResourceType, NameLimit>> = {
  table: { least: 3, most: 255, form: /^[A-Za-z0-9_.-]+$/ },
  queue: { least: 1, most: 80, form: /^[A-Za-z0-9_-]+(?:\.fifo)?$/ },
  topic: { least: 1, most: 256, form: /^[A-Za-z0-9_-]+(?:\.fifo)?$/ },
  bucket: { least: 3, most: 63, form: /^[a-z0-9]+(?:-+[a-z0-9]+)*$/ },
};

/** The lengths of an account ID and of the longest region name. */
export const BUCKET_END = { account: 12, region: 14 } as const;
