// What each feature of the runtime weighs in a bundle, and that a bundle with only what an application uses answers as
// the whole runtime does. A number that grows is a decision: change it on purpose.
import { expect, test } from 'vitest';
import type { ProxyEvent } from '../../runtime/contract/proxy-event.js';
import { ask } from './asked-app.js';

const JSON_BODY = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' };

/** Each application is the source behind `const app`, with the requests that its views are asked. */
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
  'a request that is handed on': [
    `const show = (value: unknown) => value; export const view = app.route('/{a}')((a: string) => show(app.currentRequest));`,
    { resource: '/{a}', path: '/1', pathParameters: { a: '1' } },
  ],
  'a variable of the request': [
    `export const view = app.route('/')(() => {\n  const request = app.currentRequest;\n  return [request.method, request.stageVars];\n});`,
    { stageVariables: { a: '1' } },
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
  'a lambda function': [
    `export const view = app.route('/')(() => 1); export const f = app.lambdaFunction()(() => 2);`,
    {},
  ],
  'functions of a class': [
    `class A { n = 1; @app.route('/') view() { return ++this.n; } @app.lambdaFunction() f() { return this.n; } }`,
    {},
  ],
};

test.each(Object.keys(APPS))('%s answers as with the whole runtime', async (name) => {
  const [source = '', ...events] = APPS[name] ?? [];
  const { bytes, ...slim } = await ask({ source, events }, 'slim');
  const { bytes: wholeBytes, ...whole } = await ask({ source, events }, 'whole');
  expect(slim).toEqual(whole);
  expect(slim.answers.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(wholeBytes);
  weights.set(name, bytes);
});

const weights = new Map<string, number>();

test('bytes of each application, gzipped', () => {
  expect(Object.fromEntries(weights)).toMatchInlineSnapshot(`
    {
      "CORS": 2315,
      "HEAD": 2327,
      "JSON as a binary type": 2997,
      "Response": 3506,
      "a binary Response": 3504,
      "a lambda function": 2463,
      "a quiet log": 2459,
      "a request that is handed on": 3594,
      "a variable of the request": 2473,
      "a view in a class": 2350,
      "a view that returns JSON": 2297,
      "a view that throws": 2295,
      "an error with a status": 2313,
      "captures": 2533,
      "content types": 2299,
      "context": 2676,
      "debug": 2365,
      "functions of a class": 2544,
      "getAll": 2701,
      "headers": 2609,
      "jsonBody": 2633,
      "log": 2453,
      "queryParams": 2552,
      "rawBody": 2484,
    }
  `);
});
