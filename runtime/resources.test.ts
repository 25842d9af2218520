// Declared resources at run time: the values of their variables.
import { afterEach, expect, test, vi } from 'vitest';
import { Bucket, Queue, Table, Topic } from './index.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('name, ARN and URL are read from the variables when they are used', () => {
  const cities = new Table('cities', { key: 'id' });
  const ledger = new Queue('ledger.fifo');
  const news = new Topic('news');
  const photos = new Bucket('my-photos');
  const variables = {
    TABLE_CITIES: 'atlas-dev-cities',
    TABLE_CITIES_ARN: 'arn:aws:dynamodb:eu-west-1:123456789012:table/atlas-dev-cities',
    QUEUE_LEDGER_FIFO: 'https://sqs.eu-west-1.amazonaws.com/123456789012/atlas-dev-ledger.fifo',
    QUEUE_LEDGER_FIFO_ARN: 'arn:aws:sqs:eu-west-1:123456789012:atlas-dev-ledger.fifo',
    TOPIC_NEWS: 'arn:aws:sns:eu-west-1:123456789012:atlas-dev-news',
    BUCKET_MY_PHOTOS: 'atlas-dev-my-photos-123456789012-eu-west-1',
    BUCKET_MY_PHOTOS_ARN: 'arn:aws:s3:::atlas-dev-my-photos-123456789012-eu-west-1',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  expect([cities.name, cities.arn]).toEqual([variables.TABLE_CITIES, variables.TABLE_CITIES_ARN]);
  expect([ledger.url, ledger.name, ledger.arn]).toEqual([
    variables.QUEUE_LEDGER_FIFO,
    'atlas-dev-ledger.fifo',
    variables.QUEUE_LEDGER_FIFO_ARN,
  ]);
  expect([news.arn, news.name]).toEqual([variables.TOPIC_NEWS, 'atlas-dev-news']);
  expect([photos.name, photos.arn]).toEqual([
    variables.BUCKET_MY_PHOTOS,
    variables.BUCKET_MY_PHOTOS_ARN,
  ]);
});

test.each([
  ['TABLE_CITIES', () => new Table('cities', { key: 'id' }).name],
  ['TABLE_CITIES_ARN', () => new Table('cities', { key: 'id' }).arn],
  ['QUEUE_ARRIVALS', () => new Queue('arrivals').url],
  ['QUEUE_ARRIVALS', () => new Queue('arrivals').name],
  ['QUEUE_ARRIVALS_ARN', () => new Queue('arrivals').arn],
  ['TOPIC_NEWS', () => new Topic('news').arn],
  ['BUCKET_PHOTOS', () => new Bucket('photos').name],
])('without %s an error says that it is not set', (variable, read) => {
  expect(read).toThrow(
    new RegExp(`in the environment variable ${variable}, which is not set.*set it yourself`),
  );
});

test('a declaration does nothing else: it needs no variable', () => {
  expect(JSON.stringify(new Bucket('photos'))).toBe('{"$name":"photos"}');
});
