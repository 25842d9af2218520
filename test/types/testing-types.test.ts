// The published types of `framework/testing`, compiled with each TypeScript release, before and after `framework build`.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isTurn, sampleOf } from '../support/sample.js';
import { type Compiler, RELEASES, typeErrors } from '../support/type-program.js';
import { temporaryProject } from '../support/temporary-project.js';
import { appTypes } from '../../cli/serve/testing/app-types.js';
import { manifestOf } from '../../cli/serve/gateway/manifest-of.fixture.js';

const REPOSITORY = join(import.meta.dirname, '../..');

const ANY_APP = `import { testApp, events, type Caller, type TestAnswer } from 'framework/testing';
const { client, output, close } = await testApp(new URL('../app.ts', import.meta.url), { stage: 'dev', timeout: 100 });
const member: Caller = { apiKey: 'x', claims: { email: 'a@b' } };
const answer: TestAnswer = await client.get('/cities/{city}', { params: { city: 'oslo' }, as: member });
const { id } = answer.json<{ id: string }>();
await client.get(\`/cities/\${id}\`);
await client.invoke('anything', events.sqs([{ body: { a: 1 } }]));
await client.request('/nowhere', { method: 'PURGE' });
const printed: string = output();
await close();
void printed;
// @ts-expect-error the path has a capture
await client.get('/cities/{city}');
// @ts-expect-error the capture has another name
await client.get('/cities/{city}', { params: { town: 'oslo' } });
// @ts-expect-error nothing says what a body is
answer.json().id;
`;

const KNOWN_APP = `import { testApp } from 'framework/testing';
const { client } = await testApp('./app.ts');
await client.get('/cities');
await client.put('/cities/{city}', { params: { city: 1n } });
await client.options('/cities');
await client.request('/cities/oslo');
await client.invoke('resize');
// @ts-expect-error no route has the path
await client.get('/citys');
// @ts-expect-error the route has another method
await client.post('/cities');
// @ts-expect-error it has no CORS
await client.options('/cities/{city}', { params: { city: 1 } });
// @ts-expect-error the capture is missing
await client.put('/cities/{city}', {});
// @ts-expect-error there is no such capture
await client.put('/cities/{city}', { params: { city: 1, town: 2 } });
// @ts-expect-error no function has the name
await client.invoke('resise');
`;

/** As `framework client` writes it. */
const ROUTES = `export interface Routes {
  'GET /cities': {
    input: { query?: { tag?: string | undefined } | undefined; headers?: Record<string, string | undefined> | undefined };
    answers: { 200: { id: string }[] };
    errors: Record<never, never>;
  };
  'GET /tokens/{count}': {
    input: { path: { count: number } };
    answers: { 200: AsyncIterable<{ text: string }> };
    errors: Record<never, never>;
  };
  'PUT /cities/{city}': {
    input: { path: { city: number }; body: { name: string } };
    answers: { 200: { id: string }; 204: undefined };
    errors: Record<never, never>;
  };
}
`;

const TYPED_APP = `import { testApp, type TestedApp } from 'framework/testing';
import type { Routes } from './client.js';
const { client }: TestedApp<Routes> = await testApp<Routes>('./app.ts');
const cities = await client.get('/cities', { query: { tag: 'x' }, headers: { a: 'b' }, as: { apiKey: 'x' } });
cities.json()[0]?.id satisfies string | undefined;
await client.get('/cities');
const city = await client.put('/cities/{city}', { params: { city: 1 }, json: { name: 'Oslo' } });
city.json()?.id satisfies string | undefined;
city.json<{ Code: string }>().Code satisfies string;
await client.put('/cities/{city}', { params: { city: 1 }, body: '{' });
await client.request('/cities/x', { method: 'PUT', json: { wrong: true } });
const live = await client.stream('GET /tokens/{count}', { params: { count: 3 } });
for await (const { id, data } of live.events()) (id + data.text) satisfies string;
for await (const item of live.items()) item.text satisfies string;
for await (const chunk of live.stream()) chunk satisfies Uint8Array;
const whole = await client.get('/tokens/{count}', { params: { count: 3 } });
whole.events()[0]?.data.text satisfies string | undefined;
whole.stream()[0]?.length satisfies number | undefined;
// @ts-expect-error a token has no such member
whole.events()[0]?.data.word;
for await (const { data } of live.events()) {
  // @ts-expect-error a token has no such member
  data.word;
}
// @ts-expect-error no route has the name
await client.stream('GET /token', {});
// @ts-expect-error the capture is a number
await client.stream('GET /tokens/{count}', { params: { count: 'three' } });
// @ts-expect-error no route has the path
await client.get('/citys');
// @ts-expect-error the route has another method
await client.post('/cities', {});
// @ts-expect-error the query has no such parameter
await client.get('/cities', { query: { tags: 'x' } });
// @ts-expect-error the body lacks its name
await client.put('/cities/{city}', { params: { city: 1 }, json: {} });
// @ts-expect-error the body is missing
await client.put('/cities/{city}', { params: { city: 1 } });
// @ts-expect-error the capture is a number
await client.put('/cities/{city}', { params: { city: 'oslo' }, json: { name: 'Oslo' } });
`;

