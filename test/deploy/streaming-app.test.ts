// An application with streaming routes, deployed by the command: its API, `invoke`, `logs`, policies, and a route that starts
// to stream.
import { beforeAll, expect, test } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { plain } from '../logs/plain-text.js';
import { createProject } from '../support/temporary-project.js';
import { addressIn, type CommandRun, framework } from './deployments.js';

const STREAMING = `import { Framework, type Int, sse, type ServerSentEvent } from 'framework';
import { S3, GetObjectCommand } from '@aws-sdk/client-s3';

export const app = new Framework({ appName: 'helloworld' });
const s3 = new S3({});

export class Views {
  @app.route('/')
  view() {
    return { answer: 'whole' };
  }

  @app.route('/count/{to}')
  async *count(to: Int): AsyncGenerator<ServerSentEvent<number>> {
    console.log('counts to', to);
    for (let at = 1; at <= to; at += 1) yield sse(at);
    if (to > 5) throw new RangeError('too far');
  }

  @app.route('/object')
  async *object(): AsyncGenerator<string> {
    await s3.send(new GetObjectCommand({ Bucket: 'books', Key: 'a' }));
    yield 'done';
  }
}
`;

/** Much smaller than the package that it replaces. No test calls `/object`. */
const SDK = {
  'node_modules/@aws-sdk/client-s3/package.json': '{"name":"@aws-sdk/client-s3","main":"index.js"}',
  'node_modules/@aws-sdk/client-s3/index.js':
    'exports.S3 = class { send() {} }; exports.GetObjectCommand = class {};',
};

let cloud: TestCloud;
let cwd = '';
let url = '';
beforeAll(async () => {
  cloud = await startTestCloud();
  const project = createProject({ ...SDK, 'app.ts': STREAMING });
  cwd = project.directory;
  cloud.restrictCaller(JSON.parse((await run('gen-policy --deployer')).out));
  const { exitCode, out, err } = await run('deploy');
  cloud.restrictCaller(undefined);
  if (exitCode !== 0) throw new Error(err);
  url = addressIn(out);
  return async () => {
    project.remove();
    await cloud.close();
  };
});

const run = (line: string): Promise<CommandRun> => framework(line, { cwd, cloud });

test('the API streams, and answers other routes as before', async () => {
  await expect.poll(() => fetch(url).then(({ status }) => status)).toBe(200);
  const response = await fetch(`${url}count/2`);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(await response.text()).toBe('data: 1\n\ndata: 2\n\n');
  expect(await (await fetch(url)).json()).toEqual({ answer: 'whole' });
});

test('invoke shows the answer of a streaming route without its metadata', async () => {
  const { exitCode, out, err, calls } = await run('invoke --path /count/2');
  expect(calls).toEqual(['lambda:InvokeWithResponseStream']);
  expect(plain(err)).toContain('counts to 2');
  expect(JSON.parse(out)).toMatchObject({
    status: 200,
    headers: { 'Content-Type': 'text/event-stream' },
    body: 'data: 1\n\ndata: 2\n\n',
  });
  expect(exitCode).toBe(0);
});

test('invoke calls the function by its name, with an event of the gateway', async () => {
  const event = {
    resource: '/count/{to}',
    path: '/count/1',
    httpMethod: 'GET',
    pathParameters: { to: '1' },
    headers: {},
  };
  const argv = ['invoke', 'stream_handler', '--payload', JSON.stringify(event)];
  const deployed = await framework(argv, { cwd, cloud });
  expect(JSON.parse(deployed.out)).toMatchObject({ status: 200, body: 'data: 1\n\n' });
});

test('invoke of a stream that fails says how far it came, and where it failed', async () => {
  const { exitCode, err } = await run('invoke --path /count/6');
  expect(exitCode).toBe(1);
  expect(err).toContain('RangeError: too far');
  expect(err).toContain('app.ts:');
  expect(err).toMatch(/It failed after \d+ bytes of its response\./);
});

test('logs shows what the function of the streaming routes printed', async () => {
  const { out } = await run('logs --name stream_handler');
  expect(plain(out)).toContain('counts to 2');
  expect((await run('logs')).out).not.toContain('counts to');
});

test('what a streaming view needs belongs to the function that streams', async () => {
  const policyOf = async (key: string): Promise<string> =>
    (await run(`gen-policy --function ${key}`)).out;
  expect(await policyOf('stream_handler')).toContain('s3:GetObject');
  expect(await policyOf('api_handler')).not.toContain('s3:GetObject');
  const { out } = await run('gen-policy --function stream_handler --explain');
  expect(out).toMatch(/s3:GetObject .*app\.ts:\d+/);
  expect((await run('gen-policy --deployer')).out).toContain('function:helloworld-dev-*');
});

test('the API function sends a streaming route whole to a gateway that still has the earlier routes', async () => {
  const event = { resource: '/count/{to}', path: '/count/2', httpMethod: 'GET', headers: {} };
  const answer = await createClients(cloud).lambda.invoke({
    FunctionName: 'helloworld-dev',
    Payload: Buffer.from(
      JSON.stringify({ ...event, pathParameters: { to: '2' }, requestContext: {} }),
    ),
  });
  const { body, ...head } = JSON.parse(answer.Payload?.transformToString() ?? '') as {
    body: string;
  }; // because it is a response
  expect(head).toMatchObject({ statusCode: 200, isBase64Encoded: false });
  expect(body).toBe('data: 1\n\ndata: 2\n\n');
});

test('another stage has a function of its own, which goes with it', async () => {
  const functions = (): readonly string[] =>
    cloud.inventory().filter((one) => one.startsWith('function '));
  const before = functions();
  expect(await run('deploy --stage prod')).toMatchObject({ exitCode: 0 });
  expect(functions()).toContain('function helloworld-prod-stream');
  expect((await run('plan --stage prod')).out).toBe('No changes.\n');
  expect(await run('delete --stage prod')).toMatchObject({ exitCode: 0 });
  expect(functions()).toEqual(before);
});
