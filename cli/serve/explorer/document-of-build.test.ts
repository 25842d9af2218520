import { expect, test } from 'vitest';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { StageConfig } from '../../config/stage-config.js';
import { documentOf } from './document-of-build.js';
import type { OpenApiDocument } from './document-of-build.js';
import type { IncomingMessage } from 'node:http';
import { refusalOf } from './explorer-server.js';
import { readSendForm, curlCommand } from './form-request.js';
import {
  createShownFeed,
  keptContents,
  LONGEST_KEPT,
  maskedTarget,
  secretNames,
} from './shown-feed.js';
import { spawnSync } from 'node:child_process';
import type { SendForm } from './explorer-document.js';

const at = { file: 'app.ts', line: 3, column: 14 };
const manifest: Manifest = {
  version: 1,
  app: { name: 'shop', debug: false, binaryTypes: [], at },
  routes: [
    {
      path: '/orders/{id}/lines/{line}',
      methods: ['GET', 'PUT'],
      view: 'order',
      class: 'Orders',
      parameters: ['line', 'id'],
      contentTypes: ['application/json'],
      cors: { allowOrigin: '*' },
      apiKeyRequired: true,
      authorizer: 'Staff',
      at,
    },
    {
      path: '/',
      methods: ['GET'],
      view: 'index',
      parameters: [],
      contentTypes: ['application/json'],
      cors: false,
      apiKeyRequired: false,
      authorizer: null,
      at,
    },
  ],
  functions: [],
  authorizers: [{ kind: 'userPool', name: 'Staff', header: 'Authorization', providerArns: [] }],
};
const config = { stage: 'dev', settings: {} } as StageConfig; // because nothing else is read
const settings = {
  url: 'http://localhost:8000',
  isOpen: false,
  isWatching: true,
  apiKey: 'local-api-key',
};

test('a build alone gives methods, captures, callers and places', () => {
  const { routes, schemas } = documentOf({ manifest, config, sources: [] }, settings, undefined);
  expect(routes.map(({ id, group, view }) => [id, group, view])).toEqual([
    ['GET /orders/{id}/lines/{line}', 'Orders', 'Orders.order'],
    ['PUT /orders/{id}/lines/{line}', 'Orders', 'Orders.order'],
    ['GET /', '/', 'index'],
  ]);
  expect(schemas).toEqual({});
  expect(routes[0]?.captures.map(({ name }) => name)).toEqual(['id', 'line']);
  expect(routes[0]).not.toHaveProperty('body');
  expect(routes[1]).toMatchObject({
    body: { contentTypes: ['application/json'] },
    access: { kind: 'userPool', name: 'Staff', header: 'Authorization' },
    isKeyRequired: true,
    corsOrigin: '*',
    at,
  });
  expect(routes[2]).toMatchObject({ access: { kind: 'open' }, isKeyRequired: false });
});

test('the OpenAPI document adds what routes take and answer', () => {
  const schema = { $ref: '#/components/schemas/Order' };
  const { routes, schemas } = documentOf({ manifest, config, sources: [] }, settings, {
    paths: {
      '/orders/{id}/lines/{line}': {
        put: {
          tags: ['Lines'],
          summary: 'Changes a line.',
          deprecated: true,
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
            { name: 'line', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'dry', in: 'query', schema: { type: 'boolean' }, description: 'Only tries.' },
            { name: 'query', in: 'query', explode: true, schema: { type: 'object' } },
            { name: 'if-match', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema } } },
            202: { description: 'Accepted', content: { 'application/json': { schema: {} } } },
            204: { description: 'No Content' },
          },
        },
      },
    },
    components: { schemas: { Order: { type: 'object' } } },
  });
  expect(schemas).toEqual({ Order: { type: 'object' } });
  expect(routes[0]).toMatchObject({ group: 'Orders', query: [], isDeprecated: false });
  expect(routes[1]).toMatchObject({
    group: 'Lines',
    summary: 'Changes a line.',
    isDeprecated: true,
    captures: [
      { name: 'id', isRequired: true, schema: { type: 'integer' } },
      { name: 'line', isRequired: true, schema: { type: 'string' } },
    ],
    query: [
      { name: 'dry', isRequired: false, schema: { type: 'boolean' }, description: 'Only tries.' },
    ],
    headers: [{ name: 'if-match', isRequired: false }],
    body: { contentTypes: ['application/json'], isRequired: true, schema },
    answers: [
      { status: '200', description: 'OK', contentType: 'application/json', schema },
      { status: '202', description: 'Accepted', contentType: 'application/json' },
      { status: '204', description: 'No Content' },
    ],
    at,
  });
});

