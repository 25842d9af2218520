// Event functions that are renamed, deployed, rolled back and deployed again, in turns: nothing is left over, every source
// calls the function that the code declares, and another deploy of the same code changes nothing.
import { expect } from 'vitest';
import { framework } from './deployments.js';
import { connectionsIn } from './event-connections.js';
import {
  deploy,
  MEMBERS,
  type Members,
  MORE_MEMBERS,
  withoutRecord,
  world,
  type World,
} from './event-world.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('functions that are renamed', 3);

const ALL: Members = { ...MEMBERS, ...MORE_MEMBERS };

/** Every function has another name. */
const RENAMED = Object.fromEntries(
  Object.entries(ALL).map(([name, text]) => [
    name,
    text.replaceAll(`  ${name}(`, `  new_${name}(`),
  ]),
) as Members; // because the keys are the same

const TOPIC = 'arn:aws:sns:us-east-1:123456789012:alerts';

function connected({ clients }: World) {
  return connectionsIn(clients, { topic: TOPIC, bucket: 'uploads' });
}

/** Returns the inventory without mappings that Lambda is still deleting, and without the logs of functions. */
function inventory({ cloud }: World): readonly string[] {
  return cloud.inventory().filter((one) => !/being deleted$|^log-group/.test(one));
}

async function rollback(at: World): Promise<void> {
  const result = await framework('rollback', at);
  expect(result.exitCode, result.err).toBe(0);
}

/** Returns the functions that a topic, a queue and a stream call now. */
async function called({
  cloud,
  clients: { sns, sqs, kinesis },
}: World): Promise<readonly string[]> {
  const before = [(await cloud.deliveries()).length, (await cloud.poll()).length];
  const text = '{"id":"a","total":1}';
  await sns.publish({ TopicArn: TOPIC, Message: text });
  const QueueUrl = `${cloud.url}/123456789012/orders`;
  await sqs.sendMessage({ QueueUrl, MessageBody: text });
  const Data = new TextEncoder().encode('click');
  await kinesis.putRecord({ StreamName: 'clicks', PartitionKey: 'a', Data });
  const deliveries = (await cloud.deliveries()).slice(before[0]);
  const batches = (await cloud.poll()).slice(before[1]);
  return [
    ...deliveries.map(({ functionArn }) => functionArn.split(':').at(-1) ?? ''),
    ...batches.map(({ functionName }) => functionName),
  ].toSorted();
}

test('all functions are renamed, rolled back, deployed again, and take their old names back', async () => {
  const at = await world();
  await deploy(at, ALL);
  const first = { inventory: inventory(at), connections: await connected(at) };
  await deploy(at, RENAMED, ' --allow-delete');
  const second = { inventory: inventory(at), connections: await connected(at) };
  expect(second.inventory.filter((one) => first.inventory.includes(one))).toEqual([
    'queue orders',
    'queue parcels.fifo',
    'role shop-dev',
    'role shop-dev-scheduler',
    'schedule-group shop-dev',
    'stream clicks',
    'table Orders',
  ]);
  const renamed = ['shop-dev-new_alert', 'shop-dev-new_clicked', 'shop-dev-new_order'];
  expect(await called(at)).toEqual(renamed);

  // Deleted functions are not restored, and the existing ones have no earlier code.
  const refused = await framework('rollback', at);
  expect(refused.exitCode).toBe(1);
  expect({ inventory: inventory(at), connections: await connected(at) }).toEqual(second);
  expect(await called(at)).toEqual(renamed);
  expect((await deploy(at, RENAMED)).count).toMatch(/ 0 writes$/);

  await deploy(at, ALL, ' --allow-delete');
  expect(inventory(at)).toEqual(first.inventory);
  expect(await called(at)).toEqual(['shop-dev-alert', 'shop-dev-clicked', 'shop-dev-order']);
  expect((await deploy(at, ALL)).count).toMatch(/ 0 writes$/);
  expect((await deploy({ ...at, cwd: withoutRecord(ALL) })).count).toMatch(/ 0 writes$/);
});

test('one function is renamed, rolled back and deployed again, twice, and its source follows', async () => {
  const at = await world();
  const other = { ...ALL, order: RENAMED.order ?? '' };
  const changed = { ...other, alert: MEMBERS.alert.replace('< 0', '< 100') };
  await deploy(at, ALL);
  await deploy(at, other, ' --allow-delete');
  const wanted = ['shop-dev-alert', 'shop-dev-clicked', 'shop-dev-new_order'];
  for (let times = 1; times <= 2; times += 1) {
    await deploy(at, changed);
    expect(await called(at)).toEqual(wanted);
    const before = { inventory: inventory(at), connections: await connected(at) };
    await rollback(at);
    expect({ inventory: inventory(at), connections: await connected(at) }).toEqual(before);
    expect(await called(at)).toEqual(wanted);
  }
  expect((await deploy(at, other)).count).toMatch(/ 0 writes$/);
  await deploy(at, ALL, ' --allow-delete');
  expect(await called(at)).toEqual(['shop-dev-alert', 'shop-dev-clicked', 'shop-dev-order']);
});

test('a message that waits while its function is renamed is handed to the new one, once', async () => {
  const at = await world();
  await deploy(at, ALL);
  const QueueUrl = `${at.cloud.url}/123456789012/orders`;
  const bad = { QueueUrl, MessageBody: '{"id":"a","total":-1}' };
  const { MessageId: thrown } = await at.clients.sqs.sendMessage(bad);
  await at.cloud.poll();
  await deploy(at, { ...ALL, order: RENAMED.order ?? '' }, ' --allow-delete');
  at.pass(31_000);
  const batches = (await at.cloud.poll()).filter(({ ids }) => ids.includes(thrown ?? ''));
  expect(batches.map(({ functionName, failed }) => [functionName, failed])).toEqual([
    // Every message of the batch failed, so the function threw an error.
    ['shop-dev-order', undefined],
    ['shop-dev-new_order', []],
  ]);
});
