// One application for each event source: what its function receives and returns in a bundle, with only the runtime code that it
// uses and with the whole runtime; its size; and that code without a build calls it the same way.
import { expect, test } from 'vitest';
import {
  bucketEvent,
  busEvent,
  queueEvent,
  streamEvent,
  tableEvent,
  topicEvent,
} from '../../runtime/events/events.fixture.js';
import { ask } from './asked-app.js';

type EventApp = { readonly source: string; readonly event: unknown };

const APPS: Readonly<Record<string, EventApp>> = {
  schedule: {
    source: `export const job = app.schedule('rate(5 minutes)')((event) => event.detailType);`,
    event: busEvent('aws.events', 'Scheduled Event', {}),
  },
  'a schedule with an input': {
    source: `export const job = app.schedule('rate(5 minutes)', { input: { full: true } })((input) => input.full);`,
    event: { full: true },
  },
  onEvent: {
    source: `import type { CloudEvent } from 'framework';
      class A { @app.onEvent({ source: ['shop'] }) job(event: CloudEvent<{ id: string }>) { return event.detail.id; } }`,
    event: busEvent('shop', 'made', { id: 'a' }),
  },
  'messages with a type': {
    source: `import type { SqsMessage } from 'framework';
      type Order = { readonly id: string; readonly next?: Order };
      class A { @app.onSqsMessage({ queue: 'orders' }) job(message: SqsMessage<Order>) { process.stdout.write(String(message.body.id) + ' '); } }`,
    event: queueEvent([{ id: 'a' }, { id: 5 }, 'no JSON', { id: 'd', next: { id: null } }]),
  },
  'messages that are text': {
    source: `export const job = app.onSqsMessage({ queue: 'orders' })((message) => { process.stdout.write(String(message.body) + ' '); });`,
    event: queueEvent(['a', '{"b":1}']),
  },
  onSqsBatch: {
    source: `import type { SqsBatch } from 'framework';
      class A { @app.onSqsBatch({ queue: 'orders' }) static job(batch: SqsBatch<{ id: string }>) { for (const message of batch) if (message.body.id === 'a') batch.fail(message, 'why'); } }`,
    event: queueEvent([{ id: 'a' }, { id: 5 }, { id: 'c' }]),
  },
  onSnsMessage: {
    source: `import type { SnsMessage } from 'framework';
      class A { @app.onSnsMessage({ topic: 'alerts' }) job(message: SnsMessage<{ id: string }>) { process.stdout.write(String(message.message.id) + ' '); } }`,
    event: topicEvent(['{"id":"a"}']),
  },
  onS3Event: {
    source: `export const job = app.onS3Event({ bucket: 'uploads' })((object) => { process.stdout.write(String(object.key) + ' '); });`,
    event: bucketEvent(['a+b%C3%A9.jpg']),
  },
  onDynamodbRecord: {
    source: `import type { DynamodbRecord } from 'framework';
      class A { @app.onDynamodbRecord({ table: 'Orders' }) job(record: DynamodbRecord<{ id: string }>) { process.stdout.write(String(record.newImage?.id) + ' '); } }`,
    event: tableEvent([{ NewImage: { id: { S: 'a' } } }, { NewImage: { id: { N: '5' } } }]),
  },
  onKinesisRecord: {
    source: `import type { KinesisRecord } from 'framework';
      class A { @app.onKinesisRecord({ stream: 'clicks' }) job(record: KinesisRecord<{ id: string }>) { process.stdout.write(String(record.data.id) + ' '); } }`,
    event: streamEvent(['{"id":"a"}', '{"id":5}']),
  },
  'several sources of one function': {
    source: `class A {
        @app.schedule('rate(1 day)')
        @app.onSqsMessage({ queue: 'orders' })
        @app.onSqsMessage({ queue: 'returns' })
        job(value: unknown) { process.stdout.write(String(typeof value) + ' '); }
      }`,
    event: queueEvent(['a'], { queue: 'returns' }),
  },
};

const weights = new Map<string, number>();

test.each(Object.entries(APPS))('%s', async (name, { source, event }) => {
  const app = { source, events: [], deliveries: { job: event } };
  const { bytes, ...slim } = await ask(app, 'slim');
  const { bytes: wholeBytes, ...whole } = await ask(app, 'whole');
  expect(slim).toEqual(whole);
  expect(bytes()).toBeLessThan(wholeBytes());
  weights.set(name, bytes());
  expect({ answer: slim.answers[0], log: slim.log }).toMatchSnapshot();
});

test('bytes of each application, gzipped', () => {
  expect(Object.fromEntries(weights)).toMatchInlineSnapshot(`
    {
      "a schedule with an input": 4200,
      "messages that are text": 4939,
      "messages with a type": 5135,
      "onDynamodbRecord": 4956,
      "onEvent": 4225,
      "onKinesisRecord": 4735,
      "onS3Event": 4717,
      "onSnsMessage": 4523,
      "onSqsBatch": 5158,
      "schedule": 4196,
      "several sources of one function": 5301,
    }
  `);
});

test('functions of a blueprint have their sources in each place, registered before them or after', async () => {
  const tick = busEvent('aws.events', 'Scheduled Event', {});
  const app = {
    source: `import { Blueprint, type SqsMessage } from 'framework';
      const part = new Blueprint();
      app.register(part, { urlPrefix: '/a', namePrefix: 'a_' });
      class A {
        @part.onSqsMessage({ queue: process.env.ORDERS })
        job(message: SqsMessage<{ id: string }>) { process.stdout.write(String(message.body.id) + ' '); }
        @part.schedule('rate(1 hour)')
        tick() { return 'tick'; }
        @part.schedule('rate(1 day)')
        tock() { return 'tock'; }
      }
      export const rung = part.onEvent({ source: ['shop'] })((event) => event.detail);
      app.register(part, { urlPrefix: '/b', namePrefix: 'b_' });`,
    events: [],
    deliveries: Object.fromEntries(
      ['a', 'b'].flatMap((place) => [
        [`${place}_job`, queueEvent([{ id: place }, { id: 5 }])],
        [`${place}_tick`, tick],
        [`${place}_tock`, tick],
        [`${place}_rung`, busEvent('shop', 'made', { id: place })],
      ]),
    ),
  };
  const { answers } = await ask(app, 'slim');
  expect(answers).toEqual(
    ['a', 'b'].flatMap((place) => [
      { batchItemFailures: [{ itemIdentifier: 'm2' }] },
      { id: place },
      'tick',
      'tock',
    ]),
  );
  const whole = await ask(app, 'whole');
  expect(whole.answers).toEqual(answers);
});
