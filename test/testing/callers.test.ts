// The caller of a request: `as` of the test client, and what a test sends explicitly.
import { expect } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';
import { openTestApp } from './support/built-testing.js';

const test = sampledTest('callers of tests', 3);

const POOL = 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc';
const APP = `import { CustomAuthorizer, Framework, IAMAuthorizer, UserPoolAuthorizer } from 'framework';

export const app = new Framework({ appName: 'x' });
const pool = new UserPoolAuthorizer('pool', { header: 'X-Token', providerArns: ['${POOL}'] });
const check = new CustomAuthorizer('check', {
  header: 'Authorization',
  authorizerUri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:x-dev-check/invocations',
});
const foreign = new CustomAuthorizer('foreign', { header: 'Authorization', authorizerUri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:1:function:other/invocations' });

class Views {
  @app.route('/key', { apiKeyRequired: true })
  key() { return app.currentRequest.context.identity.apiKey; }
  @app.route('/pool', { authorizer: pool })
  pool() { return [(app.currentRequest.context as any).authorizer, app.currentRequest.headers['x-token'] !== undefined]; }
  @app.route('/iam', { authorizer: new IAMAuthorizer() })
  iam() { return app.currentRequest.context.identity; }
  @app.route('/custom', { authorizer: check })
  custom() { return (app.currentRequest.context as any).authorizer; }
  @app.route('/foreign', { authorizer: foreign })
  foreign() { return (app.currentRequest.context as any).authorizer; }
  @app.route('/open')
  open() { return null; }
  @app.lambdaFunction()
  check(event: { authorizationToken: string; methodArn: string }) {
    const Effect = event.authorizationToken === 'open' ? 'Allow' : 'Deny';
    return {
      principalId: 'checked',
      policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: event.methodArn }] },
    };
  }
}
`;

const LIMITED = JSON.stringify({
  version: '2.0',
  api_keys: {
    partner: { rate: 0.001, burst: 2 },
    counted: { quota: { limit: 1, period: 'month' } },
    free: {},
  },
});

test('a key of the configuration has its limits, and another one has none', async () => {
  const files = { 'app.ts': APP, '.framework/config.json': LIMITED };
  const { client, apiKeys } = await openTestApp(temporaryProject(files));
  expect(apiKeys).toEqual({
    partner: 'local-api-key-partner',
    counted: 'local-api-key-counted',
    free: 'local-api-key-free',
  });
  const ask = async (apiKey: string | undefined): Promise<unknown> => {
    const { status, headers, text, note } = await client.get('/key', { as: { apiKey } });
    return status === 200 ? status : [status, headers['x-amzn-errortype'], text(), note];
  };
  const throttled = [
    429,
    'TooManyRequestsException',
    '{"message":"Too Many Requests"}',
    'more requests than the rate and burst of the API key in `api_keys` allow',
  ];
  const exceeded = [
    429,
    'LimitExceededException',
    '{"message":"Limit Exceeded"}',
    'more requests than the quota of the API key in `api_keys` allows',
  ];
  const { partner, counted, free } = apiKeys;
  const asked = [partner, partner, partner, counted, counted, free, free, free, 'any', 'any'];
  const answers: unknown[] = [];
  for (const key of asked) answers.push(await ask(key));
  expect(answers).toEqual([200, 200, throttled, 200, exceeded, 200, 200, 200, 200, 200]);
});

const open = () => openTestApp(temporaryProject({ 'app.ts': APP }));

test('an API key is valid for the request that has it, and for no other', async () => {
  const { client } = await open();
  const [known, unknown, none] = await Promise.all([
    client.get('/key', { as: { apiKey: 'mine' } }),
    client.get('/key', { headers: { 'X-Api-Key': 'mine' } }),
    client.get('/key'),
  ]);
  expect([known.status, known.json()]).toEqual([200, 'mine']);
  expect([unknown.status, unknown.note]).toEqual([403, 'not a valid API key']);
  expect([none.status, none.note]).toEqual([403, 'no X-Api-Key header']);
});

test('claims make a token of the pool, in the header of the authorizer', async () => {
  const { client } = await open();
  const member = await client.get('/pool', {
    as: { claims: { email: 'a@b', groups: ['x', 'y'] } },
  });
  expect(member.json()).toMatchObject([
    { claims: { sub: 'test-user', email: 'a@b', groups: 'x,y', token_use: 'id' } },
    true,
  ]);
  const late = await client.get('/pool', { as: { claims: { exp: 1 } } });
  expect([late.status, late.json()]).toEqual([401, { message: 'The incoming token has expired' }]);
  const stranger = await client.get('/pool', { as: { claims: { iss: 'https://other' } } });
  expect([stranger.status, stranger.note]).toEqual([
    401,
    'the issuer of the token is "https://other", not https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc',
  ]);
});

test('an IAM identity stands for a signature', async () => {
  const { client } = await open();
  expect((await client.get('/iam')).status).toBe(403);
  expect((await client.get('/iam', { as: { iam: true } })).json()).toMatchObject({
    accountId: '123456789012',
    userArn: 'arn:aws:iam::123456789012:user/test',
  });
  const userArn = 'arn:aws:sts::999999999999:assumed-role/partner/x';
  const partner = await client.get('/iam', { as: { iam: { accountId: '999999999999', userArn } } });
  expect(partner.json()).toMatchObject({ accountId: '999999999999', userArn });
});

test('the result of a custom authorizer can be given, or its function called', async () => {
  const { client } = await open();
  const given = await client.get('/custom', {
    as: { authorizer: { principalId: 'me', context: { level: 3 } } },
  });
  expect(given.json()).toEqual({ principalId: 'me', level: '3', integrationLatency: 0 });
  const denied = await client.get('/custom', { as: { authorizer: { effect: 'Deny' } } });
  expect(denied.status).toBe(403);
  const called = await client.get('/custom', { headers: { Authorization: 'open' } });
  expect(called.json()).toMatchObject({ principalId: 'checked' });
  expect((await client.get('/custom', { headers: { Authorization: 'shut' } })).status).toBe(403);
  expect((await client.get('/custom')).status).toBe(401);
});

test('a function of another application is not needed when its result is given', async () => {
  const { client } = await open();
  expect((await client.get('/foreign', { headers: { Authorization: 'x' } })).status).toBe(500);
  expect((await client.get('/foreign', { as: { authorizer: {} } })).status).toBe(200);
});

test('a caller that the route does not ask for is refused', async () => {
  const { client } = await open();
  await expect(client.get('/open', { as: { claims: {} } })).rejects.toThrow(
    '`as.claims` is for a route with `UserPoolAuthorizer`; GET /open has no authorizer.',
  );
  await expect(client.get('/custom', { as: { iam: true } })).rejects.toThrow(
    '`as.iam` is for a route with `IAMAuthorizer`; GET /custom has the authorizer `check`, which is of another kind.',
  );
});
