// How a request of the test client is converted to an event, and how its response is created.
import { describe, expect } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';
import type { TestAppOptions } from '../../cli/serve/testing/test-app.js';
import { openTestApp } from './support/built-testing.js';

const test = sampledTest('requests of tests', 3);

const APP = `import { Framework, Response } from 'framework';

export const app = new Framework({ appName: 'echo' });

class Views {
  @app.route('/echo/{b}/{a}', { methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'], cors: true })
  async echo(a: string, b: string) {
    const request = app.currentRequest;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    return {
      a,
      b,
      method: app.currentRequest.method,
      query: request.queryParams?.getAll('q') ?? null,
      header: request.headers['x-one'] ?? null,
      host: request.headers['host'],
      agent: request.headers['user-agent'] ?? null,
      json: request.jsonBody,
    };
  }
  @app.route('/bytes', { methods: ['POST'], contentTypes: ['application/octet-stream'] })
  bytes() {
    const type = 'application/octet-stream';
    return new Response(app.currentRequest.rawBody, 200, { 'Content-Type': type, 'Set-Cookie': ['a=1', 'b=2'] });
  }
  @app.route('/text')
  text() {
    return new Response('not JSON', 201, { 'Content-Type': 'text/plain' });
  }
}
`;

const open = (options?: TestAppOptions) =>
  openTestApp(temporaryProject({ 'app.ts': APP }), options);
const PATH = '/echo/{b}/{a}';

test('a request is made of a path with captures, a query string, headers and JSON', async () => {
  const { client } = await open();
  const answer = await client.put(PATH, {
    params: { a: 'são/paulo?', b: 7 },
    query: { q: ['x y', '&'], none: undefined },
    headers: { 'X-One': '1' },
    json: { n: 1 },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.json()).toMatchObject({
    a: 'são/paulo?',
    b: '7',
    method: 'PUT',
    query: ['x y', '&'],
    header: '1',
    agent: 'framework-testing',
    json: { n: 1 },
  });
});

test('each method has its own function', async () => {
  const { client } = await open();
  const params = { a: 1, b: 2 };
  const answers = await Promise.all(
    (['get', 'post', 'put', 'patch', 'delete'] as const).map((name) =>
      client[name](PATH, { params }),
    ),
  );
  expect(answers.map((answer) => answer.json<{ method: string }>().method)).toEqual([
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
  ]);
  expect((await client.head(PATH, { params })).body).toHaveLength(0);
  const preflight = await client.options(PATH, { params });
  expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
});

test('bytes come back as they were sent, and repeated headers one by one', async () => {
  const { client } = await open({ headers: { Accept: 'application/*' } });
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const headers = { 'Content-Type': 'application/octet-stream' };
  const answer = await client.post('/bytes', { headers, body: bytes });
  expect([...answer.body]).toEqual([...bytes]);
  expect(answer.headerValues('Set-Cookie')).toEqual(['a=1', 'b=2']);
  const refused = await client.post('/bytes', { headers: { ...headers, accept: [] }, body: bytes });
  expect(refused.json()).toMatchObject({ Code: 'BadRequest' });
  const other = await client.post('/bytes', {
    headers: { ...headers, accept: 'a/b' },
    body: bytes,
  });
  expect(other.json()).toMatchObject({ Code: 'BadRequest' });
});

test('no `Accept` is sent unless one is given', async () => {
  const { client } = await open();
  const headers = { 'Content-Type': 'application/octet-stream' };
  const refused = await client.post('/bytes', { headers, body: 'a' });
  expect(refused.json()).toMatchObject({ Code: 'BadRequest' });
  const answer = await client.post('/bytes', { headers: { ...headers, Accept: '*/*' }, body: 'a' });
  expect(answer.text()).toBe('a');
});

test('what no route has is answered by the gateway, with a note why', async () => {
  const { client } = await open();
  const nowhere = await client.request('/nowhere?x=1');
  expect([nowhere.status, nowhere.text()]).toEqual([
    403,
    '{"message":"Missing Authentication Token"}',
  ]);
  expect(nowhere.note).toBe('no route has this path; the closest is /bytes (POST)');
  const unsupported = await client.post(PATH, {
    params: { a: 1, b: 2 },
    headers: { 'content-type': 'text/csv' },
    body: 'a,b',
  });
  expect([unsupported.status, unsupported.json()]).toEqual([
    415,
    { message: 'Unsupported Media Type: text/csv' },
  ]);
  const purged = await client.request('/text', { method: 'PURGE' });
  expect(purged.status).toBe(403);
});

test('an answer to HEAD has no body, also when the gateway answers', async () => {
  const { client } = await open();
  const answer = await client.head('/text');
  expect([answer.status, answer.body.length]).toEqual([403, 0]);
});

test('headers arrive as a socket would bring them: one Host, no space around values', async () => {
  const { client } = await open();
  const params = { a: 1, b: 2 };
  const header = async (headers: Record<string, string>) =>
    (await client.get(PATH, { params, headers })).json<{ header: string; host: string }>();
  expect(await header({ HOST: 'example.org', 'X-One': ' 1\t' })).toMatchObject({
    header: '1',
    host: 'example.org',
  });
  expect(await header({})).toMatchObject({ host: 'testapi.execute-api.us-east-1.amazonaws.com' });
});

test('a thousand requests at once do not mix', async () => {
  const { client } = await open();
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      client.get(PATH, { params: { a: index, b: -index } }),
    ),
  );
  expect(answers.map((answer) => answer.json<{ a: string }>().a)).toEqual(
    answers.map((_, index) => String(index)),
  );
});

describe('what cannot be meant is refused at the place in the test', () => {
  test.each([
    ['/echo/{b}/{a}', { params: { a: 1 } }, '`params` has no value for `{b}` of `/echo/{b}/{a}`.'],
    ['/text', { params: { city: 1 } }, 'The path `/text` has no capture `{city}`.'],
    ['text', {}, 'The path `text` does not begin with a slash.'],
    ['/text', { headers: { 'x one': '1' } }, 'Header name must be a valid HTTP token ["x one"]'],
    ['/text', { headers: { a: '1\n2' } }, 'Invalid character in header content ["a"]'],
    ['/text', { headers: { a: ['€'] } }, 'Invalid character in header content ["a"]'],
    [
      '/text',
      { body: '', json: 1 },
      'Both `body` and `json` are set, but a request has only one body.',
    ],
  ])('%s %j', async (path, options, message) => {
    const { client } = await open();
    const error: unknown = await client.request(path, options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'TypeError', message });
    expect((error as Error).stack?.split('\n')[1]).toContain('requests.test.ts');
  });

  test('json() of an answer that is not JSON', async () => {
    const { client } = await open();
    const answer = await client.get('/text');
    expect(() => answer.json()).toThrow(
      'The response to GET /text (status 201) is not JSON: not JSON',
    );
  });
});
