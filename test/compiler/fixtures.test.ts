// Each fixture gives the manifest and the diagnostics that are committed next to it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serializeManifest } from '../../compiler/manifest/build-manifest.js';
import {
  compileFixture,
  FIXTURES,
  fixtureNames,
  readFixture,
} from '../support/compiler-fixtures.js';
import { reportDiagnostics } from '../support/diagnostic-report.js';
import type { Compilation } from '../../compiler/compile-app.js';
import { Ajv } from 'ajv';
import type { Manifest } from '../../runtime/contract/manifest.js';
import { compileApp, createCompiler } from '../../compiler/index.js';
import { memoryFiles, MEMORY_ROOT } from '../support/memory-files.js';
import type { Diagnostic, Fix } from '../../compiler/diagnostics/diagnostic.js';
import { sampleOf } from '../support/sample.js';

const fixtures = fixtureNames().map((name) => ({ name, compilation: compileFixture(name) }));

describe.each(fixtures)('$name', ({ name, compilation: { manifest, diagnostics } }) => {
  const texts = readFixture(name);
  const expected = (file: string) => join(FIXTURES, name, file);

  test('has the manifest that is expected', async () => {
    expect(manifest !== undefined).toBe(!diagnostics.some(({ severity }) => severity === 'error'));
    if (!manifest) expect(existsSync(expected('manifest.json'))).toBe(false);
    else await expect(serializeManifest(manifest)).toMatchFileSnapshot(expected('manifest.json'));
  });

  test('has the diagnostics that are expected', async () => {
    const report = reportDiagnostics(diagnostics, (file) => texts[file]);
    if (report === '') expect(existsSync(expected('diagnostics.txt'))).toBe(false);
    else await expect(report).toMatchFileSnapshot(expected('diagnostics.txt'));
  });
});

// The bound code declares what the manifest contains: every route and function of a fixture has its binding.

const compilations = fixtures.filter(({ compilation }) => compilation.manifest);

/** The rows of a blueprint do not say where it is registered: they have no prefix, and one row stands for several places. */
const OF_BLUEPRINTS = /^blueprint/;

describe('every route and function of the manifest is bound', () => {
  const direct = compilations.filter(({ name }) => !OF_BLUEPRINTS.test(name));
  test.each(direct)('$name', ({ compilation }) => {
    expect(boundIn(compilation)).toEqual(promisedIn(compilation));
  });
});

test('rows of blueprints say what the routes themselves say', () => {
  const bound = compilations.find(({ name }) => name === 'blueprints');
  expect(bound && boundIn(bound.compilation)).toEqual([
    'GET / index()',
    'GET / index()',
    'GET / year(year)',
    'POST,PUT /orders orders(body)',
    'PUT /users/{id} user(id)',
    'nightly',
    'sweep',
    'weekly',
  ]);
});

function promisedIn({ manifest }: Compilation): string[] {
  const routes = (manifest?.routes ?? []).map(({ methods, path, view, parameters }) =>
    describeView(methods, path, `${view}(${parameters.join()})`),
  );
  return [...routes, ...(manifest?.functions ?? []).map(({ name }) => name)].toSorted();
}

function boundIn({ modules }: Compilation): string[] {
  return modules
    .flatMap(({ bindings }) => bindings)
    .flatMap((binding) => {
      const views =
        binding.form === 'class' ? binding.views : 'view' in binding.row ? [binding.row.view] : [];
      const functions =
        binding.form === 'class'
          ? binding.functions
          : 'function' in binding.row
            ? [binding.row.function]
            : [];
      return [
        ...views.map(([key, path, methods, parameters]) =>
          describeView(methods, path, `${key}(${parameters.join()})`),
        ),
        ...functions.map(([, name]) => name),
      ];
    })
    .toSorted();
}

function describeView(methods: readonly string[], path: string, view: string): string {
  return `${methods.join()} ${path} ${view}`;
}

// The published JSON Schema accepts every manifest and nothing else.

const schemaPath = join(import.meta.dirname, '../../compiler/manifest/manifest.schema.json');
const schema: unknown = JSON.parse(readFileSync(schemaPath, 'utf8'));
const isManifest = new Ajv({ strictTuples: false, code: { optimize: false } }).compile(
  Object(schema),
);

