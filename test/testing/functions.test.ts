// Lambda functions of an application, called by a test.
import { expect, test } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { openTestApp } from './support/built-testing.js';

const APP = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'jobs' });

class Jobs {
  @app.lambdaFunction()
  add(event: { a: number; b: number }, context: { functionName: string; getRemainingTimeInMillis(): number }) {
    return { sum: event.a + event.b, name: context.functionName, left: context.getRemainingTimeInMillis() > 0 };
  }
  @app.lambdaFunction({ name: 'no-result' })
  nothing() {}
  @app.lambdaFunction()
  fail() {
    throw new RangeError('too far');
  }
  @app.lambdaFunction()
  async wait() {
    await new Promise(() => {});
  }
}
`;

const project = () => temporaryProject({ 'app.ts': APP });

test('the result is what JSON carries', async () => {
  const { client } = await openTestApp(project(), { stage: 'prod' });
  expect(await client.invoke('add', { a: 1, b: 2 })).toEqual({
    sum: 3,
    name: 'jobs-prod-add',
    left: true,
  });
  expect(await client.invoke('no-result')).toBe(null);
});

test('what a function throws is thrown in the test, with its name and its place in the source', async () => {
  const { client } = await openTestApp(project());
  const error: unknown = await client.invoke('fail').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'RangeError', message: 'too far' });
  expect((error as Error).stack).toMatch(
    /^RangeError: too far\n +at Jobs\.fail \(.*app\.ts:14:11\)/,
  );
});

test('a function that takes too long is an error', async () => {
  const { client } = await openTestApp(project(), { timeout: 50 });
  await expect(client.invoke('wait')).rejects.toThrow('timed out after 0.05 s');
});

test('a name that no function has is refused with those there are', async () => {
  const { client } = await openTestApp(project());
  await expect(client.invoke('ad')).rejects.toThrow(
    'The application has no lambda function `ad`; it has add, fail, no-result, wait.',
  );
});
