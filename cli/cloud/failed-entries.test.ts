// EventBridge answers 200 also when it refuses the target of a rule, so the answer itself has to be read.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestCloud } from '../../test/cloud/start-test-cloud.js';
import type { TestCloud } from '../../test/cloud/test-cloud.js';
import type { Cloud } from './cloud.js';
import { connect } from './connect.js';

let testCloud: TestCloud;
let cloud: Cloud;

beforeEach(async () => {
  testCloud = await startTestCloud();
  cloud = connect({ environment: testCloud.environment, signal: new AbortController().signal });
});
afterEach(async () => {
  cloud.close();
  await testCloud.close();
});

test('a target that is refused in an answer of 200 is an error', async () => {
  const place = { name: 'shop-dev-report', bus: 'default' };
  const settings = { pattern: undefined, expression: 'rate(1 day)', description: undefined };
  await cloud.events.putRule({ ...place, ...settings, isEnabled: true }, {});
  const target = { id: 'function', arn: 'arn:aws:lambda:::x', input: undefined };
  await expect(cloud.events.putTarget(place, target)).rejects.toThrow();
  expect(await cloud.events.listTargets(place)).toEqual([]);
});
