// An application with every kind of event source that can be exported, all settings of the API and of functions, and a domain.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClients, createOrders } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { testCloud } from '../deploy/deployments.js';
import { temporaryProject } from '../support/temporary-project.js';

export const APP: string = `import {
  Framework, type CloudEvent, type DynamodbRecord, type KinesisRecord, type S3Object, type SnsMessage, type SqsMessage,
} from 'framework';

export const app = new Framework({ appName: 'helloworld' });

export class Sources {
  @app.route('/')
  index() {
    return { hello: 'world' };
  }

  @app.schedule('rate(5 minutes)', { input: { full: true, also: 'x' } })
  report() {
    return 'done';
  }

  @app.schedule('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin', description: 'Each night', input: { text: '\${x}', a: 1 } })
  nightly() {
    return 'done';
  }

  @app.schedule('at(2040-01-31T08:00:00)', { enabled: false })
  once() {
    return 'done';
  }

  @app.onEvent({ source: ['shop'], 'detail-type': ['paid'] })
  paid(event: CloudEvent) {
    return event.id;
  }

  @app.onEvent({ source: ['shop'], detail: { total: [{ numeric: ['>', 100] }] } }, { bus: 'shops' })
  large(event: CloudEvent) {
    return event.id;
  }

  @app.onSqsMessage({ queue: 'orders', batchSize: 5, maximumConcurrency: 4, filters: [{ body: { kind: ['paid'] } }] })
  order(message: SqsMessage) {
    return message.body;
  }

  @app.onSqsMessage({ queue: 'parcels.fifo', enabled: false })
  parcel(message: SqsMessage) {
    return message.body;
  }

  @app.onSnsMessage({ topic: 'alerts', filterPolicy: { level: ['high'], kind: ['disk'] } })
  alert(message: SnsMessage) {
    return message.message;
  }

  @app.onSnsMessage({ topic: 'news' })
  news(message: SnsMessage) {
    return message.message;
  }

  @app.onKinesisRecord({ stream: 'clicks', startingPosition: 'LATEST', bisectBatchOnError: true, maximumRetryAttempts: 3 })
  click(record: KinesisRecord) {
    return record.partitionKey;
  }

  @app.onDynamodbRecord({ streamArn: process.env.STREAM, batchWindow: 2 })
  changed(record: DynamodbRecord) {
    return record.eventName;
  }

  @app.onS3Event({ bucket: 'uploads', prefix: 'in/', delivery: 'eventbridge' })
  uploaded(object: S3Object) {
    return object.key;
  }
}
`;

const STREAM =
  'arn:aws:dynamodb:us-east-1:123456789012:table/Orders/stream/2026-01-01T00:00:00.000';

const DOMAIN = 'api.example.com';

function configOf(stream: string): object {
  return {
    version: '2.0',
    runtime: 'nodejs22.x',
    xray: true,
    layers: ['arn:aws:lambda:us-east-1:123456789012:layer:metrics:3'],
    ephemeral_storage: 1024,
    minimum_compression_size: 100,
    api_gateway_policy_file: 'api-policy.json',
    api_gateway_throttle: { rate_limit: 50, burst_limit: 100 },
    api_gateway_custom_domain: {
      domain_name: DOMAIN,
      certificate_arn: 'arn:aws:acm:us-east-1:123456789012:certificate/one',
      url_prefix: 'v1',
      tags: { team: 'shop' },
    },
    environment_variables: { STREAM: stream },
  };
}

const POLICY = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: ['execute-api:/*'] },
  ],
};

export function writeEventApp(directory: string, stream: string = STREAM): void {
  mkdirSync(join(directory, '.framework'), { recursive: true });
  writeFileSync(join(directory, 'app.ts'), APP);
  writeFileSync(join(directory, '.framework/config.json'), JSON.stringify(configOf(stream)));
  writeFileSync(join(directory, '.framework/api-policy.json'), JSON.stringify(POLICY));
}

export type EventWorld = { readonly cwd: string; readonly cloud: TestCloud };

/** Creates the application, and a cloud that contains its event sources. */
export async function eventWorld(): Promise<EventWorld> {
  const cloud = await testCloud();
  const { sns, sqs, kinesis, events, s3, dynamodb } = createClients(cloud);
  for (const Name of ['alerts', 'news']) await sns.createTopic({ Name });
  const VisibilityTimeout = '360';
  await sqs.createQueue({ QueueName: 'orders', Attributes: { VisibilityTimeout } });
  const Attributes = { VisibilityTimeout, FifoQueue: 'true' };
  await sqs.createQueue({ QueueName: 'parcels.fifo', Attributes });
  await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
  await events.createEventBus({ Name: 'shops' });
  await s3.createBucket({ Bucket: 'uploads' });
  const NotificationConfiguration = { EventBridgeConfiguration: {} };
  await s3.putBucketNotificationConfiguration({ Bucket: 'uploads', NotificationConfiguration });
  const stream = await createOrders(dynamodb);
  const cwd = temporaryProject({});
  writeEventApp(cwd, stream);
  return { cwd, cloud };
}
