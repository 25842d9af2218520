// Sample events, field by field as the services send them.
import { expect, test } from 'vitest';
import { events } from './support/built-testing.js';

const time = new Date('2026-11-20T17:30:46.123Z');
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const SNS = 'https://sns.us-east-1.amazonaws.com/';

test('sqs', () => {
  const { Records } = events.sqs(
    ['text', { body: { n: 1 }, messageAttributes: { kind: 'x', count: 2 }, receiveCount: 3 }],
    { time, queue: 'orders', region: 'eu-west-1' },
  );
  expect(Records).toHaveLength(2);
  const group = { binaryListValues: [], stringListValues: [] };
  expect(Records[1]).toStrictEqual({
    messageId: expect.stringMatching(UUID) as string,
    receiptHandle: expect.any(String) as string,
    body: '{"n":1}',
    attributes: {
      ApproximateReceiveCount: '3',
      SentTimestamp: '1795195846123',
      SenderId: 'AIDATESTFRAMEWORKUSER',
      ApproximateFirstReceiveTimestamp: '1795195846123',
    },
    messageAttributes: {
      kind: { ...group, dataType: 'String', stringValue: 'x' },
      count: { ...group, dataType: 'Number', stringValue: '2' },
    },
    md5OfBody: '082c26c8a6bc75226a31da5495cc9292',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-west-1:123456789012:orders',
    awsRegion: 'eu-west-1',
  });
});

test('sqs of a queue in order', () => {
  const { Records } = events.sqs([{ body: 'a', messageGroupId: 'g' }, 'b'], { queue: 'q.fifo' });
  const [first, second] = Records.map(({ attributes }) => attributes);
  expect(first?.MessageGroupId).toBe('g');
  expect(first?.MessageDeduplicationId).toBe('0cc175b9c0f1b6a831c399e269772661');
  expect(Number(second?.SequenceNumber)).toBeGreaterThan(Number(first?.SequenceNumber));
});

test('sns', () => {
  const { Records } = events.sns([{ message: { a: 1 }, messageAttributes: { n: 1 } }], { time });
  const text = JSON.stringify(Records[0])
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/"Signature":".*?"/, '"Signature":""');
  const expected = {
    EventSource: 'aws:sns',
    EventVersion: '1.0',
    EventSubscriptionArn: 'arn:aws:sns:us-east-1:123456789012:test-topic:ID',
    Sns: {
      Type: 'Notification',
      MessageId: 'ID',
      TopicArn: 'arn:aws:sns:us-east-1:123456789012:test-topic',
      Subject: null,
      Message: '{"a":1}',
      Timestamp: '2026-11-20T17:30:46.123Z',
      SignatureVersion: '1',
      Signature: '',
      SigningCertUrl: `${SNS}SimpleNotificationService-0123456789abcdef.pem`,
      UnsubscribeUrl: `${SNS}?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:us-east-1:123456789012:test-topic:ID`,
      MessageAttributes: { n: { Type: 'Number', Value: '1' } },
    },
  };
  expect(text).toBe(JSON.stringify(expected));
});

test('s3, with the key as the service encodes it', () => {
  const { Records } = events.s3(['år/a b+(c).png', { key: 'x', size: 5, versionId: 'v' }], {
    time,
  });
  expect(Records.map(({ s3 }) => s3.object.key)).toEqual(['%C3%A5r/a+b%2B%28c%29.png', 'x']);
  expect(Records[1]?.s3.object).toMatchObject({ size: 5, versionId: 'v' });
  expect(Records[0]).toStrictEqual({
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: 'us-east-1',
    eventTime: '2026-11-20T17:30:46.123Z',
    eventName: 'ObjectCreated:Put',
    userIdentity: { principalId: 'AWS:AIDATESTFRAMEWORKUSER' },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: expect.any(Object) as never,
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'test-notification',
      bucket: {
        name: 'test-bucket',
        ownerIdentity: { principalId: 'A3TESTFRAMEWORK' },
        arn: 'arn:aws:s3:::test-bucket',
      },
      object: {
        key: '%C3%A5r/a+b%2B%28c%29.png',
        size: 1024,
        eTag: 'd97895b5f1d14b83ecbc58f3bd2c80b0',
        sequencer: expect.any(String) as string,
      },
    },
  });
});

test('s3 of removed objects has neither size nor tag', () => {
  const { Records } = events.s3Removed(['x'], { eventName: 'ObjectRemoved:DeleteMarkerCreated' });
  expect(Records[0]?.eventName).toBe('ObjectRemoved:DeleteMarkerCreated');
  expect(Object.keys(Records[0]?.s3.object ?? {})).toEqual(['key', 'sequencer']);
});

test('schedule', () => {
  expect(events.schedule({ time, rule: 'nightly' })).toStrictEqual({
    version: '0',
    id: expect.stringMatching(UUID) as string,
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '123456789012',
    time: '2026-11-20T17:30:46Z',
    region: 'us-east-1',
    resources: ['arn:aws:events:us-east-1:123456789012:rule/nightly'],
    detail: {},
  });
});

test('eventBridge', () => {
  const event = events.eventBridge({ source: 'shop', detailType: 'Paid', detail: { n: 1 }, time });
  expect(event).toMatchObject({
    source: 'shop',
    'detail-type': 'Paid',
    detail: { n: 1 },
    resources: [],
    time: '2026-11-20T17:30:46Z',
  });
});

test('dynamodbStream', () => {
  const before = { id: 'a', n: 1, list: ['x', null], nested: { is: true } };
  const { Records } = events.dynamodbStream(
    [{ newImage: before }, { oldImage: before, newImage: { id: 'a', n: 2 } }, { oldImage: before }],
    { time, table: 'cities' },
  );
  expect(Records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
  expect(Records[0]).toStrictEqual({
    eventID: expect.any(String) as string,
    eventName: 'INSERT',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    dynamodb: {
      ApproximateCreationDateTime: 1795195846,
      Keys: { id: { S: 'a' } },
      NewImage: {
        id: { S: 'a' },
        n: { N: '1' },
        list: { L: [{ S: 'x' }, { NULL: true }] },
        nested: { M: { is: { BOOL: true } } },
      },
      SequenceNumber: expect.any(String) as string,
      SizeBytes: 118,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
    eventSourceARN:
      'arn:aws:dynamodb:us-east-1:123456789012:table/cities/stream/2026-11-20T17:30:46.123',
  });
});

test('apiGateway is what the gateway hands over', () => {
  const event = events.apiGateway({
    path: '/cities/{city}',
    method: 'PUT',
    params: { city: 'são paulo' },
    query: { q: [1, 2] },
    json: { n: 1 },
    time,
  });
  expect(event).toMatchObject({
    resource: '/cities/{city}',
    path: '/cities/s%C3%A3o%20paulo',
    httpMethod: 'PUT',
    pathParameters: { city: 's%C3%A3o%20paulo' },
    queryStringParameters: { q: '2' },
    multiValueQueryStringParameters: { q: ['1', '2'] },
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'framework-testing' },
    body: Buffer.from('{"n":1}').toString('base64'),
    isBase64Encoded: true,
    requestContext: {
      stage: 'api',
      resourcePath: '/cities/{city}',
      requestTimeEpoch: time.getTime(),
    },
  });
});
