// The bus of a rule: its name and its ARN, and buses on which the rule cannot be created.
import { CreateEventBusCommand } from '@aws-sdk/client-eventbridge';
import { expect, test } from 'vitest';
import { checkQuotas } from '../../deploy/prepare-deploy.js';
import { appOf } from '../../deploy/event-sources.fixture.js';
import { observe } from '../../deploy/observe.js';
import {
  deployOnce,
  elsewhere,
  openCloud,
  statementsIn,
  WRITES,
} from '../../deploy/port-cloud.fixture.js';
import type { Desired } from '../../stage/states.js';

const ARN = 'arn:aws:events:eu-west-1:123456789012:rule/';
const pushed = {
  kind: 'rule',
  pattern: { source: ['aws.codecommit'] },
  bus: { text: 'default' },
  enabled: true,
} as const;

test('an event bus that is not there is said before anything is made', async () => {
  const cloud = await openCloud();
  const desired = appOf({ report: [{ ...pushed, bus: { text: 'orders' } }] });
  const observation = await observe({ cloud, desired, state: undefined });
  expect(observation).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'FW6260' }] });
  expect(cloud.testCloud.inventory()).toEqual([]);
});

test('the ARN of a bus and its name are the same bus', async () => {
  const cloud = await openCloud();
  const here = elsewhere();
  await cloud.clients.events.send(new CreateEventBusCommand({ Name: 'orders' }));
  const text = 'arn:aws:events:eu-west-1:123456789012:event-bus/orders';
  await deployOnce(cloud, appOf({ report: [{ ...pushed, bus: { text: 'orders' } }] }), here);
  const { calls } = await deployOnce(
    cloud,
    appOf({ report: [{ ...pushed, bus: { text } }] }),
    here,
  );
  expect(calls.filter((name) => WRITES.test(name))).toEqual([]);
  expect(await statementsIn(cloud)).toEqual([
    `fixture-dev-report: ${ARN}orders/fixture-dev-report`,
  ]);
});

test('a bus of another region or account is said before anything is made', async () => {
  const onBus = (text: string): Desired => appOf({ report: [{ ...pushed, bus: { text } }] });
  const away = 'arn:aws:events:us-east-1:123456789012:event-bus/orders';
  expect(checkQuotas(onBus(away))).toMatchObject([
    {
      code: 'FW6261',
      message:
        'The event bus `orders` is in the region us-east-1, but the stage is in the region eu-west-1: `report` (`@app.onEvent` in app.ts:1) cannot be connected to it.',
    },
  ]);
  const foreign = onBus('arn:aws:events:eu-west-1:999999999999:event-bus/orders');
  const cloud = await openCloud();
  // A bus with the same name exists, but not in the account that the ARN names.
  await cloud.clients.events.send(new CreateEventBusCommand({ Name: 'orders' }));
  const first = await observe({ cloud, desired: foreign, state: undefined });
  const message = expect.stringContaining(
    'is in the account 999999999999, but the stage is in the account 123456789012',
  ) as unknown; // because it is a matcher
  expect(first).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'FW6261', message }] });
  const here = elsewhere();
  await deployOnce(cloud, onBus('orders'), here);
  const next = await observe({ cloud, desired: foreign, state: here.state });
  expect(next).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'FW6261', message }] });
});
