// The size of each runtime feature in a bundle, and that a bundle with only what an application uses responds like the whole
// runtime. A number that grows is a decision: change it on purpose.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProxyEvent } from '../../runtime/contract/proxy-event.js';
import { ask } from './asked-app.js';
import { bundleProject, packageFolder } from './bundle-project.js';
import { sampleOf } from '../support/sample.js';
import { makeProject } from './temporary-project.js';

const JSON_BODY = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' };

/** Each application is the source after `const app`, followed by the requests to its views. */
const APPS: Readonly<Record<string, readonly [source: string, ...Partial<ProxyEvent>[]]>> = {
  'a view that returns JSON': [
    `export const view = app.route('/')(() => ({ hello: 'world' }));`,
    {},
    { headers: { 'Content-Type': 'text/plain' } },
    { resource: '/none' },
  ],
  'a view in a class': [`class A { @app.route('/') view() { return 1; } }`, {}],
  'a view that throws': [
    `export const view = app.route('/')(() => { throw new TypeError('broken'); });`,
    {},
  ],
  'an error with a status': [
    `import { NotFoundError } from 'framework'; export const view = app.route('/')(() => { throw new NotFoundError('no'); });`,
    {},
  ],
  captures: [
    `export const view = app.route('/{a}/{b}')((b: string, a: string) => [a, b]);`,
    { resource: '/{a}/{b}', path: '/x%20y/2', pathParameters: { a: 'x%20y', b: '2' } },
    { resource: '/{a}/{b}', path: '/%/2', pathParameters: { a: '%', b: '2' } },
  ],
  jsonBody: [
    `export const view = app.route('/', { methods: ['POST'] })(() => app.currentRequest.jsonBody);`,
    { httpMethod: 'POST', ...JSON_BODY },
    { httpMethod: 'POST', ...JSON_BODY, body: '{' },
    { httpMethod: 'POST', ...JSON_BODY, body: btoa('{"b":2}'), isBase64Encoded: true },
  ],
  rawBody: [
    `export const view = app.route('/', { methods: ['POST'] })(() => app.currentRequest.rawBody.toString());`,
    { httpMethod: 'POST', ...JSON_BODY },
  ],
  queryParams: [
    `export const view = app.route('/')(() => app.currentRequest.queryParams);`,
    {},
    { multiValueQueryStringParameters: { a: ['1', '2'] } },
  ],
  getAll: [
    `export const view = app.route('/')(() => { const { queryParams } = app.currentRequest; return queryParams?.getAll('a') ?? null; });`,
    {},
    { multiValueQueryStringParameters: { a: ['1', '2'] } },
  ],
  headers: [
    `export const view = app.route('/')(() => app.currentRequest.headers['X-A'] ?? null);`,
    { headers: { 'x-a': '1' } },
  ],
  context: [`export const view = app.route('/')(() => app.currentRequest.context);`, {}],
  'a secret': [
    `import { secret } from 'framework'; const key = secret('stripe-key'); export const view = app.route('/')(async () => key());`,
    {},
  ],
  'a request that is handed on': [
    `const show = (value: unknown) => value; export const view = app.route('/{a}')((a: string) => show(app.currentRequest));`,
    { resource: '/{a}', path: '/1', pathParameters: { a: '1' } },
  ],
  'a variable of the request': [
    `export const view = app.route('/')(() => {\n  const request = app.currentRequest;\n  return [request.method, request.stageVars];\n});`,
    { stageVariables: { a: '1' } },
  ],
  'a request behind an await': [
    `export const view = app.route('/')(async () => {\n  await 1;\n  return app.currentRequest.method;\n});`,
    {},
  ],
  'a request in a function': [
    `const method = () => app.currentRequest.method; export const view = app.route('/')(() => method());`,
    {},
  ],
  'a request while it is waited for': [
    `class A { @app.route('/') async view() { return [await Promise.resolve(app.currentRequest.method), 1]; } }`,
    {},
    { httpMethod: 'PUT' },
  ],
  cookies: [
    `export const view = app.route('/')(() => ({ ...app.currentRequest.cookies }));`,
    { headers: { cookie: 'a=1; b=%20; a=2' } },
    {},
  ],
  formData: [
    `export const view = app.route('/', { methods: ['POST'], contentTypes: ['application/x-www-form-urlencoded'] })(async () => [...(await app.currentRequest.formData())]);`,
    {
      httpMethod: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=1&b=2',
    },
  ],
  'the id of a request': [`export const view = app.route('/')(() => app.currentRequest.id);`, {}],
  signal: [`export const view = app.route('/')(() => app.currentRequest.signal.aborted);`, {}],
  'names that say nothing of a request': [
    `export const view = app.route('/{id}')((id: string) => { const signal = AbortSignal.abort(); return [id, signal.aborted]; });`,
    { resource: '/{id}', path: '/1', pathParameters: { id: '1' } },
  ],
  setCookie: [
    `import { Response } from 'framework'; export const view = app.route('/')(() => new Response(null).setCookie('a', 'b c', { httpOnly: true }));`,
    {},
  ],
  redirect: [
    `import { Response } from 'framework'; export const view = app.route('/')(() => Response.redirect('/new', 303));`,
    {},
  ],
  Response: [
    `import { Response } from 'framework'; export const view = app.route('/')(() => new Response('text', 201, { 'content-type': 'text/plain' }));`,
    {},
  ],
  'a binary Response': [
    `import { Response } from 'framework'; export const view = app.route('/')(() => new Response(new Uint8Array([1]), 200, { 'Content-Type': 'image/png' }));`,
    {},
    { headers: { accept: 'image/*' } },
  ],
  'JSON as a binary type': [
    `app.api.binaryTypes.push('application/json'); export const view = app.route('/')(() => 1);`,
    {},
    { headers: { accept: 'application/json' } },
  ],
  CORS: [`export const view = app.route('/', { cors: true })(() => 1);`, {}],
  'CORS of the application': [
    `app.api.cors = true; export const view = app.route('/')(() => 1);`,
    {},
  ],
  'content types': [
    `export const view = app.route('/', { contentTypes: ['text/plain'] })(() => 1);`,
    { headers: { 'content-type': 'Text/Plain; charset=utf-8' } },
    {},
  ],
  HEAD: [
    `export const view = app.route('/', { methods: ['HEAD'] })(() => 1);`,
    { httpMethod: 'HEAD' },
  ],
  debug: [`app.debug = true; export const view = app.route('/')(() => { throw 'broken'; });`, {}],
  log: [`export const view = app.route('/')(() => app.log.error('seen', 1) ?? 1);`, {}],
  'a quiet log': [
    `app.log.level = 'CRITICAL'; export const view = app.route('/')(() => { throw 'broken'; });`,
    {},
  ],
  'an input': [
    `export const view = app.route('/', { methods: ['POST'] })((body: { name: string }) => body.name);`,
    { httpMethod: 'POST', ...JSON_BODY },
    { httpMethod: 'POST', ...JSON_BODY, body: '{"name":"a"}' },
    { httpMethod: 'POST', ...JSON_BODY, body: '{' },
  ],
  'a rich body': [
    `import type { Int, List, Text } from 'framework';
    interface Line { sku: Text<{ minLength: 1 }>; count: Int<{ minimum: 1 }> }
    interface Order { name: Text<{ minLength: 1; maxLength: 80 }>; country: Text<{ pattern: '^[A-Z]{2}$' }>; kind: 'new' | 'old'; lines: List<Line, { maxItems: 9 }>; pay: { kind: 'card'; number: string } | { kind: 'invoice'; days: Int } }
    export const view = app.route('/', { methods: ['POST'] })((body: Order) => body.name);`,
    { httpMethod: 'POST', ...JSON_BODY },
  ],
  'inputs of texts': [
    `import type { Int } from 'framework'; export const view = app.route('/{id}')((id: Int, query: { tag?: string[] }, headers: { 'X-A'?: Int }) => [id, query.tag, headers['X-A']]);`,
    { resource: '/{id}', path: '/1', pathParameters: { id: '1' } },
    { resource: '/{id}', path: '/x', pathParameters: { id: 'x' }, headers: { 'x-a': 'b' } },
  ],
  'a form': [
    `export const view = app.route('/', { methods: ['POST'], contentTypes: ['application/x-www-form-urlencoded'] })((body: { name: string }) => body.name);`,
    {
      httpMethod: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=a',
    },
    {
      httpMethod: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=a&name=b',
    },
  ],
  HTTPError: [
    `import { HTTPError } from 'framework'; export const view = app.route('/')(() => { throw new HTTPError(402, 'no', { a: 1 }); });`,
    {},
  ],
  'an error format': [
    `import { errorFormat, NotFoundError } from 'framework'; const failures = errorFormat<object>({ error: ({ code, message }) => ({ code, message }) }); export const view = app.route('/', { errors: failures })(() => { throw new NotFoundError('no'); });`,
    {},
    { headers: { 'content-type': 'text/plain' } },
  ],
  'an error format that reads requests': [
    `import { errorFormat, NotFoundError } from 'framework'; const failures = errorFormat<object>({ error: ({ code, request }) => ({ code, method: request.method }) }); export const view = app.route('/', { errors: failures })(() => { throw new NotFoundError('no'); });`,
    {},
  ],
  'a lambda function': [
    `export const view = app.route('/')(() => 1); export const f = app.lambdaFunction()(() => 2);`,
    {},
  ],
  'middleware of a route': [
    `import { middleware } from 'framework'; const mark = middleware(async (request, next) => { const r = await next(); r.headers['X-A'] = request.method; return r; }); export const view = app.route('/', { middleware: [mark] })(() => 1);`,
    {},
  ],
  'middleware of a method': [
    `import { middleware, NotFoundError } from 'framework'; const OPTIONS = { middleware: [middleware(({ method }, next) => { if (method === 'PUT') throw new NotFoundError('no'); return next(); })], methods: ['GET', 'PUT'] } as const; class A { @app.route('/', OPTIONS) view() { return 1; } }`,
    {},
    { httpMethod: 'PUT' },
  ],
  'headers of every answer': [
    `import { middleware, NotFoundError } from 'framework'; const mark = middleware.answerHeaders(({ method }) => ({ 'X-A': method })); export const view = app.route('/', { middleware: [mark], methods: ['GET', 'PUT'] })(() => { if (app.currentRequest.method === 'PUT') throw new NotFoundError('no'); return 1; });`,
    {},
    { httpMethod: 'PUT' },
  ],
  'middleware that hands its request on': [
    `import { middleware } from 'framework'; const show = (value: unknown) => JSON.stringify(value); const mark = middleware(async (given, next) => { const r = await next(); r.body = show(given); return r; }); export const view = app.route('/', { middleware: [mark] })(() => 1);`,
    {},
  ],
  'a provider': [
    `import { middleware } from 'framework'; const who = middleware.provide(async (request, next) => next(request.headers['x-a'])); export const view = app.route('/', { middleware: [who] })(async () => { await 1; return who.value ?? null; });`,
    { headers: { 'x-a': '1' } },
    {},
  ],
  'middleware that is ready': [
    `import { cacheControl, requestId } from 'framework/middleware'; export const view = app.route('/', { middleware: [requestId(), cacheControl('no-cache')] })(() => ({ a: 1 }));`,
    {},
    { headers: { 'if-none-match': '*' } },
  ],
  'middleware of a lambda function': [
    `import { middleware } from 'framework'; const twice = middleware.event(async (event, next) => [await next()]); export const view = app.route('/')(() => 1); export const f = app.lambdaFunction({ middleware: [twice] })(() => 2);`,
    {},
  ],
  'a blueprint': [
    `import { Blueprint } from 'framework'; const part = new Blueprint(); class A { @part.route('/') view() { return 1; } } app.register(part, { urlPrefix: '/part' });`,
    { resource: '/part', path: '/part' },
    { resource: '/', path: '/' },
  ],
  'blueprints with all that they have': [
    `import { Blueprint, middleware } from 'framework'; const mark = middleware(async (request, next) => { const r = await next(); r.headers['X-A'] = request.method; return r; });
    const outer = new Blueprint({ middleware: [mark], cors: true, contentTypes: ['text/plain'] }); const inner = new Blueprint({ cors: false });
    export const view = inner.route('/{a}')((b: string, a: string) => { inner.log.error('seen'); return [a, b, inner.currentRequest.method]; });
    class A { @outer.route('/') view() { return 1; } @outer.lambdaFunction() f() { return 2; } }
    outer.register(inner, { urlPrefix: '/{b}' }); app.register(outer, { urlPrefix: '/outer', namePrefix: 'outer-' });`,
    { resource: '/outer', path: '/outer', headers: { 'content-type': 'text/plain' } },
    {
      resource: '/outer/{b}/{a}',
      path: '/outer/1/2',
      pathParameters: { a: '2', b: '1' },
      headers: { 'content-type': 'text/plain' },
    },
  ],
  'a stream of events': [
    `import { sse } from 'framework'; class A { @app.route('/') async *view() { yield sse({ hello: 'world' }); } }`,
    {},
  ],
  'a stream of lines': [
    `class A { @app.route('/') async *view() { yield { hello: 'world' }; } }`,
    {},
  ],
  'a stream of bytes': [
    `class A { @app.route('/') async *view() { yield new Uint8Array([104, 105]); } }`,
    {},
  ],
  'streams of every kind': [
    `import { sse } from 'framework'; class A { @app.route('/') async *view() { yield sse.comment('hi'); yield sse(1); } @app.route('/rows') async *rows() { yield { a: 1 }; } @app.route('/text') async *text() { yield 'a'; } @app.route('/bytes') async *bytes() { yield new Uint8Array([104]); } @app.route('/any', { streams: true }) any(): unknown { return this.rows(); } }`,
    {},
    { resource: '/rows' },
    { resource: '/text' },
    { resource: '/bytes' },
    { resource: '/any' },
  ],
  'a declared table': [
    `import { Table } from 'framework'; export const cities = new Table('cities', { key: 'id' }); export const view = app.route('/')(() => [cities.name, cities.arn]);`,
    {},
  ],
  'resources of every type': [
    `import { Bucket, Queue, Table, Topic } from 'framework'; export const cities = new Table('cities', { key: 'id' }); export const arrivals = new Queue('arrivals'); export const news = new Topic('news'); export const photos = new Bucket('photos'); export const view = app.route('/')(() => [cities.name, arrivals.url, arrivals.name, arrivals.arn, news.arn, news.name, photos.name, photos.arn]);`,
    {},
  ],
  'a stream that reads its request': [
    `class A { @app.route('/') async *view() { yield app.currentRequest.method; await 1; yield app.currentRequest.path; } }`,
    {},
  ],
  'a stream inside of middleware': [
    `import { middleware } from 'framework'; const mark = middleware(async (request, next) => { const r = await next(); r.headers['X-A'] = request.method; return r; }); class A { @app.route('/', { middleware: [mark] }) async *view() { yield app.currentRequest.method; } }`,
    {},
  ],
  'functions of a class': [
    `class A { n = 1; @app.route('/') view() { return ++this.n; } @app.lambdaFunction() f() { return this.n; } }`,
    {},
  ],
  // From 40 class views on, a bundle stores their rows as JSON.
  'views of many classes': [
    `import { Blueprint } from 'framework'; const part = new Blueprint();
    ${Array.from({ length: 20 }, (_, at) => `class A${at} { n = ${at}; @app.route('/${at}') get() { return this.n; } @app.route('/${at}/{a}', { methods: ['GET', 'PUT'], cors: true }) put(a: string) { return [a, ++this.n]; } }`).join('\n')}
    class B { @app.route('/7', { methods: ['POST'], contentTypes: ['text/plain'] }) static post() { return 'posted'; } }
    class C { @part.route('/{c}') get(c: string) { return c; } }
    class D { n = 1; @app.route('/d') view() { return ++this.n; } @app.lambdaFunction() f() { return this.n; } }
    app.register(part, { urlPrefix: '/part' });`,
    { resource: '/7' },
    { resource: '/7/{a}', httpMethod: 'PUT', pathParameters: { a: '1' } },
    { resource: '/7/{a}', pathParameters: { a: '1' } },
    { resource: '/7', httpMethod: 'POST', headers: { 'content-type': 'text/plain' } },
    { resource: '/7', httpMethod: 'POST' },
    { resource: '/7', httpMethod: 'DELETE' },
    { resource: '/part/{c}', pathParameters: { c: '2' } },
    { resource: '/d' },
    { resource: '/20' },
  ],
};

