import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { CallBinding, ClassBinding } from '../compiler/facts/bind-declarations.js';
import { type BindOptions, bindViews } from './bind-views.js';
import { placeModule } from './app-source.js';
import { build } from 'esbuild';
import { findRuntime } from '../cli/bundle/runtime-source.js';
import { type BundledApp, ENTRY, frameworkPlugin } from './esbuild.js';
import { usedNames } from './used-names.js';

const standard: BindOptions = { decorators: 'standard', keepsMetadata: false };
const legacy: BindOptions = { decorators: 'legacy', keepsMetadata: false };

/** Returns the class binding for a text with one class: its decorators are those of `app`, each on `view`. */
function classBinding(text: string, name?: string): ClassBinding {
  const decorators = [...text.matchAll(/@app\.route\([^)]*\)/g)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
  const start = /(?:abstract )?class/.exec(text)?.index ?? 0;
  const end = text.lastIndexOf('}') + 1;
  const views = [['view', '/', ['GET'], ['a'], 0]] as const;
  return {
    form: 'class',
    app: 'app',
    decorators,
    class: { start, end, name },
    views,
    functions: [],
    lists: [],
  };
}

/** Binds a text with one class; the spaces that remain from a decorator are collapsed. */
function bind(text: string, options: BindOptions, name?: string): string {
  const { code } = bindViews({ file: 'app.ts', text }, [classBinding(text, name)], options);
  return code.replace(/(?<=\S) {2,}/g, ' ');
}