describe('the manifest of each fixture is one by the schema', () => {
  test.each(compilations)('$name', ({ compilation }) => {
    isManifest(compilation.manifest);
    expect(isManifest.errors).toBeNull();
  });
});

describe('what is no manifest is none by the schema', () => {
  const { manifest } = compileFixture('authorizers');
  const [route, ...others] = manifest?.routes ?? [];
  const withRoute = (change: object) => ({
    ...manifest,
    routes: [{ ...route, ...change }, ...others],
  });

  test('the manifest that is changed is one', () => {
    expect(isManifest(manifest)).toBe(true);
    expect(isManifest(withRoute({ path: '/other' }))).toBe(true);
  });

  test.each<[string, unknown]>([
    ['another version', { ...manifest, version: 2 }],
    ['an unknown key', { ...manifest, extra: true }],
    ['no application', { ...manifest, app: undefined }],
    ['a name that the cloud refuses', { ...manifest, app: { ...manifest?.app, name: 'a b' } }],
    ['a path that ends in a slash', withRoute({ path: '/other/' })],
    ['a path without a slash', withRoute({ path: 'other' })],
    ['a partial capture', withRoute({ path: '/a{b}' })],
    ['no methods', withRoute({ methods: [] })],
    ['a method in lower case', withRoute({ methods: ['get'] })],
    ['a method twice', withRoute({ methods: ['GET', 'GET'] })],
    ['a content type with a parameter', withRoute({ contentTypes: ['text/plain; charset=utf-8'] })],
    ['cors: true', withRoute({ cors: true })],
    ['a negative age', withRoute({ cors: { allowOrigin: '*', maxAge: -1 } })],
    ['a line 0', withRoute({ at: { file: 'app.ts', line: 0, column: 1 } })],
    ['an authorizer of another kind', withAuthorizers([{ kind: 'token', name: 'x' }])],
    [
      'an authorizer without its header',
      withAuthorizers([{ kind: 'userPool', name: 'x', providerArns: ['arn:x'] }]),
    ],
    ['a function without a place', { ...manifest, functions: [{ name: 'x', view: 'x' }] }],
    ['a list', []],
  ])('%s', (_, value) => {
    expect(isManifest(value)).toBe(false);
  });

  function withAuthorizers(authorizers: unknown): Omit<Manifest, 'authorizers'> | undefined {
    return manifest && { ...manifest, ...{ authorizers } };
  }
});

// Compiling only reads text: it executes nothing, and gives the same bytes for the same source.

test('compiling never executes the application: a module that throws and writes a file compiles', () => {
  const name = 'module-that-must-not-run';
  const before = readdirSync(join(FIXTURES, name)).toSorted();
  const { manifest, diagnostics } = compileFixture(name);
  expect(diagnostics).toEqual([]);
  expect(manifest?.routes.map(({ path }) => path)).toEqual(['/']);
  expect(existsSync(join(FIXTURES, name, 'executed.txt'))).toBe(false);
  expect(readdirSync(join(FIXTURES, name)).toSorted()).toEqual(before);
});

describe('two compilations of one source give the same bytes', () => {
  test.each(fixtures)('$name', ({ name, compilation }) => {
    expect(bytesOf(compileFixture(name))).toBe(bytesOf(compilation));
  });
});

test('the order in which files are visited does not change the manifest', () => {
  const modules = ['alpha', 'beta', 'gamma', 'delta'];
  const compileInOrder = (order: readonly string[]) =>
    compileApp({ root: MEMORY_ROOT, files: memoryFiles(appWith(order)) });
  const expected = bytesOf(compileInOrder(modules));
  expect(expected).toContain('/delta');
  expect(bytesOf(compileInOrder(modules.toReversed()))).toBe(expected);
  expect(bytesOf(compileInOrder(['gamma', 'alpha', 'delta', 'beta']))).toBe(expected);
});