test('a route has the security schemes of its providers, apart from authorizer and key', () => {
  const securitySchemes = { user: { type: 'http', scheme: 'bearer' } };
  const described = (security: readonly object[]): object => ({ get: { security, responses: {} } });
  const document = documentOf({ manifest, config, sources: [] }, settings, {
    paths: {
      '/orders/{id}/lines/{line}': {
        ...described([{ Staff: [], user: [], api_key: [] }]),
        put: { security: [{ Staff: [], api_key: [] }], responses: {} },
      },
      '/': described([{}, { user: [] }]),
    },
    components: { securitySchemes },
  } as OpenApiDocument);
  expect(document.routes.map(({ security }) => security)).toEqual([
    [['user']],
    undefined,
    [[], ['user']],
  ]);
  expect(document.securitySchemes).toEqual(securitySchemes);
});

const OWN = {
  host: '127.0.0.1:8100',
  origin: 'http://127.0.0.1:8100',
  'content-type': 'application/json',
  'x-framework-explorer': '1',
  'sec-fetch-site': 'same-origin',
};

function isRefused(method: string, headers: Readonly<Record<string, string | undefined>>): boolean {
  const given = Object.entries(headers).filter((pair): pair is [string, string] => !!pair[1]);
  const request = { method, headers: Object.fromEntries(given), rawHeaders: given.flat() };
  return refusalOf(request as unknown as IncomingMessage) !== undefined; // because nothing else of the request is read
}

