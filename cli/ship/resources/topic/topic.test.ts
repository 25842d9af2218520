// SNS topics declared in the source: created before the functions, subscribed, and deleted, because they contain no data.
import { expect, test } from 'vitest';
import { elsewhere, openCloud, recordOrNot, writesIn } from '../../deploy/port-cloud.fixture.js';
import { appWithResources, sourceOf, topicOf } from '../declared/resources.fixture.js';

const NAME = 'fixture-dev-news';
const ARN = `arn:aws:sns:eu-west-1:123456789012:${NAME}`;
const news = topicOf('news');
const heard = { report: [sourceOf({ kind: 'sns', topic: { resource: 'news' } })] };

test('a topic is made before the function, which gets its ARN and is subscribed', async () => {
  const cloud = await openCloud();
  const app = appWithResources([news], { sources: heard });
  const { calls, outcome } = await cloud.deploy(app);
  expect(outcome.kind).toBe('done');
  expect(calls.indexOf('createTopic')).toBeLessThan(calls.indexOf('createFunction'));
  expect(cloud.namesOf('subscription')).toEqual([`${NAME} fixture-dev-report`]);
  const made = await cloud.others.lambda.getFunction('fixture-dev-report');
  expect(made?.environment).toEqual({ TOPIC_NEWS: ARN });
  const again = await cloud.deploy(app);
  expect(again.calls.toSorted()).toEqual([
    'getFilter',
    'getFunction',
    'getRolePolicy',
    'getTopic',
    'listSubscriptions',
  ]);
});

test.each(recordOrNot('topics'))(
  'a topic that leaves the source is deleted (record: %s)',
  async (has) => {
    const cloud = await openCloud();
    const known = (): typeof cloud.here => (has ? cloud.here : elsewhere());
    await cloud.deploy(appWithResources([news, topicOf('other')], { sources: heard }), known());
    await cloud.deploy(appWithResources([topicOf('other')]), known());
    expect(cloud.namesOf('topic')).toEqual(['fixture-dev-other']);
    await cloud.deploy(appWithResources([news], { sources: heard }), known());
    expect(cloud.namesOf('topic')).toEqual([NAME]);
    await cloud.remove(known());
    expect(cloud.namesOf('topic')).toEqual([]);
  },
);

test('a FIFO topic changes in place', async () => {
  const cloud = await openCloud();
  for (const more of [{}, { deduplication: true }, {}] as const) {
    const app = appWithResources([topicOf('news.fifo', more)]);
    const { outcome } = await cloud.deploy(app);
    expect(outcome.kind).toBe('done');
    const found = await cloud.others.sns.getTopic(`${ARN}.fifo`);
    expect(found).toMatchObject({
      FifoTopic: 'true',
      ContentBasedDeduplication: String('deduplication' in more),
    });
    expect(writesIn((await cloud.deploy(app)).calls)).toEqual([]);
  }
});

test('a topic that was deleted by hand is made again with its subscription', async () => {
  const cloud = await openCloud();
  const app = appWithResources([news], { sources: heard });
  await cloud.deploy(app);
  await cloud.clients.sns.deleteTopic({ TopicArn: ARN });
  const { outcome } = await cloud.deploy(app);
  expect(outcome.kind).toBe('done');
  expect(cloud.namesOf('subscription')).toEqual([`${NAME} fixture-dev-report`]);
});

test('a topic of the name that is not ours is left alone', async () => {
  const cloud = await openCloud();
  await cloud.clients.sns.createTopic({ Name: NAME });
  const { outcome, calls } = await cloud.deploy(appWithResources([news]), elsewhere());
  expect(outcome.kind).toBe('refused');
  expect(writesIn(calls)).toEqual([]);
  await cloud.remove(elsewhere());
  expect(await cloud.others.sns.getTopic(ARN)).toBeDefined();
});
