// Which views and methods count as reached by `x.name`, checked by the reported reads of a provider.
import { expect, test, describe } from 'vitest';
import { createCompiler, compileApp } from '../compile-app.js';
import { DEFAULT_SETTINGS } from '../modules/source-files.js';

const HEAD = `import { Framework, middleware } from 'framework';
const user = middleware.provide((request, next) => next('ann'));
export const app = new Framework({ appName: 'a' });
`;

function problemsOf(text: string): readonly string[] {
  const files = new Map([['/p/app.ts', HEAD + text]]);
  const { diagnostics } = createCompiler().compile({
    root: '/p',
    files: { readText: (path) => files.get(path), isFile: (path) => files.has(path) },
    settings: DEFAULT_SETTINGS,
  });
  return diagnostics.flatMap(({ code, message, related }) => [
    `${code} ${message}`,
    ...(related ?? []).map(({ at, message: text }) => `${at.line} ${text}`),
  ]);
}

/** Returns a class with a view `find` inside a provider, and a class outside it. */
const views = (code: string, members = ''): string => `
class Views {
  ${members}
  @app.route('/inside', { middleware: [user] }) find() { return user.value; }
  @app.route('/open') async open() { ${code} }
}`;

test.each([
  ['a list', 'return [1].find((one) => one > 0);'],
  ['a map', 'const all = new Map(); return all.find();'],
  ['a set of a parameter', 'const f = (all: Set<string>) => all.find(); return f(new Set());'],
  ['a text', "return 'a'.find();"],
  ['what a call returns', 'const rows = await load(); return rows.find();'],
  ['an item', 'for (const row of await load()) row.find();'],
  ['a row of an unknown type', 'const f = (row) => row.find(); return f(1);'],
  ['another object', 'return store.find();'],
  ['an instance of another class', 'return new Store().find();'],
  ['a member of a pattern', 'const { find } = await load(); return find();'],
  ['a global object', 'return Object.find();'],
])('a view is not reached by the same name of %s', (_, code) => {
  const others = `
async function load(): Promise<any> { return []; }
const store = { find() { return 1; } };
class Store { find() { return 1; } }`;
  expect(problemsOf(views(code) + others)).toEqual([]);
});

test.each([
  ['this', 'return this.find();'],
  ['this in an arrow function', 'return [1].map(() => this.find());'],
  ['this by a text', "return this['find']();"],
  ['this by any name', "const name = 'fi' + 'nd'; return this[name]();"],
  ['a pattern', 'const { find } = this; return find();'],
  ['a pattern with a rest', 'const { open, ...others } = this; return others.find();'],
  ['an assigned pattern', 'let find; ({ find } = this); return find();'],
  ['another variable', 'const self = this; return self.find();'],
  ['a function that this is passed to', 'const f = (views) => views.find(); return f(this);'],
  ['such a function with a pattern', 'const f = ({ find }) => find(); return f(this);'],
  ['a new instance', 'return new Views().find();'],
  ['an exported instance', 'return views.find();', 'export const views = new Views();'],
  ['its prototype', 'return Views.prototype.find.call(1);'],
  ['a subclass', 'return new More().find();', 'class More extends Views {}'],
  ['a method that is bound', 'return this.find.bind(this)();'],
  [
    'an instance in an object of an unknown type',
    'const f = (deps) => deps.views.find(); return f({ views });',
    'const views = new Views();',
  ],
])('a view is reached by %s', (_, code, others = '') => {
  expect(problemsOf(views(code) + others)[0]).toMatch(/^FW3204 `user` is read here, but the view/);
});

test('a method that is bound does not pass its instance on', () => {
  const code = 'return [1].map(this.show.bind(this), rows.find());';
  const others = '\ndeclare const rows: any;';
  expect(problemsOf(views(code, 'show() { return 1; }') + others)).toEqual([]);
});

test('an unknown property of this is not the property with a quoted name', () => {
  const code = "const key = 'sto' + 're'; return this[key].read();";
  const store = 'class Store { read() { return user.value; } }';
  const members = "'text-1' = 'a'; store = new Store();";
  expect(problemsOf(store + views(code, members)).join()).toMatch(/`read` is used here/);
});

test('a map in a property of an instance that is passed on is a map', () => {
  const members = 'readonly rows = new Map(); items: string[] = [];';
  const code = 'keep(this); this.items.find(); return this.rows.find();';
  expect(problemsOf(`${views(code, members)}\nfunction keep(_: unknown) {}`)).toEqual([]);
});

