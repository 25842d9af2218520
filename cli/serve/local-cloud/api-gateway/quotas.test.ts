// The quotas of management calls, which a test can enable: their times use the scaled clock.
import { TooManyRequestsException } from '@aws-sdk/client-api-gateway';
import { expect, test } from 'vitest';
import { createClock } from '../server/clock.js';
import { refusalOf, startApiHost } from './api-host.fixture.js';

test('a second API within three seconds is refused with the time to wait', async () => {
  let now = 1000;
  const clock = { ...createClock({}), now: () => now };
  const host = await startApiHost({ quotas: true, clock });
  const create = () => host.client.createRestApi({ name: 'a' });
  const { id: restApiId } = await create();
  const error: unknown = await create().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TooManyRequestsException);
  expect(error).toMatchObject({ message: 'Too Many Requests', retryAfterSeconds: '0.03' });
  await host.client.deleteRestApi({ restApiId });
  now += 30;
  await create();
  await host.close();
});

test('without them nothing waits', async () => {
  const host = await startApiHost();
  for (let count = 0; count < 3; count++) {
    await host.client.createRestApi({ name: 'a' });
  }
  expect(await refusalOf(host.client.createRestApi({ name: '' }))).toBe(
    'BadRequestException: Invalid REST API name specified',
  );
  await host.close();
});
