// An application that the test has loaded itself, behind the same gateway.
import { symlinkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { openTestApp } from './support/built-testing.js';

const REPOSITORY = join(import.meta.dirname, '../..');

// Decorators applied by call do not need a build.
const APP = `import { CustomAuthorizer, ForbiddenError, Framework } from 'framework';

export const theGuide = new Framework({ appName: 'guide' });
export { theGuide as app };
const check = new CustomAuthorizer('check', {
  header: 'Authorization',
  authorizerUri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:1:function:guide-dev-check/invocations',
});
export const echo = theGuide.route('/echo/{word}', { methods: ['POST'] })((word) => [
  word,
  theGuide.currentRequest.jsonBody,
  globalThis.ofTheTest ?? null,
]);
export const forbidden = theGuide.route('/forbidden')(() => {
  throw new ForbiddenError('no');
});
export const wait = theGuide.route('/wait')(() => new Promise(() => {}));
export const members = theGuide.route('/members', { authorizer: check })(() => 'welcome');
export const checked = theGuide.lambdaFunction({ name: 'check' })((event) => ({
  principalId: 'a',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: event.authorizationToken === 'in' ? 'Allow' : 'Deny', Resource: '*' }],
  },
}));
export const fail = theGuide.lambdaFunction({ name: 'fail' })(() => {
  throw new TypeError('not that');
});
export const slow = theGuide.lambdaFunction({ name: 'slow' })(() => new Promise(() => {}));
`;

function open(timeout = 29_000) {
  const directory = temporaryProject({ 'app.mjs': APP });
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(REPOSITORY, join(directory, 'node_modules/framework'), 'dir');
  const url = pathToFileURL(join(directory, 'app.mjs')).href;
  return openTestApp(directory, {
    timeout,
    load: async () => (await import(/* @vite-ignore */ url)) as object,
  });
}

test('views see what the test sees, and the gateway stands in front of them', async () => {
  Object.assign(globalThis, { ofTheTest: 'seen' });
  const { client } = await open();
  const answer = await client.post('/echo/{word}', { params: { word: 'a b' }, json: { n: 1 } });
  expect(answer.json()).toEqual(['a b', { n: 1 }, 'seen']);
  expect((await client.get('/forbidden')).json()).toEqual({
    Code: 'ForbiddenError',
    Message: 'no',
  });
  const table = { headers: { 'Content-Type': 'text/csv' }, params: { word: 'a' }, body: 'a' };
  expect((await client.post('/echo/{word}', table)).status).toBe(415);
  expect((await client.get('/members', { headers: { Authorization: 'in' } })).json()).toBe(
    'welcome',
  );
  expect((await client.get('/members', { headers: { Authorization: 'out' } })).status).toBe(403);
});

test('what a function throws is thrown in the test', async () => {
  const { client } = await open();
  await expect(client.invoke('fail')).rejects.toMatchObject({
    name: 'TypeError',
    message: 'not that',
  });
});

test('what takes too long is answered as in the cloud, or an error', async () => {
  const { client } = await open(50);
  const answer = await client.get('/wait');
  expect([answer.status, answer.note]).toEqual([
    502,
    'GET /wait timed out after 0.05 s and the response is 502.',
  ]);
  await expect(client.invoke('slow')).rejects.toThrow('timed out after 0.05 s');
});
