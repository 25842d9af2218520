// Lambda functions of an application, called by a test.
import { expect } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';
import { openTestApp } from './support/built-testing.js';

const test = sampledTest('functions of tests', 3);

const APP = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'jobs' });

let count = 0;

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
  @app.lambdaFunction()
  async slow() {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return 'done';
  }
  @app.lambdaFunction({ name: 'place' })
  @app.route('/place')
  place() {
    console.log('placed');
    return [process.env['PLACE'], process.env['AWS_LAMBDA_FUNCTION_NAME'], ++count];
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
    /^RangeError: too far\n +at Jobs\.fail \(.*app\.ts:16:11\)/,
  );
});

test('a function that takes too long is an error, at the place in the test', async () => {
  const { client } = await openTestApp(project(), { timeout: 50 });
  const error: unknown = await client.invoke('wait').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: '`wait` failed: timed out after 0.05 s.' });
  expect((error as Error).stack?.split('\n')[1]).toContain('functions.test.ts');
});

test.each([Infinity, 2 ** 31])('there is time enough with a timeout of %d', async (timeout) => {
  const { client } = await openTestApp(project(), { timeout });
  expect(await client.invoke('slow')).toBe('done');
});

test('each function has the environment and the modules of its own, as in Lambda', async () => {
  const directory = temporaryProject({
    'app.ts': APP,
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      app_name: 'named',
      environment_variables: { PLACE: 'all' },
      stages: { dev: { lambda_functions: { place: { environment_variables: { PLACE: 'own' } } } } },
    }),
  });
  const { client, output } = await openTestApp(directory);
  expect((await client.get('/place')).json()).toEqual(['all', 'named-dev', 1]);
  expect(await client.invoke('place')).toEqual(['own', 'named-dev-place', 1]);
  expect(await client.invoke('place')).toEqual(['own', 'named-dev-place', 2]);
  expect((await client.get('/place')).json()).toEqual(['all', 'named-dev', 2]);
  expect(output()).toBe('placed\n'.repeat(4));
});

test('a name that no function has is refused with those there are', async () => {
  const { client } = await openTestApp(project());
  await expect(client.invoke('ad')).rejects.toThrow(
    'The application has no lambda function `ad`; it has add, fail, no-result, place, slow, wait.',
  );
});