const EVENTS = `import type { EventBridgeEvent, S3Handler, SQSHandler, DynamoDBStreamHandler, ScheduledHandler } from 'aws-lambda';
import { createHandler } from 'framework';
import { events } from 'framework/testing';
declare const handlers: { sqs: SQSHandler; s3: S3Handler; stream: DynamoDBStreamHandler; schedule: ScheduledHandler };
declare const context: Parameters<SQSHandler>[1];
await handlers.sqs(events.sqs(['a', { body: { b: 1 }, messageAttributes: { n: 1 } }]), context, () => {});
await handlers.s3(events.s3(['a b.png']), context, () => {});
await handlers.stream(events.dynamodbStream([{ newImage: { id: 1, tags: ['a', null, { b: true }] } }]), context, () => {});
await handlers.schedule(events.schedule(), context, () => {});
const paid: EventBridgeEvent<'Paid', { order: number }> = events.eventBridge({ source: 'shop', detailType: 'Paid', detail: { order: 1 } });
await createHandler()(events.apiGateway({ path: '/cities/{city}', params: { city: 'oslo' } }));
void paid;
`;

const PLUGIN = `import { framework } from 'framework/vite';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';
export default defineConfig({ plugins: [framework({ stage: 'dev' })] });
export const plugin: Plugin = framework();
`;

const MANIFEST = manifestOf(
  [
    { path: '/cities', cors: { allowOrigin: '*' } },
    { path: '/cities/{city}', methods: ['GET', 'PUT'] },
  ],
  { functions: ['resize'] },
);

/** TypeScript 7, which takes a fraction of the time, also checks the declarations of Node.js and AWS. */
const CHECKED_BY_ANOTHER = '/@types/';

/** Returns the compiler's output for a project with these files. */
function check(
  compiler: Compiler,
  files: Readonly<Record<string, string>>,
  options: object = {},
): Promise<string> {
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // Checks our declarations and those they need, but not TypeScript's own.
    skipDefaultLibCheck: true,
    types: ['node'],
    typeRoots: [join(REPOSITORY, 'node_modules/@types')],
    ...options,
  };
  const project = temporaryProject({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions,
      include: ['test/*.ts', '.framework/build/app.d.ts'],
    }),
    ...files,
  });
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  for (const [name, target] of [
    ['framework', REPOSITORY],
    ['@types/node', join(REPOSITORY, 'node_modules/@types/node')],
    ['@types/aws-lambda', join(REPOSITORY, 'node_modules/@types/aws-lambda')],
    ['vite', join(REPOSITORY, 'node_modules/vite')],
    ['vitest', join(REPOSITORY, 'node_modules/vitest')],
  ] as const) {
    symlinkSync(target, join(project, 'node_modules', name), 'dir');
  }
  return typeErrors(compiler, project, CHECKED_BY_ANOTHER);
}

const WRONG_PATHS = `import { testApp } from 'framework/testing';
const { client } = await testApp('./app.ts');
await client.put('/city/{city}', { params: { city: 1 } });
await client.put('/city');
await client.get('/cities/{city}', { params: { town: 1 } });
`;

const TOLD = `test/wrong.ts(3,18): error TS2345: Argument of type '"/city/{city}"' is not assignable to parameter of type '"/cities/{city}"'.
test/wrong.ts(4,18): error TS2345: Argument of type '"/city"' is not assignable to parameter of type '"/cities/{city}"'.
test/wrong.ts(5,48): error TS2353: Object literal may only specify known properties, and 'town' does not exist in type '{ readonly city: ParameterValue; }'.
`;

const releases = sampleOf('types of tests', RELEASES, 6);

describe.runIf(isTurn('releases', 0, 2)).each(releases)('TypeScript %s', (compiler) => {
  test('before the types of the application are generated any path goes, the routes of a generated client give requests and answers their types, and sample events go where @types/aws-lambda wants them', async () => {
    // A single program, because reading the types of Node.js takes longer than checking all of these.
    const files = {
      'test/a.ts': ANY_APP,
      'test/events.ts': EVENTS,
      'test/client.ts': ROUTES,
      'test/typed.ts': TYPED_APP,
    };
    expect(await check(compiler, files)).toBe('');
  });

  test('after, paths, methods, captures and functions are checked, also of one application of several, and a wrong path is told by name', async () => {
    const other = { ...MANIFEST, app: { ...MANIFEST.app, name: 'other' }, routes: [] };
    const files = {
      'test/a.ts': KNOWN_APP,
      'test/wrong.ts': WRONG_PATHS,
      '.framework/build/app.d.ts': appTypes(MANIFEST),
      'test/other.d.ts': appTypes(other),
    };
    // All errors are about the wrong paths.
    expect(await check(compiler, files)).toBe(TOLD);
  });
});

test('the plugin goes where Vite and Vitest want it', async () => {
  // Vite's own types have errors without the browser library.
  expect(await check('7.0', { 'test/plugin.ts': PLUGIN }, { skipLibCheck: true })).toBe('');
});