test('a method of the class that is extended is reached by super and by this', () => {
  const base =
    '\nabstract class Base { load() { return user.value; } show() { return this.load(); } }';
  for (const call of ['super.load()', 'this.load()', 'super.show()'])
    expect(
      problemsOf(`${base}
class More extends Base { @app.route('/open') open() { return ${call}; } }`)[0],
    ).toContain('FW3204');
});

test('a class that extends what a call returns may have any member', () => {
  const text = `
const mix = (Base: any) => class extends Base { run() { return this.load(); } };
class Views extends mix(Object) {
  load() { return user.value; }
  @app.route('/open') open() { return this.run(); }
}`;
  expect(problemsOf(text)[0]).toContain('FW3204');
});

test('the error names each step that leads to the read, with its line', () => {
  const text = `class Store {
  all() {
    return named();
  }
}
const named = () => user.value;
const store = new Store();
class Views {
  @app.route('/open')
  open() {
    return store.all();
  }
}`;
  expect(problemsOf(text)).toEqual([
    'FW3204 `user` is read here, but the view `open` can reach this code without running inside `user`.',
    '13 The view `open` is here.',
    '14 `all` is used here.',
    '6 `named` is used here.',
  ]);
});

// Providers that are read while a module is loaded, outside any request: reported if the read certainly happens.
describe('reads while modules load', () => {
  const DEPS = `import { middleware } from 'framework';
export const user = middleware.provide((request, next) => next('ann'));
`;

  /** Returns each problem as `line code message`. */
  function problemsOf(text: string): readonly string[] {
    const app = `import { Framework } from 'framework';
import { user } from './deps.js';
export const app = new Framework({ appName: 'a', middleware: [user] });
export const view = app.route('/')(() => user.value);
${text}`;
    const files = new Map([
      ['/p/app.ts', app],
      ['/p/deps.ts', DEPS],
    ]);
    const { diagnostics } = createCompiler().compile({
      root: '/p',
      files: { readText: (path) => files.get(path), isFile: (path) => files.has(path) },
      settings: DEFAULT_SETTINGS,
    });
    return diagnostics.map(({ at, code, message }) => `${at?.line ?? 0} ${code} ${message}`);
  }

  const TOLD =
    'FW3204 `user` is read here while the module is loaded, when no request is being handled.';

  test.each([
    ['in a constant', 'export const name = user.value;', 5],
    ['in a text', 'export const text = `hello ${user.value}`;', 5],
    ['as an argument', 'console.log(user.value);', 5],
    ['in a static member', 'export class A { static name = user.value; }', 5],
    ['in a static block', 'export class A { static { console.log(user.value); } }', 5],
    ['in what a function does that is called', 'function f() {\n return user.value;\n}\nf();', 6],
    ['in what an arrow function gives', 'const f = () => user.value;\nexport const name = f();', 5],
    ['in what such a function calls', 'const g = () => user.value;\nconst f = () => g();\nf();', 5],
  ])('%s: told of', (_, text, line) => {
    expect(problemsOf(text)).toEqual([`${line} ${TOLD}`]);
  });

  test('in an error format, which runs outside every middleware: told of, with the way to the read', () => {
    const format = `import { errorFormat } from 'framework';
const named = () => user.value;
export const failures = errorFormat({ error: ({ request }) => named() + request.path });`;
    const told =
      'FW3204 `user` is read here, but an error format can reach this code without running inside `user`.';
    expect(problemsOf(format)).toEqual([`6 ${told}`]);
  });

  test.each([
    ['in a function', 'export function f() { return user.value; }'],
    ['in a view of a class', "export class V { @app.route('/v') v() { return user.value; } }"],
    ['in a member of an instance', 'export class A { name = user.value; }'],
    ['in a function that is handed on', 'const f = () => user.value;\nexport const all = [f];'],
    [
      'in the function of a view',
      "const f = () => user.value;\nexport const v = app.route('/v')(f);",
    ],
    ['with a value that it is given', "user.with('bob', () => user.value);"],
    ['where an error is caught', 'try { console.log(user.value); } catch { console.log(1); }'],
    ['behind a condition', 'if (process.env.A) console.log(user.value);'],
    [
      'behind the end of a function',
      'function f(a?: 1) { if (!a) return 1; return user.value; }\nf();',
    ],
    ['on one side of a condition', 'export const a = process.env.A ? user.value : 1;'],
    ['of a generator', 'function* f() { yield user.value; }\nf();'],
    ['in a type', 'export type A = typeof user.value;'],
  ])('%s: nothing is told', (_, text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

// Providers that are not written as `middleware.provide` directly: those of functions that create them, and of packages.
describe('middleware that a function creates', () => {
  const AUTH = `import { middleware } from 'framework';
export const makeUser = (header) => middleware.provide((request, next) => next(request.headers[header]));
export function makeLocale() {
  const locale = middleware.provide((_request, next) => next('en'));
  return locale;
}
export const makeNamed = () => makeUser('X-Name');
const shared = middleware.provide((_request, next) => next(1));
export const getShared = () => shared;
export const makePair = () => ({ value: middleware.provide((_request, next) => next(1)) });
export const makeAudit = (provider) => middleware((_request, next) => { user.value; return next(); });
export const user = makeUser('X-User');
`;

  const PACKAGE = (dependencies: object) => ({
    'node_modules/shop-auth/package.json': JSON.stringify({
      name: 'shop-auth',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
      peerDependencies: dependencies,
    }),
    'node_modules/shop-auth/index.js': AUTH,
  });

  /** Returns the codes, locations and texts of the problems of an application. */
  function check(code: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
    const texts = new Map(Object.entries({ 'auth.ts': AUTH, ...files, 'app.ts': code }));
    const nameOf = (path: string): string => path.replace(/^\/project\//, '');
    const { diagnostics } = compileApp({
      root: '/project',
      files: {
        readText: (path) => texts.get(nameOf(path)),
        isFile: (path) => texts.has(nameOf(path)),
      },
    });
    return diagnostics.map(({ code: name, at, message }) => {
      const [what = ''] = /`[\w.]+`/.exec(message) ?? [];
      return `${name} ${at?.file ?? ''}:${String(at?.line)} ${what}`;
    });
  }

  const HEAD = `import { Framework } from 'framework';
import { getShared, makeAudit, makeLocale, makeNamed, makePair, makeUser, user } from './auth.js';
export const app = new Framework({ appName: 'a' });
`;

  test.each([
    ["const own = makeUser('X-Own');", 'own'],
    ['const own = makeLocale();', 'own'],
    ['const own = makeNamed();', 'own'],
    ['', 'user'],
  ])('what a function makes is proved: %s', (line, name) => {
    const code = `${HEAD}${line}
export const good = app.route('/good', { middleware: [${name}] })(() => ${name}.value);
export const bad = app.route('/bad')(() => ${name}.value);
`;
    expect(check(code)).toEqual([`FW3204 app.ts:6 \`${name}\``]);
  });

  test('two that one function makes are two', () => {
    const code = `${HEAD}const one = makeLocale(); const other = makeLocale();
export const bad = app.route('/bad', { middleware: [other] })(() => one.value);
`;
    expect(check(code)).toEqual(['FW3204 app.ts:5 `one`']);
  });

  test('a middleware that a function makes is read too', () => {
    const code = `${HEAD}
export const good = app.route('/good', { middleware: [user, makeAudit()] })(() => 1);
export const bad = app.route('/bad', { middleware: [makeAudit()] })(() => 1);
`;
    expect(check(code)).toEqual(['FW3204 auth.ts:11 `user`']);
  });

  test('what was made before is said where it is given away, and what only holds one where it is made', () => {
    const code = `${HEAD}const pair = makePair();
export const one = app.route('/one')(() => pair.value);
export const two = app.route('/two')(() => getShared().value);
`;
    expect(check(code)).toEqual(['FW3204 auth.ts:9 `shared`', 'FW3205 auth.ts:10 ']);
  });

  const OF_PACKAGE = HEAD.replace('./auth.js', 'shop-auth');

  test('those of a package that names the framework are proved', () => {
    const code = `${OF_PACKAGE}const own = makeLocale();
export const good = app.route('/good', { middleware: [user, own] })(() => [user.value, own.value]);
export const bad = app.route('/bad')(() => own.value);
export const worse = app.route('/worse')(() => user.value);
`;
    expect(check(code, PACKAGE({ framework: '*' }))).toEqual([
      'FW3204 app.ts:6 `own`',
      'FW3204 app.ts:7 `user`',
    ]);
  });
});
