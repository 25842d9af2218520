// Authorization of a served application: the documented key, credentials and rules, as a client experiences them.
import { SignatureV4 } from '@smithy/signature-v4';
import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClientSha256 } from '../../cli/serve/gateway/authorizers/authorized-host.fixture.js';
import { send, type Answer } from './support/client.js';
import { serve, serveFiles } from './support/served-project.js';

const PATH = 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/';
const APP = `
import { CustomAuthorizer, Framework, IAMAuthorizer, UserPoolAuthorizer } from 'framework';
export const app = new Framework({ appName: 'doors' });
const pool = new UserPoolAuthorizer('Pool', {
  header: 'Authorization',
  providerArns: ['arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI'],
});
const custom = new CustomAuthorizer('Custom', {
  header: 'X-Token',
  authorizerUri: '${PATH}arn:aws:lambda:us-east-1:123456789012:function:doors-dev-check/invocations',
});
const foreign = new CustomAuthorizer('Foreign', {
  header: 'X-Token',
  authorizerUri: '${PATH}arn:aws:lambda:us-east-1:123456789012:function:somebody-else/invocations',
});
class Views {
  @app.route('/key', { apiKeyRequired: true, cors: true }) key() { return app.currentRequest.context.identity.apiKey; }
  @app.route('/iam', { authorizer: new IAMAuthorizer() }) iam() { return app.currentRequest.context.identity.userArn; }
  @app.route('/pool', { authorizer: pool }) pool() { return app.currentRequest.toDict().context; }
  @app.route('/custom', { authorizer: custom }) custom() { return app.currentRequest.toDict().context; }
  @app.route('/foreign', { authorizer: foreign }) foreign() { return null; }
  @app.lambdaFunction() async check(event: { authorizationToken: string; methodArn: string }) {
    const { authorizationToken, methodArn } = event;
    if (authorizationToken === 'unknown') throw new Error('Unauthorized');
    if (authorizationToken === 'nonsense') return { hello: 'world' };
    if (authorizationToken === 'forever') await new Promise(() => undefined);
    const Effect = authorizationToken === 'friend' ? 'Allow' : 'Deny';
    return {
      principalId: 'me',
      policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }] },
      context: { level: 3 },
    };
  }
}
`;
const CONFIG = JSON.stringify({
  version: '2.0',
  app_name: 'doors',
  stages: { dev: { lambda_functions: { check: { lambda_timeout: 1 } } } },
});
let served: Awaited<ReturnType<typeof serveFiles>>;
beforeAll(async () => {
  served = await serveFiles(
    { 'app.ts': APP, '.framework/config.json': CONFIG },
    { args: ['--no-reload'], environment: { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' } },
  );
});
afterAll(() => served.stop());

function shown(answer: Answer): string {
  const type = answer.headers['x-amzn-errortype'];
  return `${answer.status} ${type === undefined ? '' : `${type} `}${answer.text}`;
}

async function get(path: string, headers: Record<string, string> = {}): Promise<string> {
  return shown(await send(served.port, { path, headers }));
}

test('API key: the documented one is admitted, none and another are forbidden, browsers see why', async () => {
  expect(await get('/key', { 'X-Api-Key': 'local-api-key' })).toBe('200 "local-api-key"');
  const refused = await send(served.port, { path: '/key' });
  expect(shown(refused)).toBe('403 ForbiddenException {"message":"Forbidden"}');
  expect(refused.headers['access-control-allow-origin']).toBe('*');
  expect(await get('/key', { 'X-Api-Key': 'other' })).toBe(
    '403 ForbiddenException {"message":"Forbidden"}',
  );
});

test('IAM: a request signed with the documented pair is admitted', async () => {
  expect(await get('/iam')).toBe(
    '403 MissingAuthenticationTokenException {"message":"Missing Authentication Token"}',
  );
  expect(await get('/iam', await signed('local-access-key', 'local-secret-key'))).toBe(
    '200 "arn:aws:iam::123456789012:user/local"',
  );
  expect(await get('/iam', await signed('other', 'local-secret-key'))).toMatch(
    /^403 UnrecognizedClientException /,
  );
  expect(await get('/iam', await signed('local-access-key', 'other'))).toMatch(
    /^403 InvalidSignatureException /,
  );
});

async function signed(
  accessKeyId: string,
  secretAccessKey: string,
): Promise<Record<string, string>> {
  const signer = new SignatureV4({
    service: 'execute-api',
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    sha256: ClientSha256,
  });
  const request = {
    method: 'GET',
    protocol: 'http:',
    hostname: 'localhost',
    path: '/iam',
    headers: { Host: 'localhost' },
  };
  return (await signer.sign(request)).headers;
}

test('user pool: a token of the pool is admitted with its claims, an expired one says so', async () => {
  const token = (claims: object) =>
    new UnsecuredJWT({
      iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEfGhI',
      token_use: 'id',
      exp: 4_000_000_000,
      ...claims,
    }).encode();
  expect(await get('/pool')).toBe('401 UnauthorizedException {"message":"Unauthorized"}');
  expect((await get('/pool', { Authorization: token({}) })).slice(0, 3)).toBe('200');
  expect(await get('/pool', { Authorization: token({ iss: 'https://elsewhere' }) })).toMatch(
    /^401/,
  );
  expect(await get('/pool', { Authorization: token({ exp: 1 }) })).toBe(
    '401 UnauthorizedException {"message":"The incoming token has expired"}',
  );
});

test('custom: the function of the application decides', async () => {
  expect(await get('/custom')).toBe('401 UnauthorizedException {"message":"Unauthorized"}');
  expect((await get('/custom', { 'X-Token': 'friend' })).slice(0, 3)).toBe('200');
  expect(await get('/custom', { 'X-Token': 'foe' })).toBe(
    '403 AccessDeniedException {"Message":"User is not authorized to access this resource"}',
  );
  expect(await get('/custom', { 'X-Token': 'unknown' })).toBe(
    '401 UnauthorizedException {"message":"Unauthorized"}',
  );
  expect(await get('/custom', { 'X-Token': 'nonsense' })).toBe(
    '500 AuthorizerConfigurationException {"message":null}',
  );
});

test('custom: a function that never answers is given up after its time', async () => {
  expect(await get('/custom', { 'X-Token': 'forever' })).toBe(
    '500 AuthorizerConfigurationException {"message":null}',
  );
  await served.printed(/check failed: .*timed out/);
});

test('custom: a function elsewhere cannot be called, and the terminal says so', async () => {
  expect(await get('/foreign', { 'X-Token': 'friend' })).toBe(
    '500 AuthorizerConfigurationException {"message":null}',
  );
  await served.printed(/somebody-else\/invocations, which is not a function of this application/);
});

test('the rules are printed at the start', () => {
  expect(/api key:[^]*?(?=\n\n)/.exec(served.output())?.[0]).toMatchInlineSnapshot(`
    "api key: send X-Api-Key: local-api-key
    authorizer Custom: its function is called, and its result is cached for 5 minutes
    authorizer Foreign: its function is not part of this application, so its routes respond with 500 (--no-auth skips it)
    IAM: sign with local-access-key and local-secret-key
    user pool Pool: the issuer and the expiry of a token are checked, but not its signature"
  `);
});

test('keys of the configuration are printed, and have their limits; the key and the credentials of the environment count instead', async () => {
  const limited = await serveFiles(
    {
      'app.ts': `import { Framework, IAMAuthorizer } from 'framework';

export const app = new Framework({ appName: 'x' });
export const key = app.route('/key', { apiKeyRequired: true })(() => 1);
export const iam = app.route('/iam', { authorizer: new IAMAuthorizer() })(() => 1);
`,
      '.framework/config.json': JSON.stringify({
        version: '2.0',
        api_keys: { partner: { rate: 0.001, burst: 1 }, free: {} },
      }),
    },
    {
      args: ['--no-reload'],
      environment: {
        FRAMEWORK_LOCAL_API_KEY: 'mine',
        AWS_ACCESS_KEY_ID: 'AK',
        AWS_SECRET_ACCESS_KEY: 'SK',
      },
    },
  );
  const partner = 'local-api-key-partner';
  const free = 'local-api-key-free';
  const statuses: number[] = [];
  for (const name of [
    partner,
    partner,
    free,
    free,
    'local-api-key-other',
    'mine',
    'local-api-key',
  ]) {
    const headers = { 'X-Api-Key': name };
    statuses.push((await send(limited.port, { path: '/key', headers })).status);
  }
  const headers = await signed('AK', 'SK');
  const { status } = await send(limited.port, { path: '/iam', headers });
  await limited.stop();
  expect(statuses).toEqual([200, 429, 200, 200, 403, 200, 403]);
  expect(status).toBe(200);
  expect(/api key:[^]*?(?=\n\n)/.exec(limited.output())?.[0]).toMatchInlineSnapshot(`
    "api key: send X-Api-Key: mine
    api key partner: send X-Api-Key: local-api-key-partner (0.001 per second, 1 concurrently)
    api key free: send X-Api-Key: local-api-key-free (no limits)
    IAM: sign with the credentials of the environment (AK)"
  `);
});

test('--no-auth lets every request pass', async () => {
  const open = await serve(served.project.directory, { args: ['--no-reload', '--no-auth'] });
  const paths = ['/key', '/iam', '/pool', '/custom', '/foreign'];
  const statuses = await Promise.all(
    paths.map((path) => send(open.port, { path }).then(({ status }) => status)),
  );
  await open.stop();
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(open.output()).toContain(
    '--no-auth: requests are accepted without keys, tokens and signatures',
  );
});
