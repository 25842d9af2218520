// When a bundle can omit the code that keeps a request across `await`.
import { expect, test } from 'vitest';
import { compileApp } from '../compiler/compile-app.js';
import { readsAtOnce } from './request-reads.js';

const APP = `import { Framework, middleware } from 'framework';\nexport const app = new Framework({ appName: 'a' });\nconst work = async (...all: unknown[]) => all.length;\n`;

/** Returns the answer for an application whose views are in `app.ts`, with other modules and texts of packages. */
function isAtOnce(
  source: string,
  modules: Readonly<Record<string, string>> = {},
  packages: readonly string[] = [],
): boolean {
  const names = Object.keys(modules).map((name) => `import './${name}.js';\n`);
  const texts = new Map([
    ['/app/app.ts', APP + names.join('') + source],
    ...Object.entries(modules).map(([name, text]) => [`/app/${name}.ts`, text] as const),
  ]);
  const files = {
    readText: (path: string) => texts.get(path),
    isFile: (path: string) => texts.has(path),
  };
  const compiled = compileApp({ root: '/app', files });
  expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(compiled.modules.length).toBe(texts.size);
  return readsAtOnce(compiled.modules, [...texts.values(), ...packages]);
}

const READ = 'app.currentRequest.method';

test.each([
  ['a method', `class A { @app.route('/') view() { return ${READ}; } }`],
  ['a static method', `class A { @app.route('/') static view() { return ${READ}; } }`],
  ['an exported class', `export class A { @app.route('/') view() { return ${READ}; } }`],
  ['a call', `const view = app.route('/')(() => ${READ});`],
  ['an exported constant', `export const view = app.route('/')(function () { return ${READ}; });`],
  ['a loop', `class A { @app.route('/') view() { for (const a of [1]) return ${READ}; } }`],
  [
    'what is waited for',
    `class A { @app.route('/') async view() { return await work(${READ}); } }`,
  ],
  [
    'before an await',
    `class A { @app.route('/') async view() { const a = ${READ}; await 1; return a; } }`,
  ],
  [
    'a method that calls others',
    `class A { #n = 1; @app.route('/') view() { return this.other(${READ}) + this.#n; } other(a: string) { return a; } }`,
  ],
  [
    'a view inside of a middleware',
    `const m = middleware((request, next) => next()); class A { @app.route('/', { middleware: [m] }) view() { return ${READ}; } }`,
  ],
  ['a comment', `/** Not currentRequest. */ const view = app.route('/')(() => 1);`],
])('the request is read at once in %s', (_, source) => {
  expect(isAtOnce(source)).toBe(true);
});

const METHOD = `view() { return ${READ}; }`;

