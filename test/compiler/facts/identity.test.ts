// Which expressions are the application: the `new Framework()` to which a name leads, in whatever way.
import { describe, expect, test } from 'vitest';
import { HEAD, problemsOf, routesOf, type Texts } from './read-texts.js';

const VIEW = "class Views { @app.route('/x') view() {} }";

const FOUND: Readonly<Record<string, Texts | string>> = {
  'declared in the same module': `${HEAD}${VIEW}`,
  'Framework imported under another name': `import { Framework as F } from 'framework'; const app = new F({}); ${VIEW}`,
  'Framework from a namespace': `import * as fw from 'framework'; const app = new fw.Framework({}); ${VIEW}`,
  'Framework imported with require': `import fw = require('framework'); const app = new fw.Framework({}); ${VIEW}`,
  'a class that extends Framework': `import { Framework } from 'framework'; class Mine extends Framework {} const app = new Mine({}); ${VIEW}`,
  'a blueprint of a class that extends Framework': `import { Blueprint, Framework } from 'framework'; class Mine extends Framework {} const app = new Mine({}); const b = new Blueprint(); app.register(b); class Views { @b.route('/x') view() {} }`,
  'an alias': `${HEAD}const same = app; class Views { @same.route('/x') view() {} }`,
  'a property of an object': `${HEAD}const lib = { inner: { app } }; class Views { @lib.inner.app.route('/x') view() {} }`,
  'a static property of a class': `import { Framework } from 'framework'; class Lib { static app = new Framework({}); } class Views { @Lib.app.route('/x') view() {} }`,
  'a member of a namespace': `import { Framework } from 'framework'; namespace lib { export const app = new Framework({}); } class Views { @lib.app.route('/x') view() {} }`,
  'an alias of a member of a namespace': `import { Framework } from 'framework'; namespace lib { export const app = new Framework({}); } import mine = lib.app; class Views { @mine.route('/x') view() {} }`,
  'an exported alias': {
    'app.ts': `import { mine } from './lib.js'; class Views { @mine.route('/x') view() {} }`,
    'lib.ts': `${HEAD}namespace inner { export const it = app; } export import mine = inner.it;`,
  },
  'a namespace whose name has dots': `${HEAD}namespace A.B { export const path = '/x'; } namespace A.B { class Views { @app.route(A.B.path) view() {} } }`,
  destructured: `${HEAD}const { inner: { app: mine } } = { inner: { app } }; class Views { @mine.route('/x') view() {} }`,
  'type assertions around it': `${HEAD}class Views { @((app as Framework)!.route('/x')) view() {} }`,
  'route written as an index': `${HEAD}class Views { @(app['route']('/x')) view() {} }`,
  imported: {
    'app.ts': `import { app } from './lib.js'; ${VIEW}`,
    'lib.ts': `import { Framework } from 'framework'; export const app = new Framework({});`,
  },
  'imported under another name': {
    'app.ts': `import { app as a } from './lib.js'; class Views { @a.route('/x') view() {} }`,
    'lib.ts': `${HEAD}export { app };`,
  },
  'exported under another name': {
    'app.ts': `import { service as app } from './lib.js'; ${VIEW}`,
    'lib.ts': `${HEAD}export { app as service };`,
  },
  'exported under a name that is a string': {
    'app.ts': `import { 'the app' as app } from './lib.js'; ${VIEW}`,
    'lib.ts': `${HEAD}export { app as 'the app' };`,
  },
  'the default export': {
    'app.ts': `import app from './lib.js'; ${VIEW}`,
    'lib.ts': `import { Framework } from 'framework'; export default new Framework({});`,
  },
  'a namespace import': {
    'app.ts': `import * as lib from './lib.js'; class Views { @lib.app.route('/x') view() {} }`,
    'lib.ts': `${HEAD}export { app };`,
  },
  'a re-export': {
    'app.ts': `import { app } from './index.js'; ${VIEW}`,
    'index.ts': `export { app } from './lib.js';`,
    'lib.ts': `${HEAD}export { app };`,
  },
  'export star': {
    'app.ts': `import { app } from './index.js'; ${VIEW}`,
    'index.ts': `export * from 'elsewhere'; export * from './lib.js';`,
    'lib.ts': `${HEAD}export { app };`,
  },
  'export star as': {
    'app.ts': `import { lib } from './index.js'; class Views { @lib.app.route('/x') view() {} }`,
    'index.ts': `export * as lib from './lib.js';`,
    'lib.ts': `${HEAD}export { app };`,
  },
  'export star in a circle': {
    'app.ts': `import { app } from './one.js'; ${VIEW}`,
    'one.ts': `export * from './two.js';`,
    'two.ts': `export * from './one.js'; export * from './lib.js';`,
    'lib.ts': `${HEAD}export { app };`,
  },
  'awaited at the top level': {
    'app.ts': `const { app } = await import('./lib.js'); ${VIEW}`,
    'lib.ts': `${HEAD}export { app };`,
  },
  'export equals': {
    'app.ts': `import app from './lib.cjs'; ${VIEW}`,
    'lib.cts': `import { Framework } from 'framework'; const app = new Framework({}); export = app;`,
  },
  'a view before the alias that names it': `${HEAD}class Views { @late().route('/y') other() {} @app.route('/x') view() {} } function late() { return app; }`,
};

