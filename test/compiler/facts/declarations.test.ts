// Where views and functions may be declared, and what is known about them.
import { describe, expect, test } from 'vitest';
import { describeRoute, factsOf, HEAD, place, plain, routesOf } from './read-texts.js';

describe('decorators', () => {
  test.each([
    ['an instance method', `class Views { @app.route('/x') view() {} }`],
    ['a static method', `class Views { @app.route('/x') static view() {} }`],
    ['a private method', `class Views { @app.route('/x') #view() {} }`],
    ['a getter', `class Views { @app.route('/x') get view() { return 1; } }`],
    ['a setter', `class Views { @app.route('/x') set view(v) {} }`],
    ['an accessor', `class Views { @app.route('/x') accessor view = 1; }`],
    ['a field', `class Views { @app.route('/x') view = () => 1; }`],
    ['a private field', `class Views { @app.route('/x') #view = 1; }`],
    ['a class', `@app.route('/x') class Views {}`],
    ['a computed name', `class Views { @app.route('/x') [Symbol.iterator]() {} }`],
    ['a quoted name', `class Views { @app.route('/x') 'a-view'() {} }`],
    ['a quoted computed name', `class Views { @app.route('/x') ['a view']() {} }`],
    ['a number', `class Views { @app.route('/x') 404() {} }`],
    ['an async method', `class Views { @app.route('/x') async view() {} }`],
    [
      'an overloaded method',
      `class Views { view(a: 1): void; @app.route('/{a}') view(a: string) {} }`,
    ],
    [
      'an abstract class',
      `abstract class Views { @app.route('/x') view() {} abstract other(): void; }`,
    ],
    ['several routes on one method', `class Views { @app.route('/x') @app.route('/y') view() {} }`],
    ['other decorators around it', `class Views { @logged @app.route('/x') @timed() view() {} }`],
    ['an exported class', `export class Views { @app.route('/x') view() {} }`],
    ['the default export', `export default class Views { @app.route('/x') view() {} }`],
    ['an anonymous default export', `export default class { @app.route('/x') view() {} }`],
    [
      'a decorated default export',
      `export default @wired class Views { @app.route('/x') view() {} }`,
    ],
    ['a class expression', `const Views = class { @app.route('/x') view() {} };`],
    ['a named class expression', `const Views = class Inner { @app.route('/x') view() {} };`],
    ['a class without a name', `wire(class { @app.route('/x') view() {} });`],
    [
      'a class in a function',
      `function make() { class Views { @app.route('/x') view() {} } return Views; }`,
    ],
    ['a class in a block', `{ class Views { @app.route('/x') view() {} } }`],
    ['a class in a condition', `if (globalThis.x) { class Views { @app.route('/x') view() {} } }`],
    [
      'a class in a method of a class',
      `class Outer { make() { return class Views { @app.route('/x') view() {} }; } }`,
    ],
    [
      'a class in a static block',
      `class Outer { static { class Views { @app.route('/x') view() {} } } }`,
    ],
    ['a namespace', `namespace n { export class Views { @app.route('/x') view() {} } }`],
  ])('%s', (_, text) => {
    expect(routesOf(HEAD + text).join('\n')).toMatchSnapshot();
  });
});

describe('the call form', () => {
  test.each([
    ['a constant', `const index = app.route('/x')(() => 1);`],
    ['an exported constant', `export const index = app.route('/x')(async () => 1);`],
    ['the default export', `export default app.route('/x')(function index() {});`],
    ['a statement', `app.route('/x')(() => 1);`],
    ['a statement with a named function', `app.route('/x')(function index() {});`],
    ['a property of an object', `export const views = { index: app.route('/x')(() => 1) };`],
    ['a static property', `class Views { static index = app.route('/x')(() => 1); }`],
    ['an assignment', `let index; index = app.route('/x')(() => 1);`],
    ['an assignment to a property', `exports.index = app.route('/x')(() => 1);`],
    [
      'a function declared elsewhere in the module',
      `const index = app.route('/{a}')(view); function view(a: string) {}`,
    ],
    ['a constant function, unassigned', `const view = (a: string) => a; app.route('/{a}')(view);`],
    ['assertions around it', `const index = (app.route('/x')((() => 1) as View)) satisfies View;`],
    ['nothing given', `const index = app.route('/x')();`],
    ['a call that is given a function', `const index = app.route('/x')(wrap((a) => a));`],
    ['a string given', `const index = app.route('/x')('view');`],
    ['inside a function', `function setUp() { app.route('/x')(() => 1); }`],
    ['two on one function', `const view = app.route('/x')(app.route('/y')(() => 1));`],
  ])('%s', (_, text) => {
    expect(routesOf(HEAD + text).join('\n')).toMatchSnapshot();
  });

  test('a function of another module keeps its parameters', () => {
    const texts = {
      'app.ts': `${HEAD}import { show } from './views.js'; export const city = app.route('/{name}')(show);`,
      'views.ts': 'export function show(name: string) {}',
    };
    expect(routesOf(texts)).toEqual(['/{name} -> city(name: string) [call]']);
  });
});

