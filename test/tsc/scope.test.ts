// Which programs have findings: those that contain the application of their project, but no other small application in them.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** Returns the errors that `tsc` prints for a project. */
function check(root: string): string {
  const program = transformedProgram({ ts: typescript, root });
  return print(typescript, root, typescript.getPreEmitDiagnostics(program));
}

/** Returns what is printed in addition to the errors, each time that a program is checked. */
function notes(root: string, times = 1): string {
  let printed = '';
  for (let time = 0; time < times; time += 1) {
    const trace = (text: string): void => {
      printed += `${text}\n`;
    };
    const program = transformedProgram({ ts: typescript, root, trace });
    typescript.getPreEmitDiagnostics(program);
  }
  return printed;
}

/** Returns the tsconfig of the fixture with changes. */
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

test('without an entry file beside the tsconfig, every folder with an application is checked', () => {
  const root = linkedProject('modes', {
    'tsconfig.json': configWith({ include: ['apps/*/*.ts', '*.d.ts'] }),
    'apps/one/app.ts': BROKEN,
    'apps/one/.framework/config.json': '{}',
    'apps/two/app.ts': BROKEN.replace('/other/', '/two/'),
    'apps/two/.framework/config.json': '{}',
    'apps/sketch/app.ts': BROKEN,
  });
  rmSync(join(root, 'app.ts'));
  expect(check(root)).toBe(
    `apps/one/app.ts(4,38): ${ERROR}apps/two/app.ts(4,36): ${ERROR.replaceAll('/other', '/two')}`,
  );
  expect(notes(root)).toBe('');
});

test('each of several applications is emitted with its manifest in its own folder', () => {
  const sound = BROKEN.replace('/other/', '/other');
  const root = linkedProject('modes', {
    'tsconfig.json': configWith({ include: ['apps/*/*.ts', '*.d.ts'] }),
    'apps/one/app.ts': sound,
    'apps/one/.framework/config.json': '{}',
    'apps/two/app.ts': sound.replaceAll('other', 'two'),
    'apps/two/.framework/config.json': '{}',
  });
  rmSync(join(root, 'app.ts'));
  const program = transformedProgram({
    ts: typescript,
    root,
    options: { outDir: `${root}/dist`, rootDir: root },
  });
  program.emit();
  for (const [name, path] of [
    ['one', '/other'],
    ['two', '/two'],
  ] as const) {
    const manifest = join(root, `apps/${name}/.framework/build/manifest.json`);
    expect(readFileSync(manifest, 'utf8')).toContain(`"${path}"`);
    expect(readFileSync(join(root, `dist/apps/${name}/app.js`), 'utf8')).toContain(
      `["view", "${path}"`,
    );
  }
});

test('a program without any application says so, once', () => {
  const root = linkedProject('modes', { 'other.ts': BROKEN });
  renameSync(join(root, 'app.ts'), join(root, 'main.ts'));
  expect(notes(root, 2).replaceAll(/\S*tsconfig/g, 'tsconfig')).toBe(
    [
      'warning TS91053: No routes are checked: tsconfig.json` includes no `app.ts`, neither from its own folder nor from one with `.framework/`.',
      '  Add `app.ts` to `include`, or remove the entry of `framework` from `plugins`.\n',
    ].join('\n'),
  );
  expect(notes(linkedProject('modes', {}))).toBe('');
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
