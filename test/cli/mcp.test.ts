// `framework mcp`, called by the protocol SDK's client in a separate process.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, onTestFinished } from 'vitest';
import { CLI } from '../support/run.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('tools for agents', 3);

type Result = {
  readonly isError: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
};

type Server = {
  readonly client: Client;
  readonly call: (name: string, values?: Readonly<Record<string, unknown>>) => Promise<Result>;
  readonly pid: () => number;
};

const GUARDED = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'shop' });
const items: string[] = [];
export class Items {
  @app.route('/items', { apiKeyRequired: true })
  list() {
    return items;
  }
  @app.route('/items', { methods: ['POST'], apiKeyRequired: true })
  add(body: { name: string }) {
    console.log('added', body.name);
    return items.push(body.name);
  }
  @app.route('/ticks')
  async *ticks() {
    yield 'tick';
  }
  @app.lambdaFunction()
  double(event: { value: number }) {
    return event.value * 2;
  }
}
`;

async function serve(directory: string, options: readonly string[] = []): Promise<Server> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...options],
    cwd: directory,
    env: environment(),
    stderr: 'inherit',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    call: async (name, values = {}) =>
      (await client.callTool({ name, arguments: values })) as unknown as Result, // because it has structured content
    pid: () => transport.pid ?? 0,
  };
}

function environment(): Record<string, string> {
  const { AWS_REGION: _, ...rest } = process.env;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function project(source = HELLO_WORLD): string {
  return temporaryProject({ 'app.ts': source, 'package.json': '{ "type": "module" }' });
}

function codes({ structuredContent }: Result): unknown {
  const { diagnostics } = structuredContent;
  return Array.isArray(diagnostics)
    ? diagnostics.map((one: { readonly code: string }) => one.code)
    : diagnostics;
}

test('every tool has an input schema, and only --allow-deploy lists those that change something', async () => {
  const { client } = await serve(project());
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['check', true],
    ['explain', true],
    ['routes', true],
    ['openapi', true],
    ['gen_policy', true],
    ['plan', true],
    ['local_request', false],
    ['invoke', false],
    ['logs', true],
    ['docs', true],
  ]);
  for (const { inputSchema, description } of tools) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(inputSchema.properties).toHaveProperty('project_dir');
    expect(description).toMatch(/\.$/);
  }
  const deployer = await serve(project(), ['--allow-deploy']);
  const { tools: more } = await deployer.client.listTools();
  expect(more.map(({ name }) => name)).toContain('deploy');
});

test('a change between two calls is seen, and findings have places and fixes', async () => {
  const directory = project();
  const { call } = await serve(directory);
  expect(await call('check')).toMatchObject({ isError: false, structuredContent: { errors: 0 } });
  writeFileSync(join(directory, 'app.ts'), HELLO_WORLD.replace("'/'", "'/cities/'"));
  const wrong = await call('check');
  expect(wrong).toMatchObject({
    isError: false,
    structuredContent: {
      errors: 1,
      diagnostics: [{ code: 'FW2103', at: { file: 'app.ts', line: 6 }, fix: {} }],
    },
  });
  expect(JSON.parse(wrong.content[0]?.text ?? '')).toEqual(wrong.structuredContent);
  const { message } = (
    wrong.structuredContent['diagnostics'] as readonly { readonly message: string }[]
  )[0] ?? { message: '' };
  const explained = await call('explain', { problem: `app.ts:6 error FW2103: ${message}` });
  expect(explained.content[0]?.text).toMatch(/^# FW2103: A path ends in a slash\n/);
  expect(explained.structuredContent).toMatchObject({ code: 'FW2103' });
  // A project that does not compile still returns its findings.
  for (const name of ['routes', 'openapi', 'gen_policy', 'plan'])
    expect([name, codes(await call(name, name === 'plan' ? { region: 'eu-west-1' } : {}))]).toEqual(
      [name, ['FW2103']],
    );
  writeFileSync(join(directory, 'app.ts'), 'export const = ;');
  expect((await call('check')).structuredContent).toMatchObject({ errors: 1 });
  expect((await call('local_request', { requests: [{ path: '/' }] })).isError).toBe(true);
});

test('it reads routes with their guards, the document and the policy without executing anything', async () => {
  const { call } = await serve(project(`${GUARDED}throw new Error('executed');\n`));
  expect((await call('routes')).structuredContent).toMatchObject({
    routes: [
      { path: '/items', methods: ['GET'], apiKeyRequired: true, open: false },
      { path: '/items', methods: ['POST'], apiKeyRequired: true, open: false },
      { path: '/ticks', stream: 'text', open: true },
    ],
    functions: [{ name: 'double' }],
  });
  expect((await call('openapi')).structuredContent).toMatchObject({ openapi: '3.1.1' });
  expect((await call('gen_policy')).structuredContent).toMatchObject({
    document: { Version: '2012-10-17' },
    reasons: expect.any(Array) as unknown,
  });
  expect((await call('docs', { query: 'cors' })).structuredContent).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ page: 'guide/cors' })]) as unknown,
  });
  // Only an explicit option executes the application.
  expect(codes(await call('local_request', { requests: [{ path: '/items' }] }))).toEqual([
    'FW7102',
  ]);
});

test('requests of one call meet the gateway and one running application', async () => {
  const { call } = await serve(project(GUARDED));
  const as = { apiKey: 'k' };
  const { isError, structuredContent } = await call('local_request', {
    requests: [
      { path: '/items' },
      { path: '/items', method: 'POST', json: { name: 7 }, as },
      { path: '/items', method: 'POST', json: { name: 'lamp' }, as },
      { path: '/items', as },
      { path: '/nowhere' },
    ],
  });
  expect({ isError, structuredContent }).toMatchObject({
    isError: false,
    structuredContent: {
      answers: [
        { status: 403 },
        { status: 400, json: { Problems: [{ at: '/body/name' }] } },
        { status: 200, json: 1 },
        { status: 200, json: ['lamp'] },
        { status: 403, note: expect.any(String) as unknown },
      ],
      printed: expect.stringContaining('added lamp') as unknown,
    },
  });
  const doubled = await call('invoke', { name: 'double', local: true, payload: { value: 21 } });
  expect(doubled).toMatchObject({ isError: false, structuredContent: { value: 42 } });
});

describe('refusals', () => {
  test('are results with a code, and the server goes on', async () => {
    const { client, call } = await serve(project(GUARDED));
    expect(codes(await call('invoke', { name: 'double' }))).toEqual(['FW7101']);
    expect(codes(await call('deploy'))).toEqual(['FW7101']);
    expect(codes(await call('check', { stage: 5 }))).toEqual(['FW1064']);
    expect(codes(await call('check', { stagee: 'dev' }))).toEqual(['FW1064']);
    expect(codes(await call('explain'))).toEqual(['FW1064']);
    expect(codes(await call('explain', { problem: '--help' }))).toEqual(['FW1064']);
    expect(codes(await call('docs', { query: 'qqqzzz' }))).toEqual(['FW1064']);
    expect(codes(await call('check', { project_dir: 'nowhere' }))).toEqual(['FW1064']);
    expect(codes(await call('local_request', { requests: [{ path: 'items' }] }))).toEqual([
      'FW7102',
    ]);
    expect(codes(await call('invoke', { name: 'triple', local: true }))).toEqual(['FW6234']);
    expect(codes(await call('plan'))).toEqual(['FW6006']);
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(
      'no tool `nothing`',
    );
    expect((await call('check')).isError).toBe(false);
  });
});

test('it ends with its standard input, and with Ctrl-C, and so does what it started', async () => {
  const endless = GUARDED.replace('return items;', 'console.log(process.pid); for (;;);');
  for (const end of ['stdin', 'SIGINT'] as const) {
    const child = spawn(process.execPath, [CLI, 'mcp'], {
      cwd: project(endless),
      env: environment(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    const send = (message: object): void => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    };
    const clientInfo = { name: 'test', version: '1' };
    const protocolVersion = '2025-06-18';
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo },
    });
    await expect.poll(() => out).toContain('"id":1');
    send({ method: 'notifications/initialized' });
    const requests = [{ path: '/items', as: { apiKey: 'k' } }];
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'local_request', arguments: { requests } },
    });
    send({ id: 3, method: 'tools/call', params: { name: 'check', arguments: {} } });
    await expect.poll(() => out).toContain('"id":3');
    await expect.poll(() => childrenOf(child.pid)).not.toEqual([]);
    const started = childrenOf(child.pid);
    if (end === 'stdin') child.stdin.end();
    else child.kill(end);
    expect(await ended).toBe(0);
    await expect.poll(() => started.filter(isRunning)).toEqual([]);
    // The output contains only protocol messages.
    for (const line of out.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  }
});

function childrenOf(pid: number | undefined): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map(Number)
    .filter((one) => one > 0);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
