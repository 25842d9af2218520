// The bindings for `transformers/`: the locations of the declarations, and the row of each view.
import { expect, test, describe } from 'vitest';
import { compileApp } from '../../../compiler/index.js';
import type { ViewBinding } from '../../../compiler/facts/bind-declarations.js';
import { memoryFiles, MEMORY_ROOT } from '../../support/memory-files.js';
import { HEAD, factsOf, plain, type Texts } from './read-texts.js';
import { DEFAULT_BINARY_TYPES } from '../../../runtime/contract/media-types.js';

/** Returns the bindings of app.ts, with their ranges shown as the text they cover. */
function bindingsOf(text: string): readonly unknown[] {
  const files = memoryFiles({ 'app.ts': text });
  const [module] = compileApp({ root: MEMORY_ROOT, files }).modules;
  const cut = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  return (module?.bindings ?? []).map((binding: ViewBinding) => {
    if (binding.form === 'call') return { ...binding, callee: cut(binding.callee) };
    const { name } = binding.class;
    const shown = `${cut(binding.class).slice(0, 20)}…${cut(binding.class).slice(-1)}`;
    return { ...binding, decorators: binding.decorators.map(cut), class: { shown, name } };
  });
}

test('a class with views and functions', () => {
  const [binding] = bindingsOf(`${HEAD}/* é👍 */
@wired() export abstract class Views {
  @app.route('/orders/{user}/{id}', { methods: ['GET', 'PUT'], cors: true })
  one(id: string, user: string) {}
  @logged @app.route('/a', { contentTypes: ['Text/Plain; charset=utf-8'] }) @app.route('/b', { contentTypes: ['application/json'] })
  static two() {}
  @app.lambdaFunction() job(event: unknown) {}
  @app.lambdaFunction({ name: 'other' }) static more(event: unknown) {}
}`);
  const rows = Object.entries(Object(binding) as object).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "form: "class"",
      "app: "app"",
      "decorators: ["@app.route('/orders/{user}/{id}', { methods: ['GET', 'PUT'], cors: true })","@app.route('/a', { contentTypes: ['Text/Plain; charset=utf-8'] })","@app.route('/b', { contentTypes: ['application/json'] })","@app.lambdaFunction()","@app.lambdaFunction({ name: 'other' })"]",
      "class: {"shown":"class Views {\\n  @app…}","name":"Views"}",
      "views: [["one","/orders/{user}/{id}",["GET","PUT"],["id","user"],0,0,{"Access-Control-Allow-Origin":"*"}],["two","/a",["GET"],[],1,["text/plain"]],["two","/b",["GET"],[],1]]",
      "functions: [["job","job",0],["more","other",1]]",
      "lists: []",
    ]
  `);
});

test.each([
  [
    'a class expression has no name to refer to',
    `const Views = class Inner { @app.route('/x') view() {} };`,
  ],
  ['an anonymous default class', `export default class { @app.route('/x') view() {} }`],
  [
    'a named default class',
    `export default @d('class') class /* class */ Views { @app.route('/x') view() {} }`,
  ],
  [
    'the call form',
    `export const swap = app.route('/{a}/{b}', { cors: true })((b: string, a: string) => 1);`,
  ],
  [
    'a function in the call form',
    `const job = app.lambdaFunction()((event) => 1); app.lambdaFunction({ name: 'x' })(() => 1);`,
  ],
  [
    'another expression for the application',
    `const lib = { app }; class V { @lib.app.route('/x') view() {} } lib . app.route('/y')(() => 1);`,
  ],
  [
    'two expressions for it in one class',
    `const a = app; class V { @a.route('/x') x() {} @app.route('/y') y() {} @a.route('/z') z() {} }`,
  ],
  [
    'classes in a class',
    `class A { @app.route('/x') x() { return class B { @app.route('/y') y() {} }; } }`,
  ],
])('%s', (_, text) => {
  expect(bindingsOf(HEAD + text)).toMatchSnapshot();
});

test('a declaration with a mistake is not bound', () => {
  expect(
    bindingsOf(`${HEAD}class V {
  @app.route('/a/') a() {}
  @app.route(f()) b() {}
  @app.route('/c/{x}') c() {}
  @app.route('/d', { methods: 'GET' }) d() {}
  @app.route('/e') #e() {}
  @app.route('/f') get f() { return 1; }
}
app.route('/g')(wrap(() => 1));`),
  ).toEqual([]);
});

// `app.debug` and `app.api` are known statically; a change that cannot be followed is reported.

function changesOf(texts: Texts | string): readonly unknown[] {
  return factsOf(texts).changes.map(({ kind, operation, value, isConditional }) => {
    const shown = JSON.stringify(plain(value)).replace(DEFAULTS, '...defaults');
    return `${isConditional ? 'maybe ' : ''}${operation} ${kind} ${shown}`;
  });
}

const DEFAULTS = JSON.stringify(DEFAULT_BINARY_TYPES).slice(1, -1);

describe('changes', () => {
  test.each([
    ['debug on', 'app.debug = true;'],
    ['debug by a constant', 'const D = false; app.debug = D;'],
    ['debug by the environment', `app.debug = process.env.DEBUG === '1';`],
    ['debug by a call', 'app.debug = isDebug();'],
    ['debug by an operator', 'app.debug ||= true;'],
    ['debug destructured', '({ debug: app.debug } = options);'],
    ['debug in a condition', 'if (globalThis.x) app.debug = true;'],
    ['debug behind a short circuit', 'globalThis.x && (app.debug = true);'],
    ['debug in a function', 'function f() { app.debug = true; }'],
    ['debug in a function that is called at once', '(() => { app.debug = true; })();'],
    ['debug in a loop', 'for (;;) app.debug = true;'],
    ['debug in a try block', 'try { app.debug = true; } catch { app.debug = false; }'],
    ['a property of options', 'Object.assign(app, options);'],
    ['push', `app.api.binaryTypes.push('a/b', 'c/d');`],
    ['push of a spread', `const L = ['a/b']; app.api.binaryTypes.push(...L, ...f());`],
    ['push through an alias', `const types = app.api.binaryTypes; types.push('a/b');`],
    [
      'push through an alias in a function',
      `const types = app.api.binaryTypes; function f() { types.push('a/b'); }`,
    ],
    [
      'push through a destructured list',
      `const { api: { binaryTypes } } = app; binaryTypes.push('a/b');`,
    ],
    ['assignment', `app.api.binaryTypes = ['a/b'];`],
    [
      'assignment of the defaults and more',
      `app.api.binaryTypes = [...app.api.binaryTypes, 'a/b'];`,
    ],
    [
      'the list as it stands after earlier changes',
      `app.api.binaryTypes = ['a/b']; app.api.binaryTypes.push('c/d'); app.api.binaryTypes = [...app.api.binaryTypes, 'e/f'];`,
    ],
    ['assignment of a call', `app.api.binaryTypes = app.api.binaryTypes.filter(Boolean);`],
    ['splice', 'app.api.binaryTypes.splice(0);'],
    ['pop', 'app.api.binaryTypes.pop();'],
    ['an index', `app.api.binaryTypes[0] = 'a/b';`],
    ['the length', 'app.api.binaryTypes.length = 0;'],
    ['a deleted item', 'delete app.api.binaryTypes[0];'],
    ['another api', 'app.api = {};'],
    ['CORS', 'app.api.cors = true;'],
    ['CORS through an alias', `const { api } = app; api['cors'] = false;`],
    ['CORS in a function', 'function f() { app.api.cors = true; }'],
    ['CORS that is deleted', 'delete app.api.cors;'],
    ['CORS whose origin is changed', `app.api.cors.allowOrigin = '*';`],
    ['CORS that is assigned to', 'Object.assign(app.api.cors, {});'],
    ['given to a function of the project', 'function add(list) {} add(app.api.binaryTypes);'],
    [
      'read only',
      `console.log(app.api.binaryTypes); app.api.binaryTypes.includes('a/b'); for (const t of app.api.binaryTypes) {} [...app.api.binaryTypes]; app.log.level = 'DEBUG';`,
    ],
    [
      'something else of the same name',
      'const other = { debug: false, api: { binaryTypes: [] } }; other.debug = true; other.api.binaryTypes.push(1);',
    ],
  ])('%s', (_, text) => {
    expect(changesOf(HEAD + text).join('\n')).toMatchSnapshot();
  });

  test('changes of other modules come in the order of evaluation', () => {
    const texts = {
      'app.ts': `import './b.js'; import { app } from './lib.js'; app.debug = false; import './c.js';`,
      'b.ts': `import { app } from './lib.js'; app.debug = true;`,
      'c.ts': `import * as lib from './lib.js'; lib.app.api.binaryTypes.push('a/b');`,
      'lib.ts': `${HEAD}export { app };`,
    };
    expect(changesOf(texts)).toEqual([
      'assign debug true',
      'push binaryTypes ["a/b"]',
      'assign debug false',
    ]);
  });
});
