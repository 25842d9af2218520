// The output of `tsc` with the transformer: JavaScript whose views reach the runtime, run here in a separate process.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { runPackage } from '../bundle/run-package.js';
import { sampleOf } from '../support/sample.js';
import { COMPILERS, type InstalledCompiler } from './support/compilers.js';
import { linkedProject } from './support/linked-project.js';
import { print, transformedProgram } from './support/transformed-program.js';

const [, latest] = COMPILERS;

const LEGACY = { experimentalDecorators: true };

const STANDARD = { mode: 'standard', options: {}, type: 'module' };
const WITH_METADATA = {
  mode: 'legacy with metadata',
  options: { ...LEGACY, emitDecoratorMetadata: true },
  type: 'module',
};

const MODES = [
  STANDARD,
  { mode: 'standard for ES2017', options: { target: 'es2017' }, type: 'module' },
  { mode: 'standard in CommonJS', options: {}, type: 'commonjs' },
  { mode: 'legacy', options: LEGACY, type: 'module' },
  {
    mode: 'legacy for ES2017 in CommonJS',
    options: { ...LEGACY, target: 'es2017' },
    type: 'commonjs',
  },
  WITH_METADATA,
  {
    mode: 'legacy with metadata in CommonJS',
    options: { ...LEGACY, emitDecoratorMetadata: true },
    type: 'commonjs',
  },
];

const ENTRY = `import './app.js';
import { createFunctionHandler, createHandler } from 'framework';
export const handler = createHandler();
const day = createFunctionHandler('day');
const night = createFunctionHandler('night-shift');
export { day as function_day, night as 'function_night-shift' };
`;

/** In legacy mode, a class expression cannot have decorators. */
const EXPRESSION_BY_CALL = `import { app } from '../service.js';
export const expression = app.route('/expression')(() => 'expression');
`;

type Mode = (typeof MODES)[number];

const home = mkdtempSync(join(realpathSync(tmpdir()), 'framework-emitted-'));
afterAll(() => rmSync(home, { recursive: true }));

/** The projects of the fixture by compiler and mode, each emitted for the first test that needs it. */
const emitted = new Map<string, string>();

function emitOnce(compiler: InstalledCompiler, mode: Mode): string {
  const key = `${compiler.version} ${mode.mode}`;
  const root = emitted.get(key) ?? emitFixture(compiler, mode);
  emitted.set(key, root);
  return root;
}

/** Creates a project from the fixture, with `dist/` emitted by `tsc`. */
function emitFixture({ ts }: InstalledCompiler, { options, type }: Mode): string {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    skipLibCheck: true,
    types: [],
    rootDir: '.',
    outDir: 'dist',
    sourceMap: true,
    declaration: true,
    ...options,
  };
  const files = {
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'package.json': JSON.stringify({ name: 'every-form', type }),
    ...('experimentalDecorators' in options && { 'views/expression.ts': EXPRESSION_BY_CALL }),
  };
  const root = linkedProject('every-form', files, mkdtempSync(join(home, 'project-')));
  const { diagnostics } = transformedProgram({ ts, root }).emit();
  expect(print(ts, root, diagnostics)).toBe('');
  writeFileSync(join(root, 'dist/index.mjs'), ENTRY);
  return root;
}

const CALLS = {
  'GET /': null,
  'GET /decorated': null,
  'POST /typed': 'text',
  'GET /checked/all': null,
  'GET /checked': null,
  'GET /orders/{user}/{id}': { user: 'ann', id: '7' },
  'PUT /orders/{user}/{id}': { user: 'ann', id: '7' },
  'GET /static': null,
  'GET /errors/{kind}': { kind: 'bad' },
  'GET /errors/{kind} ': { kind: 'stock' },
  'GET /settings': null,
  'GET /settings/again': null,
  'GET /replaced': null,
  'GET /expression': null,
  'GET /aliased': null,
  'GET /anonymous': null,
  'GET /limits': null,
  'GET /swapped/{first}/{second}': { first: '1', second: '2' },
  'GET /block': null,
  'GET /namespace': null,
  function_day: { a: 1 },
  'function_night-shift': { name: 'boom' },
};

