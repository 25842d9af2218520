// A connection that stands and carries nothing: it is noticed in twenty seconds, and nobody waits in silence.
import { afterEach, expect, test } from 'vitest';
import { isCloudError } from './cloud-error.js';
import { type Stub, startStub } from './http-stub.fixture.js';

let stub: Stub | undefined;
afterEach(() => stub?.close());

test('a connection that stalls is noticed in 20 seconds', async () => {
  const { cloud } = (stub = await startStub('silence'));
  const began = performance.now();
  const error: unknown = await cloud.apiGateway
    .createApi({ name: 'x', tags: {} })
    .catch((reason: unknown) => reason);
  const seconds = (performance.now() - began) / 1000;
  expect(isCloudError(error, 'network') && error.facts.message).toBe(
    'the connection stalled: no byte came for 20 s',
  );
  expect(seconds).toBeGreaterThan(15);
  expect(seconds).toBeLessThan(28);
});
