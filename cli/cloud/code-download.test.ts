// The code of an earlier version, downloaded from the URL that Lambda returns.
import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { isCloudError } from './cloud-error.js';
import { explainCloudError } from './explain-cloud-error.js';
import { type Stub, type StubAnswer, startStub } from './http-stub.fixture.js';

const stubs: Stub[] = [];
afterEach(() => Promise.all(stubs.splice(0).map((stub) => stub.close())));

const CODE = 'the code';
const SHA256 = createHash('sha256').update(CODE).digest('base64');

/** Requests the code from Lambda, and then from a code store with these responses. */
async function download(...answers: readonly StubAnswer[]): Promise<string> {
  const store = await startStub(...answers);
  const lambda = await startStub({
    status: 200,
    body: {
      Configuration: { FunctionName: 'f', CodeSha256: SHA256 },
      Code: { Location: `${store.url}/zip?X-Amz-Signature=secret` },
    },
  });
  stubs.push(store, lambda);
  try {
    return Buffer.from(await lambda.cloud.lambda.downloadCode('f', '1')).toString('utf8');
  } catch (error) {
    if (!isCloudError(error)) throw error;
    const { code, message, hint } = explainCloudError(error, lambda.cloud);
    return `${code} ${message} ${hint ?? ''}`;
  }
}

test('code that comes is given', async () => {
  expect(await download({ status: 200, body: CODE })).toBe(CODE);
});

test('a download that fails for a moment is made again', async () => {
  expect(await download({ status: 503 }, 'reset', { status: 200, body: CODE })).toBe(CODE);
});

test('a download that is refused is called a download, without its signed address', async () => {
  const told = await download({ status: 403, body: '<Error>Access denied</Error>' });
  expect(told).toMatch(
    /^FW6311 The code of an earlier version cannot be downloaded: 127.0.0.1:\d+ answers 403\./,
  );
  expect(told).not.toMatch(/secret|GetFunction/);
});

test('code that is not whole is not taken', async () => {
  expect(await download({ status: 200, body: 'the co' })).toContain('is incomplete');
});

test('code that does not arrive whole is asked for again', async () => {
  expect(await download({ status: 200, body: 'the co' }, { status: 200, body: CODE })).toBe(CODE);
  const asked = stubs.at(-1)?.calls.map(({ url }) => url);
  expect(asked).toEqual(Array(2).fill('/2015-03-31/functions/f?Qualifier=1'));
});