const ANSWERS = {
  exports: 'function_day function_night-shift handler',
  'GET /': '200 {"hello":"world"}',
  'GET /decorated': '200 "outer(inner(view))"',
  'POST /typed': '200 "text"',
  'GET /checked/all': '200 {"named":{},"held":{}}',
  'GET /checked': '200 {"default":{}}',
  'GET /orders/{user}/{id}': '200 {"id":"7","user":"ann","visits":1}',
  'PUT /orders/{user}/{id}': '200 {"id":"7","user":"ann","visits":2}',
  'GET /static': '200 "static this"',
  'GET /errors/{kind}': '400 {"Code":"BadRequestError","Message":"bad"}',
  'GET /errors/{kind} ': '404 {"Code":"OutOfStockError","Message":"none left"}',
  'GET /settings': '200 "€"',
  'GET /settings/again': '200 "€"',
  'GET /replaced': '200 {"tag":"replaced"}',
  'GET /expression': '200 "expression"',
  'GET /aliased': '200 "aliased"',
  'GET /anonymous': '200 {"tag":"anonymous"}',
  'GET /limits': '200 {"limits":true}',
  'GET /swapped/{first}/{second}': '200 {"first":"1","second":"2"}',
  'GET /block': '200 1',
  'GET /namespace': '200 "InNamespace"',
  function_day: '{"event":{"a":1},"day":true}',
};

const DRAWN = sampleOf('compilers of views that are emitted', COMPILERS, 2);

describe.each(DRAWN)('TypeScript $version', (compiler) => {
  // Module formats and targets use the same code in both.
  const modes = compiler === latest ? MODES : MODES.filter(({ mode }) => !/ in | for /.test(mode));
  const drawn = sampleOf(`views as ${compiler.version} emits them`, modes, 5);
  test.each(drawn)('every form of view answers, decorators: $mode', (mode) => {
    const root = emitOnce(compiler, mode);
    const flags = ['--enable-source-maps'];
    const { 'function_night-shift': thrown = '', ...answers } = runPackage(
      join(root, 'dist'),
      CALLS,
      { flags },
    );
    expect(answers).toEqual(ANSWERS);
    expect(placeIn(thrown)).toEqual(placeOf(root, 'new RangeError('));
  });
});

test('names and the order of parameters survive minification', async () => {
  const root = emitOnce(latest, STANDARD);
  const minified = join(root, 'minified');
  await build({
    entryPoints: [join(root, 'dist/index.mjs')],
    outfile: join(minified, 'index.mjs'),
    absWorkingDir: root,
    bundle: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    format: 'esm',
  });
  expect(runPackage(minified, CALLS)).toMatchObject(ANSWERS);
});

test('comments stay, views stand behind their class, declarations are those of the source', () => {
  const root = emitOnce(latest, STANDARD);
  const read = (path: string): string => readFileSync(join(root, 'dist', path), 'utf8');
  expect(read('views/commented.js')).toMatchInlineSnapshot(`
    "// The first line.
    import { app } from '../service.js';
    /** The class. */
    export class Commented {
        // Before a field.
        greeting = 'hello';
        /** A view. */
        // Before a name.
        commented() {
            return this.greeting;
        } // Behind a method.
    } // Behind the class.
    app.$(Commented, [["commented", "/commented", ["GET"], [], 0]]);
    // The last line.
    //# sourceMappingURL=commented.js.map"
  `);
  expect(read('views/commented.d.ts')).toMatchInlineSnapshot(`
    "/** The class. */
    export declare class Commented {
        readonly greeting = "hello";
        /** A view. */
        commented(): string;
    }
    "
  `);
});

test('a container finds the types of parameters in emitDecoratorMetadata', () => {
  const root = emitOnce(latest, WITH_METADATA);
  const emitted = readFileSync(join(root, 'dist/views/commented.js'), 'utf8');
  expect(emitted.slice(emitted.indexOf('__decorate(['))).toMatchInlineSnapshot(`
    "__decorate([
        app._,
        __metadata("design:type", Function),
        __metadata("design:paramtypes", []),
        __metadata("design:returntype", String)
    ], Commented.prototype, "commented", null);
    app.$(Commented, [["commented", "/commented", ["GET"], [], 0]]);
    // The last line.
    //# sourceMappingURL=commented.js.map"
  `);
});

/** Returns line and column of the first location in a stack. */
function placeIn(stack: string): string | undefined {
  return /\(.*\/app\.ts:(\d+:\d+)\)/.exec(stack)?.[1];
}

/** Returns line and column of a text in `app.ts` that follows other code in its line. */
function placeOf(root: string, text: string): string {
  const lines = readFileSync(join(root, 'app.ts'), 'utf8').split('\n');
  const line = lines.findIndex((content) => content.includes('größe'));
  return `${line + 1}:${(lines[line]?.indexOf(text) ?? -1) + 1}`;
}
