// Declared resources in templates: kept when the stack is deleted, referenced by functions and mappings, and adopted.
import { expect, test } from 'vitest';
import { ANY_REGION } from '../../../../compiler/openapi/openapi-document.js';
import { cloudFormationTemplate } from '../../export/cloud-formation.js';
import { adoptStage, exportStage } from '../../export/export-stage.js';
import { terraformJson } from '../../export/terraform.js';
import { elsewhere, openCloud } from '../../deploy/port-cloud.fixture.js';
import {
  appWithResources,
  bucketOf,
  queueOf,
  sourceOf,
  tableOf,
  topicOf,
} from './resources.fixture.js';

const ALL = [
  tableOf('cities', { stream: true, expires: 'until' }),
  queueOf('arrivals', { retries: 2 }),
  topicOf('news'),
  bucketOf('photos', { versioning: true, expireDays: 3 }),
];
const sources = {
  report: [
    sourceOf({
      kind: 'sqs',
      queue: { resource: 'arrivals' },
      batchSize: 10,
      batchWindow: 0,
      enabled: true,
    }),
    sourceOf({
      kind: 'dynamodb',
      table: { resource: 'cities' },
      batchSize: 100,
      batchWindow: 0,
      enabled: true,
      startingPosition: 'LATEST',
      onFailure: { resource: 'news', type: 'topic' },
    }),
  ],
};

test('templates keep data, and functions refer to it', () => {
  const stage = exportStage(appWithResources(ALL, { region: ANY_REGION, sources }), undefined);
  expect(stage.problems).toEqual([]);
  const { resource } = JSON.parse(terraformJson(stage)) as {
    readonly resource: Readonly<Record<string, Readonly<Record<string, object>>>>;
  }; // because the test printed it
  for (const type of ['aws_dynamodb_table', 'aws_sqs_queue', 'aws_s3_bucket']) {
    for (const one of Object.values(resource[type] ?? {})) {
      expect(one).toMatchObject({ lifecycle: { prevent_destroy: true } });
    }
  }
  expect(Object.values(resource['aws_sns_topic'] ?? {})[0]).not.toHaveProperty('lifecycle');
  const environment = JSON.stringify(resource['aws_lambda_function']);
  expect(environment).toContain('"QUEUE_ARRIVALS":"${aws_sqs_queue.arrivals.url}"');
  expect(environment).toContain('"BUCKET_PHOTOS":"${aws_s3_bucket.photos.bucket}"');
  expect(JSON.stringify(resource['aws_lambda_event_source_mapping'])).toContain(
    '"event_source_arn":"${aws_sqs_queue.arrivals.arn}"',
  );
  expect(JSON.stringify(resource['aws_lambda_event_source_mapping'])).toContain(
    '"on_failure":[{"destination_arn":"${aws_sns_topic.news.arn}"}]',
  );
  expect(JSON.stringify(resource['aws_s3_bucket'])).toContain(
    'fixture-dev-photos-${data.aws_caller_identity.current.account_id}-${data.aws_region.current.id}',
  );
  const { Resources } = cloudFormationTemplate(stage);
  const kept = Object.entries(Resources).filter(([, one]) =>
    JSON.stringify(one).includes('"DeletionPolicy":"Retain"'),
  );
  expect(kept.map(([name]) => name).filter((name) => !/^Version/.test(name))).toHaveLength(4);
});

test('a deployed stage is adopted with its resources', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources(ALL), elsewhere());
  const desired = appWithResources(ALL, { region: ANY_REGION });
  const app = { manifest: { resources: ALL }, desired, desiredIn: () => appWithResources(ALL) };
  const adopted = await adoptStage({ cloud, app });
  if (adopted.kind === 'refused') throw new Error(adopted.diagnostics[0]?.message);
  const ids = adopted.stage.adoptions.map(({ resource, importId }) => `${resource} = ${importId}`);
  expect(ids).toEqual(
    expect.arrayContaining([
      'table fixture-dev-cities = fixture-dev-cities',
      `queue fixture-dev-arrivals = ${cloud.testCloud.url}/123456789012/fixture-dev-arrivals`,
      'topic fixture-dev-news = arn:aws:sns:eu-west-1:123456789012:fixture-dev-news',
      expect.stringMatching(
        /^bucket fixture-dev-photos-.* = fixture-dev-photos-123456789012-eu-west-1$/,
      ),
      expect.stringMatching(/^versions of bucket .* = fixture-dev-photos-123456789012-eu-west-1$/),
    ]),
  );
});
