// Which providers are reported because they cannot be followed by name; all others are proved to be set.
import { expect, test } from 'vitest';
import { createCompiler } from '../compile-app.js';
import { DEFAULT_SETTINGS } from '../modules/source-files.js';

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
