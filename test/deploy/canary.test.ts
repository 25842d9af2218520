// A canary: a secret with a distinctive value is used in every way, and all output, files, requests and logs are searched for
// the value. Only PutParameter, and what the functions themselves read, may contain it.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { send } from '../local/support/client.js';
import { serve } from '../local/support/served-project.js';
import { createProject } from '../support/temporary-project.js';
import { CLI } from '../support/run.js';
import { sampledTest } from '../support/sampled-test.js';
import { answerOf, framework, cloudWith } from './deployments.js';

const test = sampledTest('canaries', 2);

const CANARY = 'Kanarienvogel "§$%&" \\ Zaunkoenig\nzwei';
/**
 * The texts to search for: parts that no encoding of JSON, URLs or shells changes, and the whole value in the usual encodings.
 */
const TRACES = [
  'Kanarienvogel',
  'Zaunkoenig',
  Buffer.from('Kanarienvogel').toString('base64').slice(0, 16),
  Buffer.from(CANARY).toString('hex').slice(0, 24),
];

const APP = `import { Framework, secret } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
app.debug = true;
app.log.level = 'DEBUG';
const stripe = secret('stripe-key');
const gone = secret('gone');

export const index = app.route('/')(async () => {
  app.log.info('asked', { size: (await stripe()).length });
  return { size: (await stripe()).length };
});
export const failing = app.route('/failing')(async () => (await gone()).length);
export const send = app.lambdaFunction({ name: 'send' })(async () => (await stripe()).length);
`;

test('the value of a secret is nowhere but where it is stored and used', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': APP, '.gitignore': '' });
  const sent: string[] = [];
  const printed: string[] = [];
  const environment = { AWS_ENDPOINT_URL: await proxyOf(cloud, sent) };
  const run = async (line: string, input?: string): Promise<string> => {
    const { exitCode, out, err } = await framework(line, {
      ...{ cwd, cloud, environment },
      ...(input !== undefined && { input }),
    });
    printed.push(`${line}: ${String(exitCode)}\n${out}\n${err}`);
    return out;
  };

  await run('secret set stripe-key', CANARY);
  await run('secret set stripe-key --json', CANARY);
  await run('secret set gone', 'x');
  // AWS rejects a different type, and its error message may quote the value.
  await run('parameter set stripe-key', CANARY);
  const url = await run('deploy');
  await expect.poll(() => answerOf(url)).toEqual({ size: CANARY.length });
  await run('secret delete gone');
  const failing = await fetch(new URL('failing', `${url.trim().split('\n').at(-1) ?? ''}/`));
  printed.push(await failing.text());
  for (const line of [
    'check --json',
    'routes --json',
    'openapi',
    'client --out client.ts',
    'gen-policy --explain',
    'gen-policy --json',
    'gen-policy --deployer',
    'build --json',
    'explain GET /',
    'secret list',
    'secret list --json',
    'parameter list --json',
    'plan',
    'plan --json',
    'url',
    'logs --include-lambda-messages',
    'logs --name send --json',
    'invoke --name send',
    'invoke --path /failing --json',
    'export --format terraform --out terraform',
    'export --format cloudformation',
    'deploy --json',
    'rollback --yes --json',
    'secret delete stripe-key --json',
    'deploy --json',
    'delete --yes --json',
  ])
    await run(line);

  const { logs } = createClients(cloud);
  const logged = await logs.filterLogEvents({ logGroupName: '/aws/lambda/helloworld-dev' });
  expect(JSON.stringify(logged.events)).toContain('asked');
  expect(JSON.stringify(logged.events)).toContain('framework secret set gone');
  expect(sent.length).toBeGreaterThan(40);
  expect(sent.filter((one) => one.startsWith('AmazonSSM.PutParameter')).length).toBeGreaterThan(2);

  const places = {
    printed: printed.join('\n'),
    files: filesIn(cwd).join('\n'),
    sent: sent.filter((one) => !one.startsWith('AmazonSSM.PutParameter')).join('\n'),
    logged: JSON.stringify(logged.events),
    inventory: cloud.inventory().join('\n'),
  };
  const found = Object.entries(places).flatMap(([place, text]) =>
    TRACES.filter((trace) => text.includes(trace)).map((trace) => `${trace} in ${place}`),
  );
  expect(found).toEqual([]);
});

test('the value is in nothing that the local server, its explorer and the tools for agents say', async () => {
  const project = createProject({
    'app.ts': APP,
    '.env': 'STRIPE_KEY="Kanarienvogel Zaunkoenig"\n',
  });
  const served = await serve(project.directory, {});
  onTestFinished(async () => {
    await served.stop();
    project.remove();
  });
  const [, port = ''] = await served.printed(/Explorer on http:\/\/127\.0\.0\.1:(\d+)/);
  const said: string[] = [];
  const Host = `127.0.0.1:${port}`;
  const headers = {
    ...{ Host, Origin: `http://${Host}`, 'Content-Type': 'application/json' },
    'X-Framework-Explorer': '1',
  };
  const ask = async (method: string, path: string, body?: object): Promise<void> => {
    const given = body && { body: JSON.stringify(body) };
    const { text } = await send(Number(port), { method, path, headers, ...given });
    said.push(`${path}: ${text}`);
  };
  for (const path of ['/', '/document']) await ask('GET', path);
  for (const target of ['/', '/failing'])
    await ask('POST', '/send', { method: 'GET', target, headers: [] });
  expect(said.join('\n')).toContain('asked');

  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp'],
    cwd: project.directory,
    env: { PATH: process.env['PATH'] ?? '' },
    stderr: 'inherit',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  said.push(JSON.stringify(tools));
  const calls = [
    ...['check', 'routes', 'openapi', 'gen_policy'].map((name) => ({ name, arguments: {} })),
    { name: 'local_request', arguments: { path: '/' } },
    { name: 'local_request', arguments: { path: '/failing' } },
    { name: 'invoke', arguments: { name: 'send', local: true } },
  ];
  for (const call of calls) said.push(JSON.stringify(await client.callTool(call)));
  expect(said.at(-1)).toContain('24');
  said.push(served.output(), filesIn(join(project.directory, '.framework')).join('\n'));
  expect(TRACES.filter((trace) => said.join('\n').includes(trace))).toEqual([]);
});

/** Starts a server in front of the cloud that records each request: its operation, its headers and its body. */
async function proxyOf({ url }: TestCloud, sent: string[]): Promise<string> {
  const server = createServer((incoming, response) => {
    void buffer(incoming).then((body) => {
      const { headers, method = 'GET', url: path = '/' } = incoming;
      const operation = String(headers['x-amz-target'] ?? `${method} ${path}`);
      sent.push(`${operation} ${JSON.stringify(headers)} ${body.toString('latin1')}`);
      const target = new URL(path, url);
      const outgoing = sendRequest(target, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      outgoing.end(body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${String(port)}`;
}

/** Returns the text of every file below a folder. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'));
}