test('parameters are read as they are written', () => {
  const [route] = factsOf(
    `${HEAD}class V { @app.route('/x') view(this: V, a: string, b?: 'x' | 'y', c = 1, { d }: { d: string }, [e], ...rest: string[]) {} }`,
  ).views;
  expect(route && describeRoute(route)).toMatchInlineSnapshot(
    `"/x -> V.view(a: string, ?b: 'x' | 'y', ?c, {}: { d: string }, {}, ...rest: string[]) [method]"`,
  );
});

test('every declaration keeps its places', () => {
  const [route] = factsOf(`${HEAD}
class Views {
  @app.route('/é/{id}', { methods: ['GET'] }, 1)
  async city(id: string) {}
}`).views;
  const at = {
    declaration: route && place(route.at),
    path: route?.leading[0] && place(route.leading[0].at),
    options: route?.options && place(route.options.at),
    extra: route?.extraArguments.map(place),
    name: route?.target.name && place(route.target.name.at),
    class: route?.target.class && place(route.target.class.at),
    parameter: route?.target.parameters.map((parameter) => place(parameter.at)),
  };
  expect(at).toMatchInlineSnapshot(`
    {
      "class": "app.ts:4:7",
      "declaration": "app.ts:5:4",
      "extra": [
        "app.ts:5:47",
      ],
      "name": "app.ts:6:9",
      "options": "app.ts:5:25",
      "parameter": [
        "app.ts:6:14",
      ],
      "path": "app.ts:5:14",
    }
  `);
});

test('lambda functions are declared in the same ways', () => {
  const { views: functions } = factsOf(`${HEAD}
class Jobs {
  @app.lambdaFunction() nightly(event: unknown) {}
  @app.lambdaFunction({ name: 'hourly-job' }) static hourly() {}
}
export const resize = app.lambdaFunction()((event, context) => 1);
`);
  const lines = functions.map(({ options, target }) =>
    JSON.stringify([
      target.class?.name,
      target.name?.value,
      target.form,
      target.isStatic,
      plain(options),
    ]),
  );
  expect(lines).toMatchInlineSnapshot(`
    [
      "["Jobs","nightly","method",false,"absent"]",
      "["Jobs","hourly","method",true,{"name":"hourly-job"}]",
      "[null,"resize","call",false,"absent"]",
    ]
  `);
});

test('a deprecated authorizer is read with its options', () => {
  const { authorizers } = factsOf(
    `${HEAD}app.defineAuthorizer('Auth', { providerArns: ['arn'] });`,
  );
  expect(authorizers.map(({ name, options }) => [plain(name), plain(options)])).toEqual([
    ['Auth', { providerArns: ['arn'] }],
  ]);
});

test('applications are listed with the variable that holds them', () => {
  const { apps } = factsOf(`import { Framework } from 'framework';
export const app = new Framework({ appName: 'one' });
export default new Framework({ appName: 'two', ...more });
const lib = { three: new Framework() };
function later() { return new Framework({ appName: 'four' }); }
`);
  const rows = apps.map(({ name, arguments: values, at }) => [name, values.map(plain), place(at)]);
  expect(rows.map((row) => JSON.stringify(row))).toMatchInlineSnapshot(`
    [
      "["app",[{"appName":"one"}],"app.ts:2:20"]",
      "[null,["<unresolved more at app.ts:3:51>"],"app.ts:3:16"]",
      "["three",[],"app.ts:4:22"]",
      "[null,[{"appName":"four"}],"app.ts:5:27"]",
    ]
  `);
});

test('a view is declared once, also when reading its options reads bodies of functions before it', () => {
  const text = `${HEAD}function change(x: any) { x.cors = 'of' }
const o = { cors: false };
class Views { @app.route('/x', o) view() {} }`;
  expect(routesOf(text)).toEqual(['/x -> Views.view() [method]']);
});
