// Resource names and variables of declared resources.
import { expect, test } from 'vitest';
import {
  failedQueueName,
  localValues,
  mainVariable,
  NAME_LIMITS,
  resourceArn,
  resourceName,
  resourceVariables,
  type ResourceStage,
  variableValues,
} from './resources.js';

const STAGE: ResourceStage = {
  app: 'shop',
  stage: 'dev',
  account: '123456789012',
  region: 'eu-west-1',
  partition: 'aws',
};

test('a resource has the name of its application and stage, a bucket that of account and region too', () => {
  expect(resourceName({ type: 'table', name: 'cities' }, STAGE)).toBe('shop-dev-cities');
  expect(resourceName({ type: 'queue', name: 'ledger.fifo' }, STAGE)).toBe('shop-dev-ledger.fifo');
  expect(resourceName({ type: 'bucket', name: 'photos' }, STAGE)).toBe(
    'shop-dev-photos-123456789012-eu-west-1',
  );
});

test('the queue of failed messages is FIFO when the queue is', () => {
  expect(failedQueueName({ type: 'queue', name: 'arrivals' }, STAGE)).toBe(
    'shop-dev-arrivals-failed',
  );
  expect(failedQueueName({ type: 'queue', name: 'ledger.fifo' }, STAGE)).toBe(
    'shop-dev-ledger-failed.fifo',
  );
});

test('each type has one variable, and a second one where its ARN is read', () => {
  const resources = (['table', 'queue', 'topic', 'bucket'] as const).map((type) => {
    return { type, name: 'my-data', arn: true } as const;
  });
  expect(Object.assign({}, ...resources.map((one) => variableValues(one, STAGE)))).toEqual({
    TABLE_MY_DATA: 'shop-dev-my-data',
    TABLE_MY_DATA_ARN: 'arn:aws:dynamodb:eu-west-1:123456789012:table/shop-dev-my-data',
    QUEUE_MY_DATA: 'https://sqs.eu-west-1.amazonaws.com/123456789012/shop-dev-my-data',
    QUEUE_MY_DATA_ARN: 'arn:aws:sqs:eu-west-1:123456789012:shop-dev-my-data',
    TOPIC_MY_DATA: 'arn:aws:sns:eu-west-1:123456789012:shop-dev-my-data',
    BUCKET_MY_DATA: 'shop-dev-my-data-123456789012-eu-west-1',
    BUCKET_MY_DATA_ARN: 'arn:aws:s3:::shop-dev-my-data-123456789012-eu-west-1',
  });
  const [table] = resources.map(({ type, name }) => resourceVariables({ type, name }));
  expect(table).toEqual([{ name: 'TABLE_MY_DATA', member: 'name' }]);
});

test('a variable keeps the end of a FIFO name, because the other queue may be declared too', () => {
  expect(mainVariable({ type: 'queue', name: 'ledger.fifo' })).toBe('QUEUE_LEDGER_FIFO');
  expect(mainVariable({ type: 'queue', name: 'ledger' })).toBe('QUEUE_LEDGER');
});

test('China has a partition and a domain of its own', () => {
  const china = { ...STAGE, region: 'cn-north-1', partition: 'aws-cn' };
  const queue = { type: 'queue', name: 'arrivals', arn: true } as const;
  expect(resourceArn(queue, china)).toBe(
    'arn:aws-cn:sqs:cn-north-1:123456789012:shop-dev-arrivals',
  );
  expect(variableValues(queue, china)).toMatchObject({
    QUEUE_ARRIVALS: 'https://sqs.cn-north-1.amazonaws.com.cn/123456789012/shop-dev-arrivals',
  });
});

test.each([
  ['table', 'a.b_c-D', 'a b'],
  ['queue', 'Ledger_1-2.fifo', 'a.b'],
  ['topic', 'News.fifo', 'news.fifo.fifo'],
  ['bucket', 'my-photos-1', 'Photos'],
  ['bucket', 'a1', 'my_photos'],
  ['bucket', 'a--b', 'photos-'],
] as const)('a %s may be named %s, and not %s', (type, right, wrong) => {
  expect(NAME_LIMITS[type].form.test(right)).toBe(true);
  expect(NAME_LIMITS[type].form.test(wrong)).toBe(false);
});

test('on this machine a resource has its declared name, and the account of nobody', () => {
  const queue = { type: 'queue', name: 'arrivals', arn: true } as const;
  expect(localValues(queue)).toEqual({
    QUEUE_ARRIVALS: 'https://sqs.us-east-1.amazonaws.com/000000000000/arrivals',
    QUEUE_ARRIVALS_ARN: 'arn:aws:sqs:us-east-1:000000000000:arrivals',
  });
});
