// Which providers are reported because they cannot be followed by name; all others are proved to be set.
import { expect, test } from 'vitest';
import { createCompiler, compileApp } from '../compile-app.js';
import { DEFAULT_SETTINGS } from '../modules/source-files.js';
import { memoryFiles, MEMORY_ROOT } from '../../test/support/memory-files.js';
import { Framework } from '../../runtime/framework.js';
import { isAppMember } from './receivers.js';

const PROVIDE = `middleware.provide((request, next) => next('ann'))`;

function codesOf(text: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const head = `import { Framework, middleware } from 'framework';\n`;
  const files = new Map([['/p/app.ts', `${head}${text}`]]);
  for (const [name, content] of Object.entries(others)) files.set(`/p/${name}`, content);
  const { diagnostics } = createCompiler().compile({
    root: '/p',
    files: { readText: (path) => files.get(path), isFile: (path) => files.has(path) },
    settings: DEFAULT_SETTINGS,
  });
  return diagnostics.map(({ code }) => code);
}

const reading = (how: string): string => `
export const app = new Framework({ appName: 'a' });
export const view = app.route('/')(() => ${how});
`;

test.each([
  ['a constant', `const user = ${PROVIDE};`, 'user.value'],
  ['a member of an object', `const user = ${PROVIDE}; const deps = { user };`, 'deps.user.value'],
  ['made in an object', `const deps = { user: ${PROVIDE} };`, 'deps.user.value'],
  ['in an object in an object', `const deps = { by: { user: ${PROVIDE} } };`, 'deps.by.user.value'],
  ['taken out of an object', `const { user } = { user: ${PROVIDE} };`, 'user.value'],
  ['a static member', `class Deps { static user = ${PROVIDE}; }`, 'Deps.user.value'],
  ['of a function', `const make = () => ${PROVIDE}; const user = make();`, 'user.value'],
  ['handed out by a function', `const user = ${PROVIDE}; const get = () => user;`, 'get().value'],
  ['in a list of names', `const user = ${PROVIDE}; const all = [user];`, 'all[0].value'],
  ['in a map', `const user = ${PROVIDE}; const all = new Map([[1, user]]);`, 'all.get(1).value'],
])('%s: a read outside it is proved', (_, made, read) => {
  expect(codesOf(`${made}${reading(read)}`)).toEqual(['FW3204']);
});

test.each([
  ['frozen', `const deps = Object.freeze({ user: ${PROVIDE} });`, 'deps.user.value'],
  ['spread', `const deps = { ...{ user: ${PROVIDE} } };`, 'deps.user.value'],
  ['made by a member', `const by = { user: () => ${PROVIDE} }; const u = by.user();`, 'u.value'],
  ['made on the spot', `const user = (() => ${PROVIDE})();`, 'user.value'],
  ['made by a static member', `class By { static u = () => ${PROVIDE}; }`, 'By.u().value'],
  ['waited for', `const user = await (async () => ${PROVIDE})();`, 'user.value'],
])('%s: names lead to it, so nothing is told of the place', (_, made, read) => {
  expect(codesOf(`${made}${reading(read)}`)).not.toContain('FW3205');
});

test.each([
  ['of a function that nobody calls', `const get = () => ({ user: ${PROVIDE} });`, '[]'],
  ['in a list of layers', `const layers = [${PROVIDE}];`, 'layers'],
  [
    'that a function gives to lists alone',
    `const get = () => ({ user: ${PROVIDE} });`,
    '[get().user]',
  ],
])('nothing is told of one without readers: %s', (_, made, list) => {
  const text = `${made}
export const app = new Framework({ appName: 'a', middleware: ${list} });
export const view = app.route('/')((limit = { value: 1 }) => limit.value);`;
  expect(codesOf(text)).not.toContain('FW3205');
});

test('nothing is told of one whose value no code reads', () => {
  const text = `const get = () => ({ user: ${PROVIDE} }); const { user } = get();
export const app = new Framework({ appName: 'a' });
export const view = app.route('/', { middleware: [user] })(() => 1);`;
  expect(codesOf(text)).not.toContain('FW3205');
});

test('a member that a function of another module returns is told of under any name', () => {
  const others = {
    'deps.ts': `import { middleware } from 'framework';\nexport const get = () => ({ user: ${PROVIDE} });`,
  };
  const text = `import { get as made } from './deps.js';${reading('made().user.value')}`;
  expect(codesOf(text, others)).toEqual(['FW3205']);
});

test('through a namespace: a read outside it is proved', () => {
  const others = {
    'deps.ts': `import { middleware } from 'framework';\nexport const user = ${PROVIDE};`,
  };
  expect(
    codesOf(`import * as deps from './deps.js';${reading('deps.user.value')}`, others),
  ).toEqual(['FW3204']);
});

