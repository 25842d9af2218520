// Secrets and parameters at run time, with an HTTP server that replaces Systems Manager and records its requests.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parameter, secret } from './parameters.js';

type Asked = { readonly headers: IncomingHttpHeaders; readonly body: unknown };
type Answer = readonly [status: number, body: object];

let asked: Asked[] = [];
let answers: (Answer | 'cut')[] = [];
let close: () => void;
let count = 0;
/** Values are cached by name for the whole process, so each test uses its own names. */
let name = '';

beforeEach(async () => {
  name = `stripe-key-${String(++count)}`;
  asked = [];
  answers = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ headers: request.headers, body: JSON.parse(body) as unknown });
      reply(response, answers.shift() ?? valueOf('sk_live'));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('FRAMEWORK_PARAMETERS', '/shop/prod/');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKID');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'token');
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', `http://127.0.0.1:${String(port)}`);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  close();
});

function reply(response: ServerResponse, answer: Answer | 'cut'): void {
  if (answer === 'cut') {
    response.destroy();
    return;
  }
  const [status, body] = answer;
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}

function valueOf(Value: string): Answer {
  return [200, { Parameter: { Value } }];
}

function refusal(type: string, message = ''): Answer {
  return [400, { __type: type, message }];
}

test('one signed call reads the value of the stage, decrypted', async () => {
  expect(await secret(name)()).toBe('sk_live');
  expect(asked.map(({ body }) => body)).toEqual([
    { Name: `/shop/prod/${name}`, WithDecryption: true },
  ]);
  const headers: IncomingHttpHeaders = asked[0]?.headers ?? {};
  expect(headers['x-amz-target']).toBe('AmazonSSM.GetParameter');
  expect(headers['content-type']).toBe('application/x-amz-json-1.1');
  expect(headers['x-amz-security-token']).toBe('token');
  expect(headers['authorization']).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/ssm\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token;x-amz-target, Signature=[0-9a-f]{64}$/,
  );
});

test('nothing is read until the constant is called', async () => {
  secret(name);
  await new Promise((soon) => setTimeout(soon, 20));
  expect(asked).toEqual([]);
});

test('concurrent first uses of all declarations of a name make one call', async () => {
  const [one, other] = [secret(name), secret(name)];
  expect(await Promise.all([one(), other(), one()])).toEqual(['sk_live', 'sk_live', 'sk_live']);
  expect(asked.length).toBe(1);
});

test('a value is kept for five minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  answers = [valueOf('old'), valueOf('new')];
  const key = secret(name);
  expect(await key()).toBe('old');
  vi.setSystemTime(299_999);
  expect(await key()).toBe('old');
  vi.setSystemTime(300_000);
  expect(await key()).toBe('new');
  expect(asked.length).toBe(2);
});

test('a failure is not kept, and names the command that stores the value', async () => {
  answers = [refusal('com.amazonaws.ssm#ParameterNotFound')];
  const key = secret(name);
  await expect(key()).rejects.toThrow(
    `The secret ${name} of the stage prod has no value: run \`framework secret set ${name} --stage prod\`.`,
  );
  expect(await key()).toBe('sk_live');
});

test('a denied call names the missing permission', async () => {
  answers = [refusal('AccessDeniedException', 'User: x is not authorized')];
  await expect(parameter(name)()).rejects.toThrow(
    `The parameter ${name} of the stage prod cannot be read: the deployed policy of this function does not allow ssm:GetParameter on /shop/prod/${name}. ` +
      'Run `framework deploy --stage prod`, or add the permission to your own policy. (User: x is not authorized)',
  );
});

test.each<[string, Answer | 'cut']>([
  ['a throttled call', refusal('ThrottlingException', 'Rate exceeded')],
  ['a server error', [500, { __type: 'InternalServerError' }]],
  ['a lost answer', 'cut'],
])('%s is tried again', async (_, answer) => {
  answers = [answer, answer];
  expect(await secret(name)()).toBe('sk_live');
  expect(asked.length).toBe(3);
});

test('what stays refused is reported after three attempts, and another refusal at once', async () => {
  const busy = refusal('ThrottlingException', 'Rate exceeded');
  answers = [busy, busy, busy];
  await expect(secret(name)()).rejects.toThrow(
    `The secret ${name} of the stage prod could not be read: ThrottlingException: Rate exceeded`,
  );
  answers = [refusal('InvalidKeyId', 'no such key')];
  await expect(secret(name)()).rejects.toThrow(/InvalidKeyId: no such key$/);
  expect(asked.length).toBe(4);
});

test('the endpoint of all services is used without one for Systems Manager', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL', process.env['AWS_ENDPOINT_URL_SSM']);
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', undefined);
  expect(await secret(name)()).toBe('sk_live');
});

test('without a deployed stage the value is an environment variable, read anew each time', async () => {
  vi.stubEnv('FRAMEWORK_PARAMETERS', undefined);
  const key = secret('2fa.stripe/key-1');
  await expect(key()).rejects.toThrow(
    'The secret 2fa.stripe/key-1 has no value here: write _2FA_STRIPE_KEY_1=... into .env, set the environment variable _2FA_STRIPE_KEY_1, ' +
      "or pass it to testApp as { secrets: { '2fa.stripe/key-1': '...' } }.",
  );
  vi.stubEnv('_2FA_STRIPE_KEY_1', 'one');
  expect(await key()).toBe('one');
  vi.stubEnv('_2FA_STRIPE_KEY_1', 'two');
  expect(await key()).toBe('two');
  expect(asked).toEqual([]);
});