describe('the application is found', () => {
  test.each(Object.entries(FOUND))('%s', (_, texts) => {
    const paths = routesOf(texts).map((line) => line.split(' ')[0]);
    expect(paths).toEqual(['/x']);
  });
});

const NOT_FOUND: Readonly<Record<string, string>> = {
  'a parameter of the same name': `${HEAD}function f(app) { return class { @app.route('/x') view() {} }; }`,
  'a local variable of the same name': `${HEAD}{ const app = other(); class Views { @app.route('/x') view() {} } }`,
  'a caught error of the same name': `${HEAD}try {} catch (app) { app.route('/x')(() => 1); }`,
  'a loop variable of the same name': `${HEAD}for (const app of []) app.route('/x')(() => 1);`,
  'the class of another package': `import { Framework } from 'other'; const app = new Framework({}); ${VIEW}`,
  'a type of the same name': `import type { Framework } from 'framework'; declare const app: Framework; export type App = typeof app;`,
  'the router of another library': `${HEAD}import { router } from 'other'; router.route('/x')(() => 1); router.route('/y').get(() => 1);`,
  'an object of another class': `${HEAD}class Router { route() {} } const router = new Router(); router.route('/x')(() => 1);`,
};

describe('what only looks like the application is not it', () => {
  test.each(Object.entries(NOT_FOUND))('%s', (_, text) => {
    expect(routesOf(text)).toEqual([]);
  });
});

describe('a view whose application is not known is reported, never lost', () => {
  test.each([
    ['a parameter', `${HEAD}function setUp(target: Framework) { target.route('/x')(() => 1); }`],
    [
      'a parameter under decorators',
      `${HEAD}const make = (target) => class { @target.route('/x') view() {} };`,
    ],
    [
      'the result of a function',
      `${HEAD}function get() { return app; } class Views { @get().route('/x') view() {} }`,
    ],
    ['this', `${HEAD}class Set { app = app; up() { this.app.route('/x')(() => 1); } }`],
    ['no import at all', `class Views { @app.route('/x') view() {} }`],
    ['an item of a list', `${HEAD}const list = [app]; list[0]!.route('/x')(() => 1);`],
    [
      'an item of a nested list',
      `${HEAD}const o = { l: [[app]] }; o.l[0]![0]!.route('/x')(() => 1);`,
    ],
    [
      'a destructured item',
      `${HEAD}const [first] = [app]; class Views { @first!.route('/x') view() {} }`,
    ],
    [
      'a value of a map',
      `${HEAD}const m = new Map([['a', app]]); m.get('a')!.route('/x')(() => 1);`,
    ],
    [
      'a field of an instance',
      `${HEAD}class A { app = app; } const a = new A(); a.app.route('/x')(() => 1);`,
    ],
    [
      'a field of a field',
      `${HEAD}class B { constructor(readonly app: Framework) {} } class A { b = new B(app); }
       const a = new A(); a.b.app.route('/x')(() => 1);`,
    ],
    [
      'a method of an instance',
      `${HEAD}class A { get() { return app; } } new A().get().route('/x')(() => 1);`,
    ],
    [
      'a static field set later',
      `${HEAD}class A { static app: Framework; } A.app = app; A.app.route('/x')(() => 1);`,
    ],
    ['a property set later', `${HEAD}const o: any = {}; o.app = app; o.app.route('/x')(() => 1);`],
    ['a copy', `${HEAD}const o = Object.assign({}, { app }); o.app.route('/x')(() => 1);`],
    ['a condition', `${HEAD}(Math.random() > 1 ? app : null)!.route('/x')(() => 1);`],
    ['a default', `${HEAD}const o: any = {}; (o.app ?? app).route('/x')(() => 1);`],
    ['a promise', `${HEAD}const p = Promise.resolve(app); (await p).route('/x')(() => 1);`],
    ['a circle', `${HEAD}const a: any = [b[0], app], b: any = [a[0]]; b[0].route('/x')(() => 1);`],
    [
      'a circle of destructured names',
      `${HEAD}const [a]: any = b, [b]: any = a; a.route('/x')(() => 1);`,
    ],
    [
      'a circle of conditions',
      `${HEAD}const a: any = Math.random() > 1 ? a.b : { b: app }; a.b.route('/x')(() => 1);`,
    ],
    [
      'a variable set later',
      `import { Framework } from 'framework'; let app: Framework; app = new Framework({}); ${VIEW}`,
    ],
  ])('%s', (_, text) => {
    expect(problemsOf(text).join()).toMatch(/^unknown-app .*route\('\/x'\) at app.ts/);
  });

  test('a name that the imported module does not export', () => {
    const texts = {
      'app.ts': `import { ap } from './lib.js'; class V { @ap.route('/x') view() {} }`,
      'lib.ts': `${HEAD}export { app };`,
    };
    expect(problemsOf(texts)).toMatchInlineSnapshot(`
      [
        "unknown-app ap.route('/x') at app.ts:1:43",
      ]
    `);
  });
});

