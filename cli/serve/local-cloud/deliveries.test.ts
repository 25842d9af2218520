// Events that Lambda has accepted and will retry are kept when a persistent cloud restarts.
import { deserialize, serialize } from 'node:v8';
import { afterEach, expect, test } from 'vitest';
import { runtimeArguments } from '../../../test/ric/runtime-client.js';
import { createClients, createReadyFunction, createRole, zipOf } from './clients.fixture.js';
import { createHandClock } from './hand-clock.fixture.js';
import { type LocalCloud, startLocalCloud } from './start-local-cloud.js';
import { createStateStore } from './state-store.js';

let cloud: LocalCloud;
afterEach(() => cloud.close());

test('an event that has failed is tried again by the next cloud', async () => {
  const hand = createHandClock();
  const options = { ...hand, live: true, timeScale: 0, runtime: runtimeArguments('aws') };
  cloud = await startLocalCloud(options);
  const { lambda, ...clients } = createClients(cloud);
  const Role = await createRole({ lambda, ...clients });
  const files = { 'index.mjs': 'export const handler = () => { throw new Error("no"); };' };
  await createReadyFunction({ lambda, ...clients }, { FunctionName: 'mail', files, Role });
  await lambda.invoke({ FunctionName: 'mail', InvocationType: 'Event', Payload: '{"to":"a"}' });
  expect(await cloud.deliveries()).toMatchObject([{ outcome: 'failed' }]);
  const ZipFile = zipOf({ 'index.mjs': 'export const handler = (event) => event;' });
  await lambda.updateFunctionCode({ FunctionName: 'mail', ZipFile });
  await cloud.close();
  const parts: unknown = deserialize(serialize(cloud.store.all()));
  cloud = await startLocalCloud({
    ...options,
    store: createStateStore(parts as ReadonlyMap<string, unknown>), // because it was one before serialization
  });
  hand.advance(1000);
  expect(await cloud.deliveries()).toMatchObject([{ outcome: 'returned', payload: '{"to":"a"}' }]);
  expect([...cloud.store.part('us-east-1/deliveries', () => new Set())]).toEqual([]);
});
