// Calls over sockets: which are retried and which are not, the effect of an abort, and the conversion of responses.
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CloudErrorFacts, isCloudError } from './cloud-error.js';
import { type Stub, type StubAnswer, iamRefusal, refusal, startStub } from './http-stub.fixture.js';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { Agent, createServer } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { openHandler } from './request-handler.js';

let stub: Stub | undefined;
const start = async (...answers: readonly StubAnswer[]): Promise<Stub> => {
  stub = await startStub(...answers);
  return stub;
};
afterEach(() => stub?.close());

async function factsOf(call: Promise<unknown>): Promise<CloudErrorFacts | undefined> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (isCloudError(error)) return error.facts;
  throw error;
}

const settings = {
  role: 'arn:aws:iam::123456789012:role/helloworld-dev',
  runtime: 'nodejs24.x',
  handler: 'index.handler',
  timeout: 60,
  memorySize: 128,
  environment: { STAGE: 'dev' },
  vpc: undefined,
  layers: [],
  ephemeralStorage: 512,
  tracing: false,
};
const creation = {
  ...settings,
  name: 'helloworld-dev',
  architecture: 'x86_64',
  zip: new Uint8Array([1]),
  description: '',
  tags: {},
} as const;
const trust = { Version: '2012-10-17', Statement: [] } as const;
const role = { name: 'helloworld-dev', trust, description: '', tags: {} };
const throttled = refusal(429, 'TooManyRequestsException', 'Too Many Requests');
const throttledFor = (seconds: number): StubAnswer => ({
  status: 429,
  headers: { 'retry-after': String(seconds), 'x-amzn-errortype': 'TooManyRequestsException' },
});
const broken = { status: 500, body: { message: 'Internal error' } };

describe('what is made again', () => {
  test('a read whose connection is cut, or that ends in 500, is made again', async () => {
    const { cloud, calls } = await start('reset', broken, { status: 200, body: { id: 'a1' } });
    expect((await cloud.apiGateway.getApi('a1'))?.id).toBe('a1');
    expect(calls).toHaveLength(3);
  });

  test.each<[string, (cloud: Stub['cloud']) => Promise<unknown>]>([
    ['CreateRole', (cloud) => cloud.iam.createRole(role)],
    ['CreateFunction', (cloud) => cloud.lambda.createFunction(creation)],
    ['CreateRestApi', (cloud) => cloud.apiGateway.createApi({ name: 'x', tags: {} })],
    [
      'CreateDeployment',
      (cloud) =>
        cloud.apiGateway.createDeployment('a1', {
          stage: 'api',
          description: '',
          stageDescription: '',
        }),
    ],
  ])('%s is made once when its outcome is uncertain', async (_, create) => {
    for (const answer of ['reset', broken] as const) {
      const { cloud, calls } = await start(answer);
      expect(await factsOf(create(cloud))).toMatchObject({
        kind: answer === 'reset' ? 'network' : 'server',
      });
      expect(calls).toHaveLength(1);
      await stub?.close();
    }
  });

  test('a creation that is throttled is made again', async () => {
    const { cloud, calls } = await start(throttled, { status: 201, body: { id: 'a1' } });
    expect((await cloud.apiGateway.createApi({ name: 'x', tags: {} })).id).toBe('a1');
    expect(calls).toHaveLength(2);
  });

  test('a throttled call waits as long as the service asks', async () => {
    const asked = throttledFor(1);
    const { cloud } = await start(asked, { status: 200, body: { id: 'a1' } });
    const started = performance.now();
    await cloud.apiGateway.getApi('a1');
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  test('a conflict of API Gateway passes, one of Lambda is told', async () => {
    const conflict = refusal(
      409,
      'ConflictException',
      'Unable to complete operation due to concurrent modification. Please try again later.',
    );
    const first = await start(conflict, { status: 202 });
    await first.cloud.apiGateway.deleteApi('a1');
    expect(first.calls).toHaveLength(2);
    await first.close();
    const { cloud, calls } = await start(
      refusal(
        409,
        'ResourceConflictException',
        'The operation cannot be performed at this time. An update is in progress for resource: arn',
      ),
    );
    expect(await factsOf(cloud.lambda.putConcurrency('f', 1))).toMatchObject({ kind: 'busy' });
    expect(calls).toHaveLength(1);
  });

  test('nothing listens there: it is tried for a few seconds', async () => {
    const { cloud, close } = await start('reset');
    await close();
    expect(await factsOf(cloud.apiGateway.createApi({ name: 'x', tags: {} }))).toMatchObject({
      kind: 'network',
      operation: 'apigateway:CreateRestApi',
    });
  });

  test('a refusal is told at once', async () => {
    const { cloud, calls } = await start(
      iamRefusal(
        403,
        'AccessDenied',
        'User: u is not authorized to perform: iam:GetRole on resource: arn:aws:iam::1:role/x',
      ),
    );
    expect(await factsOf(cloud.iam.getRole('x'))).toMatchObject({
      kind: 'denied',
      action: 'iam:GetRole',
      resource: 'arn:aws:iam::1:role/x',
      requestId: 'request-1',
    });
    expect(calls).toHaveLength(1);
  });

  test('an invocation is made once, also when it is throttled', async () => {
    const { cloud, calls } = await start(throttled);
    expect(await factsOf(cloud.lambda.invoke('f', '{}'))).toMatchObject({ kind: 'throttled' });
    expect(calls).toHaveLength(1);
  });
});

describe('an update whose answer was lost', () => {
  const zip = new Uint8Array([1, 2, 3]);
  const update = {
    name: 'f',
    architecture: 'x86_64',
    zip,
    publish: true,
    revisionId: 'r1',
  } as const;
  const CodeSha256 = createHash('sha256').update(zip).digest('base64');

  test('is done when the function shows it', async () => {
    const { cloud, calls } = await start('reset', {
      status: 200,
      body: { FunctionName: 'f', CodeSha256, RevisionId: 'r2' },
    });
    expect((await cloud.lambda.updateFunctionCode(update)).revisionId).toBe('r2');
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'GET']);
  });

  test('is sent again when the function does not', async () => {
    const { cloud, calls } = await start(
      'reset',
      { status: 200, body: { FunctionName: 'f', CodeSha256: 'old', RevisionId: 'r1' } },
      { status: 200, body: { FunctionName: 'f', CodeSha256, RevisionId: 'r2' } },
    );
    expect((await cloud.lambda.updateFunctionCode(update)).revisionId).toBe('r2');
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'GET', 'PUT']);
  });

  test('of the settings is looked up in the same way', async () => {
    const { cloud, calls } = await start(broken, {
      status: 200,
      body: {
        FunctionName: 'f',
        Role: settings.role,
        Runtime: settings.runtime,
        Handler: settings.handler,
        Timeout: 60,
        MemorySize: 128,
        Environment: { Variables: { STAGE: 'dev' } },
        RevisionId: 'r2',
      },
    });
    const done = cloud.lambda.updateFunctionConfiguration({
      ...settings,
      name: 'f',
      revisionId: 'r1',
    });
    expect((await done).revisionId).toBe('r2');
    expect(calls).toHaveLength(2);
  });
});

