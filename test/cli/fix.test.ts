// `framework check --fix` as a user runs it.
import {
  chmodSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

const WRONG = HELLO_WORLD.replace("'/'", "'/cities/'");
const SERVICE = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'cities' });
`;
const RIGHT = HELLO_WORLD.replace("'/'", "'/cities'");

function read(...path: string[]): string {
  return readFileSync(join(...path), 'utf8');
}

test('what is certain is corrected, and the application is checked again', async () => {
  const cwd = temporaryProject({ 'app.ts': WRONG });
  expect(await run('check --fix', { cwd })).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "Fixed app.ts:6:22 FW2103 Remove the slash
    No problems: 1 route, 0 functions, 1 file.
    ",
    }
  `);
  expect(read(cwd, 'app.ts')).toBe(RIGHT);
  expect(readdirSync(cwd)).toEqual(['app.ts']);
});

test('what remains is reported and decides the exit code', async () => {
  const cwd = temporaryProject({
    'app.ts': `import './views.js';\nexport { app } from './service.js';\n`,
    'service.ts': SERVICE,
    'views.ts': `import { app } from './service.js';

export class Views {
  @app.route('cities', { method: ['get', 'POST'] })
  list() {
    return [];
  }

  @app.route('/cities/{city}')
  read() {
    return {};
  }
}
`,
  });
  expect(await runHere('check --fix', { cwd })).toMatchInlineSnapshot(`
    {
      "exitCode": 1,
      "stderr": "",
      "stdout": "Fixed views.ts:4:15 FW2104 Add the leading slash
    Fixed views.ts:4:26 FW2014 Rename to methods
    Fixed views.ts:4:37 FW2205 Write it in upper case
    views.ts:9:23: error FW2307: The view \`read\` has no parameter for the capture \`{city}\`.
      hint: Add the parameter \`city: string\`.
    1 error in 1 file
    ",
    }
  `);
  expect(read(cwd, 'views.ts').split('\n')[3]).toBe(
    "  @app.route('/cities', { methods: ['GET', 'POST'] })",
  );
});

test('several files are corrected in one run, the places are those of the diagnostics', async () => {
  const cwd = temporaryProject({
    'guide/app.ts': `import './views.js';\nexport { app } from './service.js';\n`,
    'guide/service.ts': SERVICE.replace("{ appName: 'cities' }", "'cities'"),
    'guide/views.ts': `import { app } from './service.js';\nexport const list = app.route('/a//b/')(() => 1);\n`,
    'guide/.framework/config.json': '{ "app_name": "cities" }',
  });
  expect((await runHere('check --fix --project-dir guide', { cwd })).stdout).toMatchInlineSnapshot(`
    "Fixed guide/service.ts:2:34 FW2003 Write an options object
    Fixed guide/views.ts:2:34 FW2105 Remove the slash
    Fixed guide/views.ts:2:37 FW2103 Remove the slash
    No problems: 1 route, 0 functions, 3 files.
    "
  `);
});

test('fixes at one place are applied one after the other', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD.replace("'/'", "'a////b//'") });
  expect((await runHere('check --fix', { cwd })).exitCode).toBe(0);
  expect(read(cwd, 'app.ts')).toBe(HELLO_WORLD.replace("'/'", "'/a/b'"));
});

