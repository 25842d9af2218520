// Which views and methods count as reached by `x.name`, checked by the reported reads of a provider.
import { expect, test } from 'vitest';
import { createCompiler } from '../compile-app.js';
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