const COMPARED = sampleOf('small applications', Object.keys(APPS), 3);

test.each(Object.keys(APPS))('%s answers as with the whole runtime', async (name) => {
  const [source = '', ...events] = APPS[name] ?? [];
  const { bytes, ...slim } = await ask({ source, events }, 'slim');
  expect(slim.answers.length).toBeGreaterThan(0);
  weights.set(name, bytes());
  if (!COMPARED.includes(name)) return;
  const { bytes: wholeBytes, ...whole } = await ask({ source, events }, 'whole');
  expect(slim).toEqual(whole);
  expect(bytes()).toBeLessThan(wholeBytes());
});

describe('with lines of JSON', () => {
  beforeEach(() => {
    vi.stubEnv('FRAMEWORK_LOG_FORMAT', 'json');
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  test.each([
    `export const view = app.route('/')(() => { throw new TypeError('broken'); });`,
    `app.log.level = 'INFO'; export const view = app.route('/')(() => app.log.info('saved', { id: 3 }) ?? 1);`,
    `app.log.level = 'CRITICAL'; export const view = app.route('/')(() => { throw 'broken'; });`,
    `const show = (log: unknown) => log; export const view = app.route('/')(() => show(app.log) && 1); export const f = app.lambdaFunction()(() => { app.log.error('in f'); });`,
  ])('%s', async (source) => {
    const app = { source, events: [{}], logsJson: true };
    const { log, answers } = await ask(app, 'slim');
    const whole = await ask(app, 'whole');
    expect(answers).toEqual(whole.answers);
    expect(linesOf(log)).toEqual(linesOf(whole.log));
  });

  test('a bundle without them writes text', async () => {
    const source = `export const view = app.route('/')(() => app.log.error('saved', { id: 3 }) ?? 1);`;
    const { log } = await ask({ source, events: [{}] }, 'slim');
    expect(log).toBe('small - ERROR - saved { id: 3 }\n');
  });
});

/** Returns each line without its stack frames, which belong to another bundle. */
function linesOf(log: string): readonly unknown[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.replaceAll(/\\n +at .*?(?=\\n|")/g, '')) as unknown);
}

const weights = new Map<string, number>();

test('bytes of each application, gzipped', () => {
  expect(Object.fromEntries(weights)).toMatchInlineSnapshot(`
    {
      "CORS": 2305,
      "CORS of the application": 2709,
      "HEAD": 2296,
      "HTTPError": 2401,
      "JSON as a binary type": 2947,
      "Response": 3506,
      "a binary Response": 3506,
      "a blueprint": 3204,
      "a declared table": 2586,
      "a form": 2938,
      "a lambda function": 2592,
      "a provider": 4789,
      "a quiet log": 2477,
      "a request behind an await": 2517,
      "a request in a function": 2553,
      "a request that is handed on": 4252,
      "a request while it is waited for": 2544,
      "a rich body": 3277,
      "a secret": 5665,
      "a stream inside of middleware": 6214,
      "a stream of bytes": 3219,
      "a stream of events": 3487,
      "a stream of lines": 3085,
      "a stream that reads its request": 3738,
      "a variable of the request": 2510,
      "a view in a class": 2349,
      "a view that returns JSON": 2288,
      "a view that throws": 2288,
      "an error format": 2982,
      "an error format that reads requests": 3073,
      "an error with a status": 2301,
      "an input": 2799,
      "blueprints with all that they have": 6244,
      "captures": 2452,
      "content types": 2289,
      "context": 2698,
      "cookies": 2885,
      "debug": 2332,
      "formData": 2639,
      "functions of a class": 2656,
      "getAll": 2678,
      "headers": 2625,
      "headers of every answer": 4784,
      "inputs of texts": 3316,
      "jsonBody": 2639,
      "log": 2472,
      "middleware of a lambda function": 4712,
      "middleware of a method": 4533,
      "middleware of a route": 4610,
      "middleware that hands its request on": 6216,
      "middleware that is ready": 6769,
      "names that say nothing of a request": 2470,
      "queryParams": 2558,
      "rawBody": 2506,
      "redirect": 3795,
      "resources of every type": 2713,
      "setCookie": 4511,
      "signal": 2700,
      "streams of every kind": 3783,
      "the id of a request": 2481,
      "views of many classes": 4295,
    }
  `);
});

test.each(['events', 'lines', 'bytes'])('a stream of %s adds at most 1,200 bytes', (kind) => {
  const [more = NaN, plain = NaN] = [`a stream of ${kind}`, 'a view in a class'].map((name) =>
    weights.get(name),
  );
  expect(more - plain).toBeLessThanOrEqual(1200);
});

describe('metrics', () => {
  const source = `export const view = app.route('/')(() => 1);`;

  test('take at most 300 bytes, compressed', async () => {
    const without = (await ask({ source, events: [{}] }, 'slim')).bytes();
    const withMetrics = await ask({ source, events: [{}], hasMetrics: true }, 'slim');
    expect(withMetrics.bytes() - without).toBeLessThanOrEqual(300);
    expect(withMetrics.bytes() - without).toBeGreaterThan(100);
  });

  test.each([
    source,
    // Listing the names of all exports does not use them.
    `import * as all from 'framework'; export const view = app.route('/')(() => Object.keys(all));`,
    `export const view = app.route('/')(() => 'metered $metrics');`,
    // A streaming view has a separate handler.
    `export const view = app.route('/')(async function* () { yield 'a'; });`,
  ])('are in no bundle that does not ask for them: %s', async (text) => {
    const files = {
      'app.ts': `import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'small' });\n${text}`,
    };
    for (const runsHere of [false, true]) {
      const root = makeProject(files);
      const built = await bundleProject(root, {
        target: { cpus: ['x64'], runsHere },
        minify: true,
      });
      expect(built.diagnostics).toEqual([]);
      const bundle = readFileSync(join(packageFolder(root), 'index.mjs'), 'utf8');
      expect(bundle).not.toContain('CloudWatchMetrics');
    }
  });
});
