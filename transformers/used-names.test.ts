// Which parts of the runtime a bundle contains, depending on the names in the texts of an application.
import { expect, test } from 'vitest';
import { $uses } from '../runtime/contract/uses.js';
import { usedNames } from './used-names.js';

/** Returns the parts that are used, by group. */
function used(
  text: string | readonly string[],
  written: readonly string[] = [],
): readonly string[] {
  const { uses } = usedNames([text].flat(), written);
  return Object.entries($uses).flatMap(([group, parts]) =>
    Object.keys(parts)
      .filter((name) => uses(group, name))
      .map((name) => `${group}.${name}`),
  );
}

/** Tells whether every part of a group is used. */
function isWhole(text: string | readonly string[], group: keyof typeof $uses): boolean {
  const { uses } = usedNames([text].flat(), []);
  return Object.keys($uses[group]).every((name) => name === '$begun' || uses(group, name));
}

test('keeps nothing that an application does not name', () => {
  expect(used("fetch('/', { headers, method, signal }); row.id; console.info(schedule)")).toEqual(
    [],
  );
});

test('keeps members of a request beside a request, and of a log beside a log', () => {
  expect(used('app.currentRequest.cookies; id')).toEqual([
    'request.cookies',
    'request.id',
    'app.currentRequest',
    'app.$stored',
    'code.$request',
  ]);
  expect(used('middleware((request) => request.id)')).toContain('request.id');
  expect(used('app.log.info(1)')).toEqual(['log.error', 'log.info', 'app.log']);
});

test('reads a text of very long words and very many names once', () => {
  const long = `/* ${'x'.repeat(300_000)} */\nconst table = { ${'a: 1, '.repeat(60_000)} }`;
  const made = 'export const api: Framework = new lib.Framework({});\napi[name];';
  expect(used(`${long};\n${made}`)).toEqual(used(made));
});

test('keeps what the compiler writes', () => {
  const written = ['$on', 'onSqsMessage'];
  expect(used('app.onSqsMessage()', written)).toEqual(['code.$on', 'code.$registry']);
  const { uses } = usedNames([], written);
  expect([uses('sources', 'onSqsMessage'), uses('sources', 'schedule')]).toEqual([true, false]);
});

test.each([
  'const request = app.currentRequest;\nrequest.method; request?.cookies;',
  'const { method, cookies: jar } = shared.app.currentRequest;',
  'app.currentRequest.method; app.currentRequest!.cookies',
])('a request is only read in %j', (text) => {
  expect(isWhole(text, 'request')).toBe(false);
});

test.each([
  'const request = app.currentRequest;\nsave(request);',
  'const request = app.currentRequest;\nrequest[name];',
  'let request = app.currentRequest;\nrequest.method',
  'const { method, ...rest } = app.currentRequest;',
  'const { [name]: x } = app.currentRequest;',
  'return app.currentRequest;',
  'return { ...app.currentRequest };',
  'app.currentRequest[name]',
  "Reflect.get(app, 'currentRequest')",
  'const { currentRequest } = app;',
  'save(({ method } = app.currentRequest));',
  'return { method } = app.currentRequest;',
  'export const request = app.currentRequest;',
  'app.currentRequest.constructor',
])('any member of a request may be read in %j', (text) => {
  expect(isWhole(text, 'request')).toBe(true);
});

test.each([
  'middleware((request, next) => { save(request); return next(); })',
  'middleware(\n  // Writes each request.\n  (request, next) => { save(request); return next(); },\n)',
  'middleware.provide<() => void>((request, next) => next(save(request)))',
  'middleware(<T>(request: T) => save(request))',
  'middleware((...all) => save(...all))',
  'middleware(({ method, ...rest }) => save(rest))',
  'middleware(function () { return save(arguments[0]); })',
  'middleware(function (this: void, request) { return save(request); })',
  'middleware(this.audit)',
  'middleware(new Audit().run)',
  'middleware(((request) => save(request)) as Step)',
  'middleware(/* All of it. */ this.audit);\n/** Reads by name. */\nfunction hook(event) { return event.type; }',
  `middleware(\n  ${'/'.repeat(60)}\n  this.audit,\n)`,
])('any member of the request may be read by %j', (text) => {
  expect(isWhole(text, 'request')).toBe(true);
});

