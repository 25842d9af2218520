// Applications with event sources, for the deploy tests.
import type { EventSource } from '../../../runtime/contract/events.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import { createRole, zipOf } from '../../serve/local-cloud/clients.fixture.js';
import type { BucketEntry, BucketNotifications } from '../../cloud/services/s3.js';
import type { RolePolicies } from '../policy/role-policies.js';
import type { Desired } from '../stage/states.js';
import type { PortCloud } from './port-cloud.fixture.js';
import { appWith, type StateSketch } from './states.fixture.js';

/** Event sources, by the name of the function that receives their events. */
export type SourcesByFunction = Readonly<Record<string, readonly EventSource[]>>;

const at = { file: 'app.ts', line: 1, column: 1 };

const MEMBERS: Readonly<Record<EventSource['kind'], EventEntry['member']>> = {
  schedule: 'schedule',
  rule: 'onEvent',
  sns: 'onSnsMessage',
  s3: 'onS3Event',
  sqs: 'onSqsMessage',
  dynamodb: 'onDynamodbRecord',
  kinesis: 'onKinesisRecord',
};

export function eventsOf(sources: SourcesByFunction): readonly EventEntry[] {
  return Object.entries(sources).flatMap(([name, list]) =>
    list.map((source): EventEntry => ({
      ...source,
      function: name,
      member: MEMBERS[source.kind],
      at,
    })),
  );
}

/** Creates an application without routes. `code` is the text of its module. Functions without a source are included. */
export function appOf(
  sources: SourcesByFunction,
  { code = 'one', ...sketch }: StateSketch = {},
): Desired {
  const functions = [...new Set([...Object.keys(sources), ...(sketch.functions ?? [])])].sort();
  return appWith(code, { routes: [], ...sketch, functions, events: eventsOf(sources) });
}

export function every(expression: string, more: Partial<EventSource> = {}): EventSource {
  return { kind: 'schedule', expression, enabled: true, ...more } as EventSource; // because all properties belong to this kind
}

/** The role for functions that read event sources. */
export const READERS: RolePolicies = {
  'fixture-dev': {
    kind: 'file',
    path: 'policy.json',
    document: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['logs:*', 'sqs:*', 'dynamodb:*', 'kinesis:*', 'xray:*'],
          Resource: ['*'],
        },
      ],
    },
  },
};

const OTHER = 'arn:aws:lambda:eu-west-1:123456789012:function:other';

/** Creates an entry that belongs to another application, for that application's function. */
export function theirEntry(id: string, more: Partial<BucketEntry> = {}): BucketEntry {
  const entry = { id, functionArn: OTHER, events: ['s3:ObjectRemoved:*'], prefix: id, suffix: '' };
  return { ...entry, ...more };
}

/** A notification that another application has created. */
export const TO_A_QUEUE: BucketNotifications['others'] = {
  QueueConfigurations: [
    {
      Id: 'to a queue',
      QueueArn: 'arn:aws:sqs:eu-west-1:123456789012:late',
      Events: ['s3:ObjectRemoved:*'],
    },
  ],
};

/** Creates buckets, and a function in another application that the buckets may call. The first bucket has these entries. */
export async function addBuckets(
  { clients, others, pass }: PortCloud,
  buckets: readonly string[],
  entries: readonly BucketEntry[] = [],
): Promise<void> {
  for (const Bucket of buckets) await clients.s3.createBucket({ Bucket });
  const [first = ''] = buckets;
  if (entries.length === 0) return;
  const Role = await createRole(clients, { name: 'other' });
  pass(60_000);
  const FunctionName = 'other';
  const code = { Runtime: 'nodejs24.x', Handler: 'index.handler' } as const;
  const Code = { ZipFile: zipOf({ 'index.mjs': '' }) };
  await clients.lambda.createFunction({ FunctionName, Role, ...code, Code });
  await others.lambda.addPermission(FunctionName, {
    statementId: 'theirs',
    principal: 's3.amazonaws.com',
    sourceArn: `arn:aws:s3:::${first}`,
  });
  pass(60_000);
  await others.s3.putNotifications(first, { entries, hasEventBridge: false, others: TO_A_QUEUE });
}

export async function notificationsOf(
  { others }: PortCloud,
  bucket = 'uploads',
): Promise<BucketNotifications> {
  const found = await others.s3.getNotifications(bucket);
  if (found?.kind !== 'found') throw new Error(`There is no bucket ${bucket}`);
  return found.notifications;
}