describe('a subclass that changes what is declared is reported', () => {
  test.each([
    [
      'options',
      `class Own extends Blueprint { constructor() { super({ apiKeyRequired: true }); } }`,
    ],
    ['no options', `class Own extends Blueprint { constructor(options) { super(); } }`],
    ['other options', `class Own extends Blueprint { constructor(a, b) { super(b, a); } }`],
    [
      'a class between',
      `class Base extends Blueprint { constructor() { super({ cors: true }); } } class Own extends Base {}`,
    ],
    [
      'its own route',
      `class Own extends Blueprint { route(path) { return super.route('/v1' + path); } }`,
    ],
    [
      'a route of its own',
      `class Own extends Blueprint { get(path) { return this.route(path); } }`,
    ],
    ['its own register', `class Own extends Blueprint { register() {} }`],
    [
      'a setting',
      `class Own extends Framework { constructor(options) { super(options); this.api.cors = true; } }`,
    ],
    ['debug', `class Own extends Framework { begin() { this.debug = true; } }`],
    [
      'default options',
      `class Own extends Framework { constructor(options = { debug: true }) { super(options); } }`,
    ],
  ])('%s', (_, text) => {
    const problems = problemsOf(
      `import { Blueprint, Framework } from 'framework'; ${text} export const own = new Own();`,
    );
    expect(problems).not.toEqual([]);
    for (const problem of problems) expect(problem).toMatch(/^changed-class /);
  });

  test.each([
    [
      'a member',
      `class Own extends Framework { count = 0; get() { this.log.info(++this.count); } }`,
    ],
    [
      'passed parameters',
      `class Own extends Blueprint { constructor(a, ...b) { super(a, ...b); this.c = a; } }`,
    ],
    [
      'options that are passed, or empty',
      `class Own extends Blueprint { constructor(options = {}, own = 1) { super(options); } }`,
    ],
    ['a read', `class Own extends Framework { dump() { if (this.debug) console.log(this); } }`],
    ['a static member', `class Own extends Framework { static register() {} static debug = 1; }`],
    [
      'a class that nothing creates',
      `class Other extends Blueprint { route() {} } class Own extends Framework {}`,
    ],
  ])('not %s', (_, text) => {
    const head = `import { Blueprint, Framework } from 'framework';`;
    expect(problemsOf(`${head} ${text} export const own = new Own({});`)).toEqual([]);
  });
});

describe('something else with such a method is not reported', () => {
  const ROUTER =
    'class Router { route(path) { return (view) => view; } } const router = new Router();';
  test.each([
    ['an instance', `class Views { @router.route('/x') view() {} }`],
    ['a property', `const o = { router }; class Views { @o.router.route('/x') view() {} }`],
    ['an item', `const list = [router]; list[0].route('/x')(() => 1);`],
    ['a field', `class A { r = new Router(); } const a = new A(); a.r.route('/x')(() => 1);`],
    ['a static field', `class A { static r = router; } A.r.route('/x')(() => 1);`],
    ['a package', `import web from 'web'; const o = { web: web() }; o.web.route('/x')(() => 1);`],
    [
      'a class of a package',
      `import { Web } from 'web'; class A extends Web {} new A().r.route('/x')(() => 1);`,
    ],
  ])('%s', (_, text) => {
    expect(problemsOf(`${ROUTER} ${text}`)).toEqual([]);
  });
});

describe('a decorator that is passed around is reported', () => {
  test.each([
    ['stored before it is called', `${HEAD}const r = app.route;`],
    ['taken out of the application', `${HEAD}const { route, lambdaFunction: f } = app;`],
    ['without a call', `${HEAD}class Views { @app.route view() {} }`],
    [
      'stored after it is called',
      `${HEAD}const get = app.route('/x'); class Views { @get view() {} }`,
    ],
    ['the view as a second argument', `${HEAD}app.route('/x', () => 1);`],
    ['given to a function', `${HEAD}register(app.route('/x'));`],
    ['an optional call', `${HEAD}app?.route('/x')(() => 1);`],
    ['on a parameter', `${HEAD}class Views { view(@app.route('/x') a) {} }`],
    ['a condition', `${HEAD}const d = Math.random() > 1 ? app.route('/x') : app.route('/y');`],
  ])('%s', (_, text) => {
    expect(problemsOf(text)).toMatchSnapshot();
  });
});
