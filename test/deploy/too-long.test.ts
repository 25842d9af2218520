// A view that takes too long, called over HTTP after deployment: Lambda stops it after `lambda_timeout`, and API Gateway after
// 29 seconds. The local server responds the same way (test/local/faults.test.ts).
import { expect, test } from 'vitest';
import { addressIn, framework, helloWorld, testCloud } from './deployments.js';

const SLOW = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
export const index = app.route('/')(() => ({}));
export const slow = app.route('/slow')(() => new Promise(() => setInterval(() => undefined, 1000)));
`;

/** Returns status, type and body of `/slow` of an application deployed with a timeout. */
async function answerOfSlow(
  seconds: number,
  patience: (milliseconds: number) => number,
): Promise<string> {
  const cloud = await testCloud({ patience });
  const cwd = helloWorld({
    'app.ts': SLOW,
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      app_name: 'helloworld',
      lambda_timeout: seconds,
    }),
  });
  const { out, exitCode } = await framework('deploy', { cwd, cloud });
  expect(exitCode).toBe(0);
  const address = addressIn(out);
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  const response = await fetch(`${address}slow`);
  return `${response.status} ${response.headers.get('x-amzn-errortype') ?? ''} ${await response.text()}`;
}

test('a function that lambda_timeout stops is answered 502', async () => {
  const began = performance.now();
  expect(await answerOfSlow(1, (milliseconds) => milliseconds)).toBe(
    '502 InternalServerErrorException {"message": "Internal server error"}',
  );
  expect(performance.now() - began).toBeGreaterThan(1000);
});

test('a function that may take longer than 29 seconds is answered 504 by then', async () => {
  const waited: number[] = [];
  const patience = (milliseconds: number): number => {
    waited.push(milliseconds);
    return milliseconds / 20;
  };
  expect(await answerOfSlow(60, patience)).toBe(
    '504 InternalServerErrorException {"message": "Endpoint request timed out"}',
  );
  expect(new Set(waited)).toEqual(new Set([29_000]));
});