test.each([
  [
    'a member that a function returns',
    `const get = () => ({ user: ${PROVIDE} });`,
    'get().user.value',
  ],
  [
    'a constant in a returned object',
    `function get() { const user = ${PROVIDE}; return { user }; } `,
    'get().user.value',
  ],
  ['an item of a list', `const all = [${PROVIDE}];`, 'all[0].value'],
  ['a field of an instance', `class Deps { user = ${PROVIDE}; }`, 'new Deps().user.value'],
  [
    'what a method returns',
    `class Deps { user() { return ${PROVIDE}; } }`,
    'new Deps().user().value',
  ],
  [
    'a constant that a method returns',
    `class Deps { user() { const made = ${PROVIDE}; return made; } }`,
    'new Deps().user().value',
  ],
  ['what is assigned', `let user; user = ${PROVIDE};`, 'user.value'],
])('%s is told of where it is made', (_, made, read) => {
  expect(codesOf(`${made}${reading(read)}`)).toContain('FW3205');
});

test('a provider that stands in a list of middleware alone has no readers', () => {
  const text = `export const app = new Framework({ appName: 'a', middleware: [${PROVIDE}] });
export const view = app.route('/')(() => 1);`;
  expect(codesOf(text)).toEqual([]);
});

test.each([
  ['src/app.ts', './src/app.js'],
  ['src/app.mts', './src/app.mjs'],
])('an application in %s is offered the two lines of app.ts', (file, specifier) => {
  const files = memoryFiles({ [file]: '' });
  const [found] = compileApp({ root: MEMORY_ROOT, files }).diagnostics;
  expect([found?.code, found?.hint]).toEqual([
    'FW1001',
    `The project has \`${file}\`: create \`app.ts\` with the two lines \`import '${specifier}';\` and \`export { app } from '${specifier}';\`.`,
  ]);
});

function check(code: string, made = "new Framework({ appName: 'helloworld' })") {
  const text = `import { Framework } from 'framework';
export const app = ${made};
export const index = app.route('/')(() => 1);
${code}
`;
  const files = memoryFiles({ 'app.ts': text });
  return { text, diagnostics: compileApp({ root: MEMORY_ROOT, files }).diagnostics };
}

test.each([
  [
    "class V { @app.get('/a') a() { return 1; } }",
    "get: `app` has no `get`. Write `@app.route('/a')`.",
    "class V { @app.route('/a') a() { return 1; } }",
  ],
  [
    "class V { @app.post('/a') a() { return 1; } }",
    "post: `app` has no `post`. Write `@app.route('/a', { methods: ['POST'] })`.",
    "class V { @app.route('/a', { methods: ['POST'] }) a() { return 1; } }",
  ],
  ["app.get('/a', () => 1);", "get: `app` has no `get`. Write `@app.route('/cities')`.", undefined],
  [
    "export const a = app.delete('/a')(() => 1);",
    "delete: `app` has no `delete`. Write `@app.route('/a', { methods: ['DELETE'] })`.",
    undefined,
  ],
  [
    'app.use(() => 1);',
    "use: `app` has no `use`. List the middleware that runs around views: `new Framework({ appName: 'helloworld', middleware: [audit] })`.",
    undefined,
  ],
  [
    'app.listen(3000);',
    'listen: `app` has no `listen`. Remove the call: `framework local` serves the application.',
    undefined,
  ],
  [
    "class V { @app.route('/a') a() { app.waitUntil(fetch('https://example.com')); return 1; } }",
    'waitUntil: `app` has no `waitUntil`. Lambda freezes a function after its response: wait for the work with `await`, or pass it to a queue or to a lambda function (docs/guide/after-the-answer.md).',
    undefined,
  ],
  [
    'class V { @app.lambda_function() a() { return 1; } }',
    'lambda_function: `app` has no `lambda_function`. Did you mean `lambdaFunction`?',
    undefined,
  ],
  [
    'class V { @app.repeat a() { return 1; } }',
    "repeat: `app` has no `repeat`. A view is declared with `@app.route('/cities')`, a function with `@app.lambdaFunction()`.",
    undefined,
  ],
])('%s', (code, said, fixed) => {
  const { text, diagnostics } = check(code);
  const found = diagnostics.map(({ at, message, hint }) => {
    return `${text.slice(at?.start, at?.end)}: ${message} ${hint ?? ''}`;
  });
  expect(found).toEqual([said]);
  const edits = (diagnostics[0]?.fix?.edits ?? []).toReversed();
  let result = text;
  for (const edit of edits) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  expect(result.split('\n')[3]).toBe(fixed ?? code);
});

test.each([
  [
    "class Mine extends Framework { get(path: string) { return path; } }\napp.get('/a');",
    'new Mine()',
  ],
  ['const list = new Map(); list.get(1);', undefined],
  ["app.log.info('x'); app.toString(); app.defineAuthorizer;", undefined],
])('%s is left alone', (code, made) => {
  const codes = check(code, made).diagnostics.map((found) => found.code);
  expect(codes).not.toContain('FW2023');
});

test('the members that are known are those that an application has', () => {
  const app = new Framework({ appName: 'x' });
  const names = [
    app,
    Framework.prototype,
    Object.getPrototypeOf(Framework.prototype) as object,
  ].flatMap((owner) => Object.getOwnPropertyNames(owner));
  expect(names.filter((name) => !name.startsWith('$') && !isAppMember(name))).toEqual([]);
});