describe('bindViews', () => {
  test('registers a named class behind its brace, where class decorators have run', () => {
    const text = `@tagged export class Views {\n  @app.route('/')\n  view(a: string) {}\n}\n`;
    expect(bind(text, standard, 'Views')).toMatchInlineSnapshot(`
      "@tagged export class Views {
                       
        view(a: string) {}
      } app.$(Views, [["view","/",["GET"],["a"],0]]);
      "
    `);
  });

  test('registers a class expression from inside, also after a field without a semicolon', () => {
    const text = `const Views = class { @app.route('/') view() {}\n  x = 1 };`;
    expect(bind(text, standard)).toMatchInlineSnapshot(`
      "const Views = class { view() {}
        x = 1 ;static{app.$(this, [["view","/",["GET"],["a"],0]]);}};"
    `);
  });

  test('names an anonymous default class in legacy mode, as tsc does', () => {
    const text = `@tagged export default class { @app.route('/') view() {} }`;
    expect(bind(text, legacy)).toMatchInlineSnapshot(
      `"@tagged export default class default_1 { view() {} } app.$(default_1, [["view","/",["GET"],["a"],0]]);"`,
    );
    expect(
      bind(`export default @tagged abstract class { @app.route('/') view() {} }`, legacy),
    ).toContain('abstract class default_1 {');
    expect(bind(text, standard)).toContain('static{app.$(this');
  });

  test('names an anonymous default class as nothing else is named', () => {
    const text = `const default_1 = 1;\nexport default class { @app.route('/') view() {} }`;
    expect(bind(text, legacy)).toContain('export default class default_2 {');
  });

  test('a class expression behind a default export is no default class', () => {
    const text = `export default @tagged class A {}\nconst b = class { @app.route('/') view() {} };`;
    const start = text.lastIndexOf('class');
    const binding = classBinding(text);
    const { code } = bindViews(
      { file: 'app.ts', text },
      [{ ...binding, class: { start, end: text.lastIndexOf('}') + 1, name: undefined } }],
      legacy,
    );
    expect(code).toMatch(/const b = class \{ +view\(\) \{\} ;static\{app\.\$\(this/);
  });

  test('leaves a decorator on each view for emitDecoratorMetadata', () => {
    const text = `class Views {\n  @logged @app.route('/')\n  view(a: string) {}\n}`;
    expect(bind(text, { decorators: 'legacy', keepsMetadata: true }, 'Views'))
      .toMatchInlineSnapshot(`
        "class Views {
          @logged @app._ 
          view(a: string) {}
        } app.$(Views, [["view","/",["GET"],["a"],0]]);"
      `);
  });

  test.each([
    ['a computed name', `class V {\n  x = 1\n  @app.route('/') ['view']() {}\n}`],
    [
      'a comment and a computed name',
      `class V {\n  x = 1\n  @app.route('/') /* a */ // b\n  ['view']() {}\n}`,
    ],
    ['a view named in', `class V {\n  x = 1\n  @app.route('/') in() {}\n}`],
    ['a field named get', `class V {\n  get\n  @app.route('/') view() {}\n}`],
  ])('keeps a decorator where a field without a semicolon would run on: %s', (_, text) => {
    expect(bind(text, standard, 'V')).toContain('@app._');
  });

  test('does not join words around a decorator', () => {
    expect(bind(`class V { @logged@app.route('/')view() {} }`, standard, 'V')).toContain(
      '@logged view()',
    );
  });

  test('puts the row of a call in place of its options', () => {
    const text = `export const view = app\n  .route('/{a}/{b}', { cors: true })((b, a) => ({ a, b }));`;
    const end = text.indexOf('((b');
    const view = ['view', '/{a}/{b}', ['GET'], ['b', 'a'], 0] as const;
    const binding: CallBinding = {
      form: 'call',
      app: 'app',
      callee: { start: text.indexOf('app'), end },
      row: { view },
      lists: [],
    };
    expect(bindViews({ file: 'app.ts', text }, [binding], standard).code).toMatchInlineSnapshot(
      `"export const view = app.$call(["view","/{a}/{b}",["GET"],["b","a"],0])((b, a) => ({ a, b }));"`,
    );
  });

  test('keeps every line and column of what is left, and then needs no map', () => {
    const text = `class Views {\n  @app.route(\n    '/',\n  ) /* é */ view() { return 1; }\n}\nconst after = 1;\n`;
    const { code, map } = bindViews(
      { file: 'app.ts', text },
      [classBinding(text, 'Views')],
      standard,
    );
    expect(map).toBeUndefined();
    for (const word of ['view()', 'return', 'const after']) {
      expect([word, placeOf(code, word)]).toEqual([word, placeOf(text, word)]);
    }
  });

  test.each([
    ['code behind the class on its last line', `class V { @app.route('/') view() {} } f();`, 'V'],
    ['a class without a name', `f(class { @app.route('/') view() {} });`, undefined],
  ])('makes a map for %s', (_, text, name) => {
    const { map } = bindViews({ file: 'app.ts', text }, [classBinding(text, name)], standard);
    expect(JSON.parse(map ?? '{}')).toMatchObject({ sources: ['app.ts'], sourcesContent: [text] });
  });

  test('writes rows as a text that keeps every letter of their JSON', () => {
    const text = `class Views { @app.route('/') view(a: string) {} }`;
    const made = classBinding(text, 'Views');
    const cors = { 'Access-Control-Allow-Origin': 'it\'s \\ "quoted"\n\u2028' };
    const views = [['view', '/', ['GET'], ['a'], 0, 0, cors]] as const;
    const options = { ...standard, isLate: true };
    const { code } = bindViews({ file: 'a.ts', text }, [{ ...made, views }], options);
    const literal = /\$late\(Views, ([^]*)\);/.exec(code)?.[1];
    expect(JSON.parse(runInNewContext(String(literal)) as string)).toEqual(views);
  });

  test('hands functions over behind the views', () => {
    const text = `class Jobs { @app.route() job() {} }`;
    const binding = {
      ...classBinding(text, 'Jobs'),
      views: [],
      functions: [['job', 'night-job', 0] as const],
    };
    expect(bindViews({ file: 'a.ts', text }, [binding], standard).code).toContain(
      'app.$(Jobs, [], [["job","night-job",0]]);',
    );
  });
});

function placeOf(text: string, word: string): readonly [line: number, column: number] {
  const before = text.slice(0, text.indexOf(word)).split('\n');
  return [before.length, before.at(-1)?.length ?? 0];
}

// How a module that uses its own location is rewritten for the bundle.

const place = (code: string) => placeModule({ code, map: '{"mappings":"AAAA"}' }, 'lib/a.ts');

test('only free names of the place are replaced, in the length that they had', () => {
  expect(
    place(`const own = { __dirname: a.__dirname, b: __dirname, "é": import.meta.url };
const short = { __filename };
const f = (__filename) => __filename;`).code.split('\n'),
  ).toEqual([
    'const __modDir = __packageFolder + "/lib";const __moduleUrl = new URL("./lib/a.ts", __packageUrl).href;const __modFile = __packageFolder + "/lib/a.ts";',
    'const own = { __dirname: a.__dirname, b: __modDir , "é": __moduleUrl     };',
    'const short = { __filename: __modFile };',
    'const f = (__filename) => __filename;',
  ]);
});

test('a class keeps its name, also in itself', () => {
  const code = 'let A = class A { static make() { return new A(); } };\nuse(A, __dirname);';
  expect(place(code).code).toContain('let A = class A { static make() { return new A(); } };');
});

test('the source map has a line for the names', () => {
  expect(place('use(__dirname);').map).toBe('{"mappings":";AAAA"}');
});

test('a module that only mentions its place stays as it is', () => {
  const code = '// __dirname\nuse("__filename");';
  expect(place(code)).toEqual({ code, map: '{"mappings":"AAAA"}' });
});

test('the line for a shell becomes a comment', () => {
  expect(place('#!/usr/bin/env node\nuse(__dirname);').code.split('\n')[1]).toBe(
    '///usr/bin/env node',
  );
});

/** Returns a bundle with only the runtime code that an application needs, and the message about it. */
async function bundleOf(runtimeText: string, written: readonly string[] = []): Promise<string> {
  const app: BundledApp = {
    root: import.meta.dirname,
    modules: new Map(),
    loaded: new Map(),
    functions: [],
    streams: false,
    settings: { decorators: 'standard', emitsMetadata: false },
    logsJson: false,
    hasMetrics: false,
    runtime: { ...findRuntime(), text: () => runtimeText },
    used: usedNames([`import { Framework } from 'framework'; new Framework()`], written),
  };
  const plugin = frameworkPlugin({ app: () => app, ownFiles: /^$/, onTransform: () => undefined });
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    minify: true,
    keepNames: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    plugins: [plugin],
  });
  return outputFiles[0]?.text ?? '';
}

test('a part of the runtime that an application does not use changes no byte of its bundle', async () => {
  const text = findRuntime().text();
  const without = await bundleOf(text);
  // The letters in dead code must not influence the short names of the rest.
  const part = `function oddPart(q, z) { return [${'"qqqqzzzzjjjj", '.repeat(500)} q, z]; }\n`;
  const more = text
    .replace(
      /^function handlerOf\(app\) \{$/m,
      `${part}$&\n  if ($uses.settings.metrics) oddPart(ODD);`,
    )
    .replace(/^var DEFAULT_CONTENT_TYPES/m, `var ODD = new WeakMap();\n$&`)
    .replace(/^export \{$/m, 'export {\n  oddPart,');
  expect(more.length - text.length).toBeGreaterThan(part.length + 70);
  expect(await bundleOf(more)).toBe(without);
  expect(await bundleOf(more, ['$metrics'])).toContain('"qqqqzzzzjjjj"');
});