test.each([
  'middleware(() => save())',
  'middleware(/* By name. */ async (request: Request, next) => next(request.method))',
  'middleware(request => request.method)',
  'middleware(\r\n  // By name.\r\n  (request) => request.method)',
  'middleware.provide(function ({ headers: { origin } }, next) { return next(origin); })',
  'middleware.event((event, next) => { save(event); return next(); })',
])('members of a request are read by name by %j', (text) => {
  expect(isWhole(text, 'request')).toBe(false);
});

test.each([
  'run(app.log)',
  'const { log } = app;',
  'app.log[level](1)',
  "Reflect.get(app, 'log')",
  'new Client({ logger: app.log })',
])('any member of the log may be called in %j', (text) => {
  expect(isWhole(text, 'log')).toBe(true);
});

test.each(['app.log.info(1)', 'app.log?.level', "console.log('seen')"])(
  'a log is only called in %j',
  (text) => {
    expect(isWhole(text, 'log')).toBe(false);
  },
);

test.each(['app[name]', 'app?.[name]', 'app as unknown as All', 'Reflect.get(app, name)'])(
  'any member of the application may be read in %j',
  (text) => {
    const made = `export const app: Framework = new Framework({ appName: 'a' });`;
    expect(isWhole([made, text], 'app')).toBe(true);
  },
);

test.each([
  "import * as names from 'framework';",
  "export * from 'framework';",
  "await import('framework')",
  'require("framework")',
])('any name of the runtime may be used in %j', (text) => {
  expect(isWhole(text, 'parts')).toBe(true);
  expect(usedNames([text], []).names('NotFoundError')).toBe(true);
});

test("import { app as main } and an everyday use of 'api' keep nothing more", () => {
  const made = `export const app = new Framework({ appName: 'a' });`;
  const text = "import { app as main } from './app.js'; fetch('/api');";
  expect(used([made, text])).toEqual(['app.api']);
  expect(used('change(app.api)')).toEqual(['app.api', 'app.binaryTypes']);
});

test.each([
  ['app.api.cors = true;', true],
  ['const { api } = app; api.cors = true;', true],
  ["app.api['cors'] = true;", true],
  ['app[name].cors = true;', true],
  ["app.api.binaryTypes.push('a/b'); save(settings.cors, { cors: true });", false],
])('the application may have CORS in %j', (text, mayHave) => {
  const made = `export const app = new Framework({ appName: 'a' });`;
  expect(usedNames([made, text], []).uses('parts', '$sharedCors')).toBe(mayHave);
});

test.each([
  ['app.currentRequest.method', [], true],
  ['app.currentRequest.method; middleware(audit)', [], true],
  ['app.currentRequest.method; new Blueprint()', [], false],
  ['app.currentRequest.method; createHandler()', [], false],
  ['app.currentRequest.method', ['$schema'], false],
  ["import * as all from 'framework'; app.currentRequest.method", [], false],
  ["const app = new Framework({ appName: 'a' }); app[name]; app.currentRequest", [], false],
])('a request that is read at once needs nothing behind an await: %s %j', (text, written, isIt) => {
  const { uses } = usedNames([text], written, () => true);
  expect([uses('app', '$stored'), uses('app', '$begun')]).toEqual([!isIt, isIt]);
  expect(usedNames([text], written).uses('app', '$stored')).toBe(true);
});

const FORMAT = 'errorFormat({ error:';

test.each([
  `${FORMAT} ({ request }) => request.method })`,
  `${FORMAT} (error) => error.request.method })`,
  `${FORMAT} ({ code, request }) => ({ code, path: request.path }) })`,
])('a format that reads its request by name: %s', (text) => {
  expect(used(text)).toContain('code.$request');
  expect(isWhole(text, 'request')).toBe(false);
});

test.each([
  `${FORMAT} ({ request }) => show(request) })`,
  `${FORMAT} (error) => show(error.request) })`,
  `${FORMAT} ({ request }) => request[name] })`,
  `${FORMAT} ({ request: other }) => show(other) })`,
])('a format that hands its request on: %s', (text) => {
  expect(isWhole(text, 'request')).toBe(true);
});

test('a format that names no request needs none', () => {
  expect(used(`${FORMAT} ({ code }) => code })`)).toEqual(['parts.errorFormat']);
});
