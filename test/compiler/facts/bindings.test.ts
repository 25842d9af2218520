// The bindings for `transformers/`: the locations of the declarations, and the row of each view.
import { expect, test } from 'vitest';
import { compileApp } from '../../../compiler/index.js';
import type { ViewBinding } from '../../../compiler/facts/bind-declarations.js';
import { memoryFiles, MEMORY_ROOT } from '../../support/memory-files.js';
import { HEAD } from './read-texts.js';

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
  expect(
    bindingsOf(`${HEAD}/* é👍 */
@wired() export abstract class Views {
  @app.route('/orders/{user}/{id}', { methods: ['GET', 'PUT'], cors: true })
  one(id: string, user: string) {}
  @logged @app.route('/a', { contentTypes: ['Text/Plain; charset=utf-8'] }) @app.route('/b', { contentTypes: ['application/json'] })
  static two() {}
  @app.lambdaFunction() job(event: unknown) {}
  @app.lambdaFunction({ name: 'other' }) static more(event: unknown) {}
}`),
  ).toMatchInlineSnapshot(`
    [
      {
        "app": "app",
        "class": {
          "name": "Views",
          "shown": "class Views {
      @app…}",
        },
        "decorators": [
          "@app.route('/orders/{user}/{id}', { methods: ['GET', 'PUT'], cors: true })",
          "@app.route('/a', { contentTypes: ['Text/Plain; charset=utf-8'] })",
          "@app.route('/b', { contentTypes: ['application/json'] })",
          "@app.lambdaFunction()",
          "@app.lambdaFunction({ name: 'other' })",
        ],
        "form": "class",
        "functions": [
          [
            "job",
            "job",
            0,
          ],
          [
            "more",
            "other",
            1,
          ],
        ],
        "lists": [],
        "views": [
          [
            "one",
            "/orders/{user}/{id}",
            [
              "GET",
              "PUT",
            ],
            [
              "id",
              "user",
            ],
            0,
            0,
            {
              "Access-Control-Allow-Origin": "*",
            },
          ],
          [
            "two",
            "/a",
            [
              "GET",
            ],
            [],
            1,
            [
              "text/plain",
            ],
          ],
          [
            "two",
            "/b",
            [
              "GET",
            ],
            [],
            1,
          ],
        ],
      },
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
