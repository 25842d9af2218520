// Which programs have findings: those that hold the application of their project, and no other small application in them.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMPILERS } from './support/compilers.js';
import { linkedProject } from './support/linked-project.js';
import { print, transformedProgram } from './support/transformed-program.js';

const [, { ts: typescript }] = COMPILERS;

const BROKEN = `import { Framework } from 'framework';

const app = new Framework({ appName: 'other' });
export const view = app.route('/other/')(() => null);
`;

const ERROR = 'error TS92103: The path `/other/` ends in a slash.\n  Write `/other`.\n';

/** What `tsc` says of a project. */
function check(root: string): string {
  const program = transformedProgram({ ts: typescript, root });
  return print(typescript, root, typescript.getPreEmitDiagnostics(program));
}

/** A tsconfig that is that of the fixture with changes. */
function configWith({ include, paths }: { include: string[]; paths?: object }): string {
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    noLib: true,
    types: [],
    paths: paths ?? { framework: ['./framework.d.ts'] },
  };
  return JSON.stringify({ compilerOptions, include });
}

test('an application of the same program that the entry does not reach has no findings', () => {
  const root = linkedProject('modes', { 'other.ts': BROKEN });
  expect(check(root)).toBe('');
});

test('a program without an entry file has no findings', () => {
  const root = linkedProject('modes', { 'other.ts': BROKEN });
  renameSync(join(root, 'app.ts'), join(root, 'main.ts'));
  expect(check(root)).toBe('');
});

test('a program that leaves the entry file out has no findings', () => {
  const root = linkedProject('modes', { 'app.ts': BROKEN });
  expect(check(root)).toBe(`app.ts(4,38): ${ERROR}`);
  writeFileSync(join(root, 'tsconfig.json'), configWith({ include: ['cities.ts', '*.d.ts'] }));
  expect(check(root)).toBe('');
});

test('a tsconfig in a folder of its own means the package that it stands in', () => {
  const paths = { framework: ['../framework.d.ts'] };
  const root = linkedProject('modes', {
    'app.ts': BROKEN,
    'package.json': '{}',
    'config/tsconfig.json': configWith({ include: ['../*.ts'], paths }),
  });
  expect(check(join(root, 'config'))).toBe(`../app.ts(4,38): ${ERROR}`);
});

test('text that is not on disk is what counts', () => {
  const root = linkedProject('modes', {});
  const program = transformedProgram({
    ts: typescript,
    root,
    texts: { [join(root, 'app.ts')]: BROKEN },
  });
  expect(print(typescript, root, typescript.getPreEmitDiagnostics(program))).toBe(
    `app.ts(4,38): ${ERROR}`,
  );
});

test.each([
  ['a syntax error', 'export const = 1;\n', 'app.ts(1,14): error TS1134'],
  [
    'a mistake of grammar',
    'await 1;\nfunction f() {\n  await 1;\n}\n',
    'app.ts(3,3): error TS1308',
  ],
])('%s is told once, by TypeScript', (_, text, error) => {
  const root = linkedProject('modes', { 'app.ts': `${text}import './cities.js';\n` });
  const output = check(root);
  expect(output.split('\n')[0]).toContain(error);
  expect(output).not.toContain('TS9');
});

test('a finding outside the program is told with its place', () => {
  const root = linkedProject('modes', {
    'app.ts': "import './views.js';\nexport { app } from './application.js';\n",
    'views.js':
      "import { app } from './application.js';\nexport const view = app.route('/other/')(() => null);\n",
    'views.d.ts': '',
  });
  expect(check(root)).toBe(`views.js(2,38): ${ERROR}`);
});
