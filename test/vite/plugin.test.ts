// `framework/vite`: a test under Vitest imports the application, in both decorator modes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sampledTest } from '../support/sampled-test.js';
import { runVitest, vitestProject } from './vitest-project.js';

const test = sampledTest('plugin for Vitest', 3);

const APP = `IMPORTS
import { Framework } from 'framework';
import { prefix } from './prefix.js';

export const app = new Framework({ appName: 'x' });
const marks: string[] = [];
MARK

interface Pair {
  readonly pair: readonly string[];
}

export class Views {
  prefix = prefix();
  @app.route('/{a}/{b}')
  @mark
  pair(b: string, a: string): Pair & { marks: string[] } {
    return { pair: [this.prefix, a, b, String(process.env['GREETING'])], marks };
  }
  crash() {
    throw new Error('here');
  }
}
export const call = app.route('/call')(() => 'called');
`;

const STANDARD = APP.replace('IMPORTS', '').replace(
  'MARK',
  `function mark<T>(view: T, context: ClassMethodDecoratorContext): T {
  marks.push(String(context.name));
  return view;
}`,
);

const LEGACY = APP.replace('IMPORTS', "import 'reflect-metadata';").replace(
  'MARK',
  `function mark(target: object, key: string) {
  const types: { name: string }[] = Reflect.getMetadata('design:paramtypes', target, key);
  marks.push(types.map(({ name }) => name).join());
}`,
);

const TEST = `import { expect, test, vi } from 'vitest';
import { testApp } from 'framework/testing';
import { Views } from '../app.js';

vi.mock('../prefix.js', () => ({ prefix: () => 'mocked' }));

test('views are bound and mocks apply', async () => {
  const { client, close } = await testApp('./app.ts', { load: () => import('../app.js') });
  const answer = await client.get('/{a}/{b}', { params: { a: 1, b: 2 } });
  expect(answer.json()).toEqual({ pair: ['mocked', '1', '2', 'hello'], marks: ['MARKS'] });
  expect((await client.get('/call')).json()).toBe('called');
  await close();
});

test('stacks lead into the source', () => {
  expect(() => new Views().crash()).toThrow(expect.objectContaining({ stack: expect.stringContaining('app.ts:LINE:11') }));
});
`;

const CONFIG = JSON.stringify({
  version: '2.0',
  app_name: 'x',
  stages: { dev: { environment_variables: { GREETING: 'hello' } } },
});

const COMPILER = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', strict: true };

const MODES = [
  { mode: 'standard', app: STANDARD, marks: 'pair', options: {} },
  {
    mode: 'legacy',
    app: LEGACY,
    marks: 'String,String',
    options: { experimentalDecorators: true, emitDecoratorMetadata: true },
  },
];

test.each(MODES)(
  '$mode decorators run, with mocks and places of the source',
  async ({ app, marks, options }) => {
    const line = app.split('\n').findIndex((text) => text.includes("Error('here')")) + 1;
    const directory = vitestProject({
      'app.ts': app,
      'prefix.ts': "export const prefix = () => 'real';\n",
      '.framework/config.json': CONFIG,
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...COMPILER, ...options } }),
      'test/app.test.ts': TEST.replace('MARKS', marks).replace('LINE', String(line)),
    });
    const { output, exitCode } = await runVitest(directory);
    expect({ output, exitCode }).toMatchObject({ exitCode: 0 });
  },
);

const USES_THIS = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'x' });

class Views {
  greeting = 'hello';
  @app.route('/')
  index() {
    return this.greeting;
  }
}
`;

const ASKS = `import { testApp } from 'framework/testing';
import { expect, test } from 'vitest';

test('it answers', async () => {
  const { client } = await testApp('./app.ts', { load: () => import('../app.js') });
  expect((await client.get('/')).json()).toBe('hello');
});
`;

const LOWERED = `import { defineConfig } from 'vitest/config';
import { transformSync } from '${import.meta.resolve('esbuild')}';
const lower = (code, id) => id.endsWith('/app.ts') ? transformSync(code, { loader: 'ts', target: 'es2022' }).code : undefined;
export default defineConfig({ plugins: [{ name: 'lower', enforce: 'pre', transform: lower }] });
`;

test('what the runtime says of a view that was not built is true: the plugin helps', async () => {
  const directory = vitestProject({
    'app.ts': USES_THIS,
    'test/app.test.ts': ASKS,
    'vitest.config.ts': LOWERED,
  });
  const without = await runVitest(directory);
  expect(without.exitCode).toBe(1);
  expect(without.output).toContain("test the application with the plugin of 'framework/vite'");
  writeFileSync(
    join(directory, 'vitest.config.ts'),
    `import { framework } from 'framework/vite';\nexport default { plugins: [framework()] };\n`,
  );
  const { output, exitCode } = await runVitest(directory);
  expect({ output, exitCode }).toMatchObject({ exitCode: 0 });
});

test('an application with errors fails the test that imports it, with what check prints', async () => {
  const directory = vitestProject({
    'app.ts': USES_THIS.replace("'/'", "'/cities/'"),
    'test/app.test.ts': ASKS,
  });
  const { output, exitCode } = await runVitest(directory);
  expect(exitCode).toBe(1);
  expect(output).toContain('error FW2103: The path `/cities/` ends in a slash.');
  expect(output).toContain("7 │   @app.route('/cities/')");
});

test('JSX, fields and imports follow tsconfig.json, in modules with decorators and without', async () => {
  const view = (
    name: string,
    mark: string,
  ): string => `import { unused } from './${name}-effect.js';
class Base { constructor() { this.set(); } set() {} }
${mark}
class Derived extends Base { value: unknown; set() { this.value = 'kept'; } }
export const ${name} = [<b>1</b>, <></>, new Derived().value];
`;
  const effect = (name: string): string =>
    `Object.assign(globalThis, { ${name}Effect: true });\nexport const unused = 1;`;
  const directory = vitestProject({
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        jsx: 'react-jsx',
        jsxImportSource: 'own-jsx',
        useDefineForClassFields: false,
        verbatimModuleSyntax: true,
      },
    }),
    'node_modules/own-jsx/package.json':
      '{ "name": "own-jsx", "type": "module", "exports": { "./*": "./runtime.js" } }',
    'node_modules/own-jsx/runtime.js': `export const Fragment = 'fragment';
export const jsx = (tag) => 'own ' + tag;
export const jsxs = jsx;
export const jsxDEV = jsx;`,
    'app.ts': `import { Framework } from 'framework';
import { plain } from './plain.js';
import { marked } from './marked.js';
export const app = new Framework({ appName: 'x' });
export const index = app.route('/')(() => [plain, marked, Reflect.get(globalThis, 'plainEffect'), Reflect.get(globalThis, 'markedEffect')]);
`,
    'plain.tsx': view('plain', ''),
    'marked.tsx': `const mark = (_: unknown, __: unknown) => undefined;\n${view('marked', '@mark')}`,
    'plain-effect.ts': effect('plain'),
    'marked-effect.ts': effect('marked'),
    'test/app.test.ts': `import { expect, test } from 'vitest';
import { testApp } from 'framework/testing';

test('the application answers so', async () => {
  const { client, close } = await testApp('./app.ts', { load: () => import('../app.js') });
  const one = ['own b', 'own fragment', 'kept'];
  expect((await client.get('/')).json()).toEqual([one, one, true, true]);
  await close();
});
`,
  });
  const { output, exitCode } = await runVitest(directory);
  expect({ output: exitCode === 0 ? '' : output, exitCode }).toEqual({ output: '', exitCode: 0 });
});