test.each([
  ['behind an await', `class A { @app.route('/') async view() { await 1; return ${READ}; } }`],
  [
    'behind an inner await',
    `class A { @app.route('/') async view() { return work(await work(''), ${READ}); } }`,
  ],
  [
    'a loop that waits',
    `class A { @app.route('/') async view() { while (true) { ${READ}; await 1; } } }`,
  ],
  [
    'a loop of what is waited for',
    `class A { @app.route('/') async view() { for await (const a of []) { ${READ}; } } }`,
  ],
  [
    'behind such a loop',
    `class A { @app.route('/') async view() { for await (const a of []); return ${READ}; } }`,
  ],
  [
    'a default of what is waited for',
    `class A { @app.route('/') async view() { const { a = ${READ} } = await fetch(''); return a; } }`,
  ],
  [
    'a case behind one that waits',
    `class A { @app.route('/{a}') async view(a: string) { switch (a) { default: return ${READ}; case String(await work(a)): return 1; } } }`,
  ],
  [
    'behind what is disposed of',
    `class A { @app.route('/') async view() { { await using a = null; } return ${READ}; } }`,
  ],
  ['an inner function', `class A { @app.route('/') view() { return [1].map(() => ${READ}); } }`],
  [
    'a default of a parameter',
    `const f = (a = ${READ}) => a; const view = app.route('/')(() => f());`,
  ],
  ['another function', `const f = () => ${READ}; const view = app.route('/')(() => f());`],
  [
    'a pattern',
    `const view = app.route('/')(() => { const { currentRequest } = app; return currentRequest.method; });`,
  ],
  ['a name in a text', `const name = 'currentRequest'; const view = app.route('/')(() => name);`],
  [
    'a function that is wrapped',
    `const same = <T>(a: T): T => a; const view = app.route('/')(same(() => ${READ}));`,
  ],
  ['a field', `class A { a = () => ${READ}; @app.route('/') view() { return 1; } }`],
  ['a getter', `class A { get a() { return ${READ}; } @app.route('/') view() { return 1; } }`],
  [
    'a lambda function',
    `const view = app.route('/')(() => 1); app.lambdaFunction({ name: 'f' })(() => ${READ});`,
  ],
  [
    'a view that another calls',
    `class A { @app.route('/') ${METHOD} @app.route('/a') async a() { await 1; return this.view(); } }`,
  ],
  [
    'a view whose function is taken',
    `class A { @app.route('/') ${METHOD} @app.route('/a') a() { const { view } = this; return view; } }`,
  ],
  [
    'a class that hands itself on',
    `const keep = (a: unknown) => a; class A { @app.route('/') ${METHOD} b() { keep(this); } }`,
  ],
  [
    'a class whose member gets it',
    `const f = (): unknown => 1; class A { f = f; @app.route('/') ${METHOD} b() { this.f(); } }`,
  ],
  [
    'a class whose member gets it in brackets',
    `const f = (): unknown => 1; class A { f = f; @app.route('/') ${METHOD} b() { (this.f)(); } }`,
  ],
  [
    'a class that replaces a method',
    `const f = (): unknown => 1; class A { c() {} @app.route('/') ${METHOD} b() { this.c = f; this.c(); } }`,
  ],
  [
    'a class that replaces a method in a pattern',
    `const f = (): unknown => 1; class A { c() {} @app.route('/') ${METHOD} b() { [this.c] = [f]; this.c(); } }`,
  ],
  [
    'a class that replaces a method in brackets',
    `const f = (): unknown => 1; class A { c() {} @app.route('/') ${METHOD} b() { (this.c as unknown) = f; this.c(); } }`,
  ],
  [
    'a class whose getter gives a function',
    `const f = (): unknown => 1; class A { get c() { return f; } @app.route('/') ${METHOD} b() { this.c(); } }`,
  ],
  [
    'a class with a field in place of a method',
    `const f = (): unknown => 1; class A { c() {} c = f; @app.route('/') ${METHOD} b() { this.c(); } }`,
  ],
  [
    'a class with a parameter in place of a method',
    `const f = (): unknown => 1; class A { static c() {} constructor(private c = f) {} @app.route('/') ${METHOD} b() { this.c(); } }`,
  ],
  [
    'a class with a computed name',
    `class A { @app.route('/') ${METHOD} b(a: string) { return this[a as 'view'](); } }`,
  ],
  [
    'a class that reaches its own',
    `class A { @app.route('/') ${METHOD} b() { return this.constructor; } }`,
  ],
  ['a class that is named', `class A { @app.route('/') ${METHOD} } new A();`],
  [
    'a class that extends another',
    `class B { c() { return this; } } class A extends B { @app.route('/') ${METHOD} }`,
  ],
  [
    'a class with another decorator',
    `const d = (...all: unknown[]): void => {}; class A { @app.route('/') ${METHOD} @d b() {} }`,
  ],
  ['a constant that is named', `const view = app.route('/')(() => ${READ}); setTimeout(view);`],
  [
    'a function that names itself',
    `const view = app.route('/')(function f(): unknown { setTimeout(f); return ${READ}; });`,
  ],
  [
    'a function that has this',
    `const view = app.route('/')(function (this: unknown) { setTimeout(() => this); return ${READ}; });`,
  ],
  [
    'a getter of an object',
    `class A { @app.route('/') async view() { const a = { get b() { return ${READ}; } }; await 1; return a.b; } }`,
  ],
  [
    'a setter of an object',
    `class A { @app.route('/') async view() { const a = { set b(c: number) { ${READ}; } }; await 1; a.b = 1; } }`,
  ],
  [
    'a view that is called on the prototype',
    `class A { @app.route('/') ${METHOD} @app.route('/a') static async a() { await 1; return this.prototype.view(); } }`,
  ],
  [
    'a middleware',
    `const m = middleware((_request, next) => { ${READ}; return next(); }); const view = app.route('/', { middleware: [m] })(() => 1);`,
  ],
  [
    'a provider',
    `const p = middleware.provide((_request, next) => next(${READ})); const view = app.route('/', { middleware: [p] })(() => p.value);`,
  ],
  ['a module with eval', `const view = app.route('/')(() => ${READ}); eval('');`],
])('the request may be read later in %s', (_, source) => {
  expect(isAtOnce(source)).toBe(false);
});

test('an exported class is followed into other modules', () => {
  const source = `export class A { @app.route('/') ${METHOD} }`;
  const asks = (text: string) => isAtOnce(source, { other: text });
  expect(asks('export const a = 1;')).toBe(true);
  expect(asks('class A { b = 1; }\nexport const a = new A();')).toBe(true);
  expect(asks(`import * as fs from 'node:fs';\nexport const a = fs;`)).toBe(true);
  expect(asks(`import { A } from './app.js';\nexport const a = () => new A().view();`)).toBe(false);
  expect(
    asks(`import { A as B } from './app.js';\nclass A { b = 1; }\nexport const a = () => [A, B];`),
  ).toBe(false);
  expect(
    asks(
      `import { A } from './app.js';\n// The class A has it.\nexport const a = () => new A().view();`,
    ),
  ).toBe(false);
  expect(asks(`export { A } from './app.js';\nclass A { b = 1; }\nexport const a = new A();`)).toBe(
    false,
  );
  expect(asks(`import * as all from './app.js';\nexport const a = all;`)).toBe(false);
  expect(asks(`export const a = () => import('./app.js');`)).toBe(false);
});

test('an exported class is followed into imports of its own module', () => {
  const source = `export class A { @app.route('/') ${METHOD} }`;
  expect(isAtOnce(`import * as paths from 'node:path'; ${source} paths.join('a');`)).toBe(true);
  expect(isAtOnce(`import * as all from './app.js'; ${source} Object.values(all);`)).toBe(false);
  expect(isAtOnce(`${source} const name = './app.js'; import(name);`)).toBe(false);
});

test('what other code reads is not known', () => {
  const source = `const view = app.route('/')(() => 1);`;
  expect(
    isAtOnce(source, { other: `import { app } from './app.js';\nexport const a = () => ${READ};` }),
  ).toBe(false);
  expect(isAtOnce(source, {}, ['exports.a = (app) => app.currentRequest;'])).toBe(false);
  expect(isAtOnce(source, {}, ['exports.a = 1;'])).toBe(true);
});
