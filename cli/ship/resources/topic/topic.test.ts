// SNS topics declared in the source: created before the functions, subscribed, and deleted, because they contain no data.
import { CreateTopicCommand, DeleteTopicCommand } from '@aws-sdk/client-sns';
import { expect, test } from 'vitest';
import {
  deleteOnce,
  deployOnce,
  elsewhere,
  namesOf,
  openCloud,
  WRITES,
} from '../../deploy/port-cloud.fixture.js';
import { appWithResources, sourceOf, topicOf } from '../declared/resources.fixture.js';

const NAME = 'fixture-dev-news';
const ARN = `arn:aws:sns:eu-west-1:123456789012:${NAME}`;
const news = topicOf('news');
const heard = { report: [sourceOf({ kind: 'sns', topic: { resource: 'news' } })] };

function writesIn(calls: readonly string[]): readonly string[] {
  return calls.filter((name) => WRITES.test(name));
}

test('a topic is made before the function, which gets its ARN and is subscribed', async () => {
  const cloud = await openCloud();
  const here = elsewhere();
  const app = appWithResources([news], { sources: heard });
  const { calls, outcome } = await deployOnce(cloud, app, here);
  expect(outcome.kind).toBe('done');
  expect(calls.indexOf('createTopic')).toBeLessThan(calls.indexOf('createFunction'));
  expect(namesOf(cloud, 'subscription')).toEqual([`${NAME} fixture-dev-report`]);
  const made = await cloud.others.lambda.getFunction('fixture-dev-report');
  expect(made?.environment).toEqual({ TOPIC_NEWS: ARN });
  const again = await deployOnce(cloud, app, here);
  expect(again.calls.toSorted()).toEqual([
    'getFilter',
    'getFunction',
    'getRolePolicy',
    'getTopic',
    'listSubscriptions',
  ]);
});

test.each([true, false])('a topic that leaves the source is deleted (record: %s)', async (has) => {
  const cloud = await openCloud();
  const here = elsewhere();
  const known = (): typeof here => (has ? here : elsewhere());
  await deployOnce(cloud, appWithResources([news, topicOf('other')], { sources: heard }), known());
  await deployOnce(cloud, appWithResources([topicOf('other')]), known());
  expect(namesOf(cloud, 'topic')).toEqual(['fixture-dev-other']);
  await deployOnce(cloud, appWithResources([news], { sources: heard }), known());
  expect(namesOf(cloud, 'topic')).toEqual([NAME]);
  await deleteOnce(cloud, known());
  expect(namesOf(cloud, 'topic')).toEqual([]);
});

test('a FIFO topic changes in place', async () => {
  const cloud = await openCloud();
  const here = elsewhere();
  for (const more of [{}, { deduplication: true }, {}] as const) {
    const app = appWithResources([topicOf('news.fifo', more)]);
    const { outcome } = await deployOnce(cloud, app, here);
    expect(outcome.kind).toBe('done');
    const found = await cloud.others.sns.getTopic(`${ARN}.fifo`);
    expect(found).toMatchObject({
      FifoTopic: 'true',
      ContentBasedDeduplication: String('deduplication' in more),
    });
    expect(writesIn((await deployOnce(cloud, app, here)).calls)).toEqual([]);
  }
});

test('a topic that was deleted by hand is made again with its subscription', async () => {
  const cloud = await openCloud();
  const here = elsewhere();
  const app = appWithResources([news], { sources: heard });
  await deployOnce(cloud, app, here);
  await cloud.clients.sns.send(new DeleteTopicCommand({ TopicArn: ARN }));
  const { outcome } = await deployOnce(cloud, app, here);
  expect(outcome.kind).toBe('done');
  expect(namesOf(cloud, 'subscription')).toEqual([`${NAME} fixture-dev-report`]);
});

test('a topic of the name that is not ours is left alone', async () => {
  const cloud = await openCloud();
  await cloud.clients.sns.send(new CreateTopicCommand({ Name: NAME }));
  const { outcome, calls } = await deployOnce(cloud, appWithResources([news]), elsewhere());
  expect(outcome.kind).toBe('refused');
  expect(writesIn(calls)).toEqual([]);
  await deleteOnce(cloud, elsewhere());
  expect(await cloud.others.sns.getTopic(ARN)).toBeDefined();
});