test('limits of a stage that a lost call has removed are not removed again', async () => {
  const limits = { '*/*': { throttlingRateLimit: 1, throttlingBurstLimit: 1 } };
  const { cloud, calls } = await start({ status: 200, body: { methodSettings: limits } }, 'reset', {
    status: 200,
    body: {},
  });
  await cloud.apiGateway.updateStageSettings('a1', 'api', { tracing: false, throttle: undefined });
  expect(calls.map(({ body }) => body.includes('"remove"'))).toEqual([false, true, false, false]);
});

describe('an abort', () => {
  test('ends a call in flight', async () => {
    const { cloud, abort, calls } = await start('silence');
    const reading = cloud.apiGateway.getApi('a1');
    setTimeout(() => abort(new Error('stopped')), 200);
    await expect(reading).rejects.toThrow('stopped');
    expect(calls).toHaveLength(1);
  });

  test('ends the wait before another attempt', async () => {
    const asked = throttledFor(20);
    const { cloud, abort } = await start(asked);
    const reading = cloud.apiGateway.getApi('a1');
    setTimeout(() => abort(new Error('stopped')), 200);
    await expect(reading).rejects.toThrow('stopped');
  });

  test('before a call keeps it from being made', async () => {
    const { cloud, abort, calls } = await start({ status: 200 });
    abort(new Error('stopped'));
    await expect(cloud.apiGateway.getApi('a1')).rejects.toThrow('stopped');
    expect(calls).toHaveLength(0);
  });
});

// A connection without data, or a response that does not end or cannot be read: the call fails, and says why.

test('a connection that stalls is noticed in 20 seconds', async () => {
  const { cloud } = (stub = await startStub('silence'));
  const limits = hastenSockets();
  const error: unknown = await cloud.apiGateway
    .createApi({ name: 'x', tags: {} })
    .catch((reason: unknown) => reason);
  expect(isCloudError(error, 'network') && error.facts.message).toBe(
    'the connection stalled: no data arrived for 20 s',
  );
  expect(limits).toContain(20_000);
});

/** Lets the limits for sockets without data expire after a hundredth of their time. Returns the limits that are set. */
function hastenSockets(): readonly number[] {
  const limits: number[] = [];
  const { prototype } = Socket;
  const setTimeout = Reflect.get(prototype, 'setTimeout');
  const spy = vi.spyOn(prototype, 'setTimeout');
  spy.mockImplementation(function (this: Socket, milliseconds, expire) {
    limits.push(milliseconds);
    return setTimeout.call(this, milliseconds / 100, expire);
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return limits;
}

test.each<readonly [string, StubAnswer, string, string]>([
  ['never ends', 'endless', 'foreign', 'a response of more than 32 MB'],
  ['has other types', { status: 200, body: { item: 5 } }, 'server', 'the response cannot be read'],
  ['is nothing', { status: 200, body: 'null' }, 'server', 'Cannot read properties of null'],
])('an answer that %s fails the call', async (_, answer, kind, message) => {
  const { cloud } = (stub = await startStub(answer));
  const error: unknown = await cloud.apiGateway.findApis('x').catch((reason: unknown) => reason);
  if (!isCloudError(error)) throw error;
  expect(error.facts).toMatchObject({ kind });
  expect(error.facts.message).toContain(message);
  expect(error.facts.message).not.toContain('$response');
});

test.each(['HTTP/1.1 200 OK\r\nx-a: ', 'HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n'])(
  'an answer that comes byte by byte fails the call: %j',
  async (start) => {
    const timers: NodeJS.Timeout[] = [];
    const server = createServer(({ socket }) => {
      socket.write(start);
      timers.push(setInterval(() => socket.write(' '), 20));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // because it listens on a port
    const connections = { httpAgent: new Agent(), httpsAgent: new SecureAgent() };
    const client = new APIGateway({
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
      requestHandler: openHandler({ idleSeconds: 0.1, connections, isXml: false }),
    });
    const sent = client.getRestApis({});
    await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' });
    timers.forEach(clearInterval);
    server.closeAllConnections();
    server.close();
  },
);