test.each([
  ['POST', OWN],
  ['POST', { ...OWN, host: 'localhost:8100', origin: 'http://localhost:8100' }],
  ['GET', { host: OWN.host }],
  ['GET', { host: OWN.host, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['GET', { host: OWN.host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
])('%s of its own page, or of a visitor, passes: %o', (method, headers) => {
  expect(isRefused(method, headers)).toBe(false);
});

test.each<[string, string, Readonly<Record<string, string | undefined>>]>([
  ['a name that points here', 'GET', { host: 'evil.example:8100' }],
  ['no name', 'GET', {}],
  ['a page of another name', 'POST', { ...OWN, origin: 'https://evil.example' }],
  ['a page of the application', 'POST', { ...OWN, origin: 'http://127.0.0.1:8000' }],
  ['a page in a sandbox', 'POST', { ...OWN, origin: 'null' }],
  ['a client that is no page', 'POST', { ...OWN, origin: undefined }],
  ['a form', 'POST', { ...OWN, 'content-type': 'text/plain' }],
  ['a request that was not asked for first', 'POST', { ...OWN, 'x-framework-explorer': undefined }],
  ['a script of another site', 'GET', { host: OWN.host, 'sec-fetch-site': 'cross-site' }],
  ['the same site, another port', 'GET', { host: OWN.host, 'sec-fetch-site': 'same-site' }],
])('%s is refused', (_, method, headers) => {
  expect(isRefused(method, headers)).toBe(true);
});

const FORM = { method: 'PUT', target: '/a%20b?c=%C3%A9', headers: [['X-A', ' b ']] };

const read = (form: unknown): unknown => readSendForm(JSON.stringify(form));

test('a form is read, and what it does not say is nothing', () => {
  expect(read(FORM)).toEqual({
    form: { ...FORM, headers: [['X-A', 'b']], isSigned: false, hasKey: false },
  });
  const whole = { ...FORM, body: { base64: 'AA==' }, isSigned: true, hasKey: true, claims: {} };
  expect(read(whole)).toMatchObject({ form: { ...whole, headers: [['X-A', 'b']] } });
});

test.each([
  ['a list', [], 'The form is not a JSON object.'],
  ['a method that is none', { ...FORM, method: 'GET /x' }, 'The method is not an HTTP method.'],
  ['another host', { ...FORM, target: 'http://x/' }, /must begin with a slash/],
  ['a character of no path', { ...FORM, target: '/a b' }, /must begin with a slash/],
  ['a line in the path', { ...FORM, target: '/a\r\nX: y' }, /must begin with a slash/],
  ['a line in a header', { ...FORM, headers: [['X-A', 'b\nX-B: c']] }, /The value of X-A/],
  ['a name that is none', { ...FORM, headers: [['X A', 'b']] }, /`X A` is not a valid header name/],
  ['half a header', { ...FORM, headers: [['X-A']] }, 'A header cannot have two values.'],
  ['a body that is none', { ...FORM, body: {} }, 'The body is neither text nor base64.'],
  ['claims that are none', { ...FORM, claims: [] }, 'The claims are not a JSON object.'],
])('%s is refused', (_, form, problem) => {
  expect(read(form)).toEqual({
    problem: typeof problem === 'string' ? problem : (expect.stringMatching(problem) as unknown),
  });
});

test('a text that is not JSON is refused', () => {
  expect(readSendForm('{')).toEqual({ problem: 'The form is not a JSON object.' });
});

// What the page stores of a request: no secret, and nothing long.

const secrets = secretNames(
  {
    partner: { type: 'apiKey', in: 'query', name: 'api key' },
    device: { type: 'apiKey', in: 'header', name: 'X-Device' },
    user: { type: 'http', scheme: 'bearer' },
  },
  [
    {
      kind: 'custom',
      name: 'Gate',
      header: 'X-Gate',
      function: 'gate',
      ttlSeconds: 0,
    } as unknown as Parameters<typeof secretNames>[1][number], // because only the header is read
  ],
);

test('the values of secrets are masked, in requests and in answers', () => {
  const secret = ['authorization', 'Cookie', 'X-Api-Key', 'x-device', 'X-GATE'];
  const { headers, answer } = keptContents(
    {
      headers: [...secret.flatMap((name) => [name, 'hidden']), 'X-Trace', '1'],
      body: undefined,
      answer: { status: 200, headers: ['Set-Cookie', 'sid=hidden', 'X-Made', 'yes'], body: '' },
      log: '',
    },
    1,
    secrets,
  );
  expect(headers).toEqual([...secret.map((name) => [name, '***']), ['X-Trace', '1']]);
  expect(answer.headers).toEqual([
    ['Set-Cookie', '***'],
    ['X-Made', 'yes'],
  ]);
  expect(maskedTarget('/a?x=1&api+key=hidden&api%20key=h', secrets)).toBe(
    '/a?x=1&api+key=***&api%20key=***',
  );
  expect(maskedTarget('/a?', secrets)).toBe('/a?');
});

test('a long body is not kept, and a long answer and log are cut', () => {
  const long = 'x'.repeat(LONGEST_KEPT + 1);
  const contents = keptContents(
    {
      headers: [],
      body: Buffer.from(long),
      answer: { status: 200, headers: [], body: long },
      log: long,
    },
    1,
    secrets,
  );
  expect(contents).toMatchObject({ isBodyLost: true, answer: { isCut: true, size: long.length } });
  expect(contents).not.toHaveProperty('body');
  expect(contents.answer.body).toEqual({ text: long.slice(1) });
  expect(contents.answer.log).toBe(long.slice(1));
});

const caller = {
  apiKey: 'local-api-key',
  credentials: { accessKeyId: 'local-access-key', secretAccessKey: 'local-secret-key' },
  region: 'us-east-1',
  manifest: undefined,
};
const GET: SendForm = { method: 'GET', target: '/a', headers: [], isSigned: false, hasKey: false };

const command = (form: Partial<SendForm>, isOwnCredentials = false): Promise<string> =>
  curlCommand({ ...GET, ...form }, { ...caller, isOwnCredentials }, 'http://localhost:8000');

test('a request without anything is one word', async () => {
  expect(await command({})).toBe('curl http://localhost:8000/a');
  expect(await command({ method: 'HEAD' })).toBe('curl --head http://localhost:8000/a');
  expect(await command({ method: 'DELETE' })).toBe('curl -X DELETE http://localhost:8000/a');
});

test('headers, key, signature and body stand in lines', async () => {
  const headers = [
    ['Content-Type', 'application/json'],
    ['X-Empty', ''],
  ] as const;
  const body = { text: '{"name":"it\'s"}' };
  expect(await command({ method: 'PUT', headers, body, hasKey: true, isSigned: true }))
    .toMatchInlineSnapshot(`
      "curl -X PUT http://localhost:8000/a \\
        -H 'Content-Type: application/json' \\
        -H 'X-Empty;' \\
        -H 'X-Api-Key: local-api-key' \\
        --aws-sigv4 aws:amz:us-east-1:execute-api \\
        --user local-access-key:local-secret-key \\
        --data-raw '{"name":"it'\\''s"}'"
    `);
});

test('credentials of the environment are named, never written', async () => {
  const text = await command({ isSigned: true }, true);
  expect(text).toContain('--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"');
  expect(text).not.toContain('secret-key');
});

test('bytes come from base64', async () => {
  expect(await command({ method: 'POST', body: { base64: 'AP8=' } })).toMatchInlineSnapshot(`
    "printf %s 'AP8=' | base64 -d | curl http://localhost:8000/a \\
      -H 'Content-Type:' \\
      --data-binary @-"
  `);
});

test.each(["$(touch x) `id` 'a' \\ \n ! \"", '[a]{b}'])(
  'a shell hands %j over unchanged',
  async (text) => {
    const written = await command({ method: 'POST', body: { text } });
    const script = `curl() { for last; do :; done; printf %s "$last"; }\n${written}`;
    expect(spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout).toBe(text);
  },
);

test('the routes of a build are read once for all its requests', () => {
  let reads = 0;
  const counted: Manifest = {
    ...manifest,
    get routes() {
      reads += 1;
      return manifest.routes;
    },
  };
  const feed = createShownFeed('/project');
  const show = (number: number) =>
    feed.request(
      { number, time: 0, method: 'GET', target: '/orders/1/lines/2', status: 200, milliseconds: 1 },
      { manifest: counted, secrets: secretNames({}, []) },
    );
  expect(show(1).captures).toEqual({ id: '1', line: '2' });
  const before = reads;
  expect(show(2).route).toBe('GET /orders/{id}/lines/{line}');
  expect(reads).toBe(before);
});
