import { expect, test } from 'vitest';
import { findRuntime } from '../cli/bundle/runtime-source.js';
import { FIRST_CALLED } from './runtime-names.js';
import { slimRuntime } from './slim-runtime.js';
import { usedNames } from './used-names.js';

const RUNTIME = `import { a } from "node:a";
var Base = class {
  static kind = helper();
};
var Request = class extends Base {
  #event;
  #cookies;
  constructor(event) { super(); this.#event = event; }
  get method() { return this.#event.method; }
  get cookies() { return this.#cookies ??= parse(this.#event); }
  toDict() { return { method: this.method }; }
};
var Unused = class { run() { return new Request(); } };
function parse(event) { return event.cookies; }
function helper() {}
function createHandler() { return (event) => new Request(event).$captures?.(); }
export { Request, Unused, createHandler };
`;

/** What is left of the lines of the classes. */
function cut(text: string, written: readonly string[] = ['createHandler']): readonly string[] {
  const kept = slimRuntime(RUNTIME, usedNames([text], written));
  expect(kept.split('\n').length).toBe(RUNTIME.split('\n').length);
  return kept
    .split('\n')
    .slice(1, 13)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

test('reads a text of very long words and very many names once', () => {
  const long = `/* ${'x'.repeat(300_000)} */\nconst table = { ${'a: 1, '.repeat(60_000)} }`;
  const made = 'export const api: Framework = new lib.Framework({});\napi[name];';
  expect(usedNames([`${long};\n${made}`], []).has('anyMember')).toBe(
    usedNames([made], []).has('anyMember'),
  );
});

test('keeps the members whose names stand in the application, and what they reach', () => {
  expect(cut('app.currentRequest.cookies')).toMatchInlineSnapshot(`
    [
      "var Base = (0, class {",
      "});",
      "var Request = (0, class extends Base {",
      "#event;",
      "#cookies;",
      "constructor(event) { super(); this.#event = event; }",
      "get cookies() { return this.#cookies ??= parse(this.#event); }",
      "});",
      "var Unused = (0, class {                                 });",
    ]
  `);
});

test('keeps nothing of a request that is not read', () => {
  expect(cut('export const index = 1;')).toMatchInlineSnapshot(`
    [
      "var Base = (0, class {",
      "});",
      "var Request = (0, class extends Base {",
      "#event;",
      "constructor(event) { super(); this.#event = event; }",
      "});",
      "var Unused = (0, class {                                 });",
    ]
  `);
});

test('keeps no function that nothing reaches, and does not export it', () => {
  const runtime = `function one() { return two(); }
function two() { return 2; }
const three = { a: 3 };
export {
  one,
  three,
  two as four
};
`;
  const cutTo = (text: string) =>
    slimRuntime(runtime, usedNames([text], []))
      .trim()
      .split(/\s+/)
      .join(' ');
  expect(cutTo('three')).toBe('const three = { a: 3 }; export { three, };');
  expect(cutTo('one')).toBe(
    'var one = (0, function() { return two(); }); var two = (0, function() { return 2; }); export { one, };',
  );
  expect(cutTo('')).toBe('export { };');
});

test.each([
  ["fetch('/', { signal }); row.id", false],
  ['app.currentRequest.method; row.id; signal', true],
  ['middleware((request) => request.id, signal)', true],
])('an everyday word is a member of a request only beside a request: %j', (text, isUsed) => {
  const names = usedNames([text], []);
  expect([names.has('id'), names.has('timed')]).toEqual([isUsed, isUsed]);
});

test('keeps a whole request that is handed on', () => {
  const whole = cut('log(app.currentRequest)');
  expect(whole).toContain('toDict() { return { method: this.method }; }');
  expect(whole).toContain('#cookies;');
});

test('a member that is called where it is needs no class that nobody makes', () => {
  expect(cut('run')).not.toContain('var Unused = class { run() { return new Request(); } };');
  expect(cut('Unused.run')).toContain('var Unused = class { run() { return new Request(); } };');
});

test.each([
  'const request = app.currentRequest;\nrequest.method; request?.cookies;',
  'const { method, cookies: jar } = shared.app.currentRequest;',
  'app.currentRequest.method; app.currentRequest!.cookies',
])('a request is only read in %j', (text) => {
  expect([...usedNames([text], []).whole]).toEqual([]);
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
  expect([...usedNames([text], []).whole]).toEqual(['Request']);
});

test.each([
  'run(app.log)',
  'const { log } = app;',
  'app.log[level](1)',
  "Reflect.get(app, 'log')",
  'new Client({ logger: app.log })',
])('any member of the log may be called in %j', (text) => {
  expect([...usedNames([text], []).whole]).toEqual(['Logger']);
});

test.each(['app.log.info(1)', 'app.log?.level', "console.log('seen')"])(
  'a log is only called in %j',
  (text) => {
    expect([...usedNames([text], []).whole]).toEqual([]);
  },
);

test.each(['app[name]', 'app?.[name]', 'app as unknown as All', 'Reflect.get(app, name)'])(
  'any member of the application may be read in %j',
  (text) => {
    const made = `export const app: Framework = new Framework({ appName: 'a' });`;
    expect([...usedNames([made, text], []).whole]).toEqual(['Application']);
  },
);

test.each([
  "import * as names from 'framework';",
  "export * from 'framework';",
  "await import('framework')",
  'require("framework")',
])('any name of the runtime may be used in %j', (text) => {
  expect(usedNames([text], []).has('NotFoundError')).toBe(true);
});

test("import { app as main } and an everyday use of 'api' keep nothing more", () => {
  const made = `export const app = new Framework({ appName: 'a' });`;
  const names = usedNames([made, "import { app as main } from './app.js'; fetch('/api');"], []);
  expect([...names.whole]).toEqual([]);
  expect(names.has('$deliverJson')).toBe(false);
  expect(usedNames(['change(app.api)'], []).has('$deliverJson')).toBe(true);
});

test('functions that every first request calls stand in brackets', () => {
  const runtime =
    'function serve() {}\nasync function handlerOf() {}\nfunction rare() {}\nexport { serve, handlerOf, rare };\n';
  const names = ['serve', 'handlerOf', 'rare'];
  const lines = slimRuntime(runtime, usedNames([], names)).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'var serve = (0, (function() {}));',
    'var handlerOf = (0, (async function() {}));',
    'var rare = (0, function() {});',
  ]);
});

test('they are functions of the runtime', () => {
  const text = findRuntime().text();
  for (const name of FIRST_CALLED)
    expect(text).toMatch(new RegExp(`^(async )?function ${name}\\(`, 'm'));
});

test.each([
  ['app.currentRequest.method', [], true],
  ['app.currentRequest.method; middleware(audit)', [], true],
  ['app.currentRequest.method; new Blueprint()', [], false],
  ['app.currentRequest.method; createHandler()', [], false],
  ['app.currentRequest.method', ['$isPending'], false],
  ["import * as all from 'framework'; app.currentRequest.method", [], false],
  ["const app = new Framework({ appName: 'a' }); app[name]; app.currentRequest", [], false],
])('a request that is read at once needs nothing behind an await: %s %j', (text, written, isIt) => {
  const names = usedNames([text], written, () => true);
  expect(names.has('$run')).toBe(!isIt);
  expect(usedNames([text], written).has('$run')).toBe(true);
  expect(isIt && names.has('$begin')).toBe(isIt);
});