test('without anything to fix nothing is written', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const before = statSync(join(cwd, 'app.ts'));
  expect((await runHere('check --fix', { cwd })).stdout).toMatchInlineSnapshot(`
    "No problems: 1 route, 0 functions, 1 file.
    "
  `);
  expect(statSync(join(cwd, 'app.ts'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
});

test('line ends, a byte order mark and the mode of a file stay as they are', async () => {
  const cwd = temporaryProject({ 'app.ts': `\uFEFF${WRONG.replaceAll('\n', '\r\n')}` });
  chmodSync(join(cwd, 'app.ts'), 0o640);
  expect((await runHere('check --fix', { cwd })).exitCode).toBe(0);
  expect(read(cwd, 'app.ts')).toBe(`\uFEFF${RIGHT.replaceAll('\n', '\r\n')}`);
  expect(statSync(join(cwd, 'app.ts')).mode & 0o777).toBe(0o640);
});

test('a symbolic link inside the project stays a link', async () => {
  const cwd = temporaryProject({ 'source.ts': WRONG });
  symlinkSync('source.ts', join(cwd, 'app.ts'));
  expect((await runHere('check --fix', { cwd })).exitCode).toBe(0);
  expect(lstatSync(join(cwd, 'app.ts')).isSymbolicLink()).toBe(true);
  expect(read(cwd, 'source.ts')).toBe(RIGHT);
});

describe('left alone', () => {
  test('a file outside the project directory', async () => {
    const cwd = temporaryProject({
      'guide/app.ts': `import '../views.js';\nexport { app } from './service.js';\n`,
      'guide/service.ts': SERVICE,
      'views.ts': `import { app } from './guide/service.js';\nexport const list = app.route('/a/')(() => 1);\n`,
    });
    expect(await runHere('check --fix --project-dir guide', { cwd })).toMatchInlineSnapshot(`
      {
        "exitCode": 1,
        "stderr": "Left views.ts alone: it is outside the project directory.
      ",
        "stdout": "views.ts:2:34: error FW2103: The path \`/a/\` ends in a slash.
        hint: Write \`/a\`.
      1 error in 1 file
      ",
      }
    `);
    expect(read(cwd, 'views.ts')).toContain("'/a/'");
  });

  test('a file that a link in the project leads to, outside', async () => {
    const cwd = temporaryProject({ 'guide/package.json': '{}', 'app.ts': WRONG });
    symlinkSync('../app.ts', join(cwd, 'guide/app.ts'));
    expect((await runHere('check --fix', { cwd: join(cwd, 'guide') })).stderr)
      .toMatchInlineSnapshot(`
      "Left app.ts alone: it is outside the project directory.
      "
    `);
    expect(read(cwd, 'app.ts')).toBe(WRONG);
  });

  test('a file with bytes that are not UTF-8', async () => {
    const cwd = temporaryProject({});
    const bytes = Buffer.concat([Buffer.from(WRONG), Buffer.from('// caf\u00e9\n', 'latin1')]);
    writeFileSync(join(cwd, 'app.ts'), bytes);
    expect((await runHere('check --fix', { cwd })).stderr).toMatchInlineSnapshot(`
      "Left app.ts alone: it contains bytes that are not UTF-8.
      "
    `);
    expect(readFileSync(join(cwd, 'app.ts')).equals(bytes)).toBe(true);
  });
});

describe('for machines', () => {
  test('--json holds what was fixed beside what remains', async () => {
    const cwd = temporaryProject({ 'app.ts': WRONG });
    const { stdout, exitCode } = await runHere('check --fix --json', { cwd });
    expect(exitCode).toBe(0);
    const { fixed, ...rest } = JSON.parse(stdout) as { readonly fixed: readonly object[] };
    expect(rest).toEqual({ version: 1, errors: 0, warnings: 0, diagnostics: [], refused: [] });
    expect(fixed).toMatchObject([{ code: 'FW2103', fix: { title: 'Remove the slash' } }]);
  });

  test('--github annotates what remains; what was fixed is on stderr', async () => {
    const cwd = temporaryProject({ 'app.ts': WRONG });
    expect(await runHere('check --fix --github', { cwd })).toMatchInlineSnapshot(`
      {
        "exitCode": 0,
        "stderr": "Fixed app.ts:6:22 FW2103 Remove the slash
      ",
        "stdout": "",
      }
    `);
  });
});

test('--fix and --watch do not go together', async () => {
  const cwd = temporaryProject({ 'app.ts': WRONG });
  expect(await runHere('check --fix --watch', { cwd })).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: \`--fix\` and \`--watch\` cannot be combined.
      help: framework check --help
    ",
      "stdout": "",
    }
  `);
  expect(read(cwd, 'app.ts')).toBe(WRONG);
});