/** Creates an application in which each module declares a route, a function, an authorizer and a binary type. */
function appWith(order: readonly string[]): Record<string, string> {
  const files = order.map((name): [string, string] => [
    `${name}.ts`,
    `import { CustomAuthorizer } from 'framework';
import { app } from './application.js';
app.api.binaryTypes.push('application/x-${name}');
const authorizer = new CustomAuthorizer('${name}', { header: 'X-${name}', authorizerUri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:${name}/invocations' });
export class Views {
  @app.route('/${name}', { authorizer })
  ${name}() { return {}; }
  @app.lambdaFunction()
  ${name}Job() { return {}; }
}
`,
  ]);
  return {
    'app.ts': order.map((name) => `import './${name}.js';\n`).join(''),
    'application.ts': `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
`,
    ...Object.fromEntries(files),
  };
}

function bytesOf({ manifest, diagnostics }: ReturnType<typeof compileApp>): string {
  return (manifest ? serializeManifest(manifest) : '') + JSON.stringify(diagnostics);
}

// What `readSource` of `framework/compiler` returns for an application.

test('routes and lambda functions stand in lists of their own', () => {
  const files = memoryFiles({
    'app.ts': [
      "import { Framework } from 'framework';",
      "const app = new Framework({ appName: 'shop' });",
      'class Views {',
      "  @app.route('/cities/{city}', { methods: ['GET'] }) city(city: string) { return city; }",
      "  @app.lambdaFunction({ name: 'clean' }) sweep() {}",
      '}',
    ].join('\n'),
  });
  const facts = createCompiler().readSource({ root: MEMORY_ROOT, files })?.readFacts();
  expect(facts?.routes).toMatchObject([
    {
      app: 0,
      path: { kind: 'string', value: '/cities/{city}' },
      target: { name: { value: 'city' } },
    },
  ]);
  expect(facts?.functions).toMatchObject([{ app: 0, target: { name: { value: 'sweep' } } }]);
});

// The fix that a diagnostic offers removes it.

type Texts = Readonly<Record<string, string>>;

const corrections = fixtures.flatMap(({ name }) => {
  const texts = readFixture(name);
  const before = compileTexts(texts);
  return before.flatMap((diagnostic) =>
    diagnostic.fix ? [{ name, texts, before, diagnostic, fix: diagnostic.fix }] : [],
  );
});

test('the fixtures have corrections of many kinds', () => {
  const codes = new Set(corrections.map(({ diagnostic }) => diagnostic.code));
  expect([...codes].toSorted()).toMatchInlineSnapshot(`
    [
      "FW2003",
      "FW2007",
      "FW2014",
      "FW2103",
      "FW2104",
      "FW2105",
      "FW2201",
      "FW2204",
      "FW2205",
      "FW2206",
      "FW2307",
      "FW2311",
      "FW2401",
      "FW2503",
      "FW2508",
      "FW2510",
      "FW2604",
      "FW2608",
      "FW2616",
      "FW2704",
      "FW2903",
      "FW2918",
      "FW2921",
      "FW2926",
      "FW2929",
      "FW3307",
      "FW3311",
      "FW3404",
    ]
  `);
});

describe('the correction removes the problem', () => {
  const DRAWN = sampleOf('corrections', corrections, 4);

  test.each(DRAWN)('$name: $diagnostic.code $fix.title', (correction) => {
    const { texts, before, diagnostic, fix } = correction;
    const after = compileTexts(applyFix(texts, fix));
    const same = ({ code }: Diagnostic): boolean => code === diagnostic.code;
    expect(after.filter(same).length).toBeLessThan(before.filter(same).length);
    expect(syntaxErrorsOf(after)).toEqual(syntaxErrorsOf(before));
  });
});

function syntaxErrorsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => code === 'FW1003');
}

function compileTexts(texts: Texts): readonly Diagnostic[] {
  return compileApp({ root: MEMORY_ROOT, files: memoryFiles(texts) }).diagnostics;
}

function applyFix(texts: Texts, fix: Fix): Texts {
  const changed: Record<string, string> = { ...texts };
  for (const { file, start, end, text } of fix.edits) {
    const old = changed[file] ?? '';
    changed[file] = old.slice(0, start) + text + old.slice(end);
  }
  return changed;
}
