// `framework check` as a user runs it.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

const WRONG = HELLO_WORLD.replace("'/'", "'/cities/'");
const CONFIG = '.framework/config.json';

/** Returns the exit code of a check of HELLO_WORLD and other files, and what it prints on standard output alone. */
async function checked(files: Readonly<Record<string, string>>, line = 'check'): Promise<string> {
  const { stdout, stderr, exitCode } = await runHere(line, {
    cwd: temporaryProject({ 'app.ts': HELLO_WORLD, ...files }),
  });
  expect(stderr).toBe('');
  return `exit code ${exitCode}\n${stdout}`;
}

test('an application without problems is said to have none', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  expect(await run('check', { cwd })).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "No problems: 1 route, 0 functions, 1 file.
    ",
    }
  `);
});

test('nothing of the application is executed', async () => {
  const bomb = `${HELLO_WORLD}\nimport { writeFileSync } from 'node:fs';\nwriteFileSync('ran', '');\nthrow new Error('ran');\n`;
  const cwd = temporaryProject({ 'app.ts': bomb });
  expect((await runHere('check', { cwd })).exitCode).toBe(0);
  expect(() => readFileSync(join(cwd, 'ran'))).toThrow('ENOENT');
});

test('problems of source and configuration are reported together, on stdout, with exit code 1', async () => {
  const files = { 'app.ts': WRONG, [CONFIG]: '{ "lambdaTimeout": 3 }' };
  expect(await checked(files)).toMatchInlineSnapshot(`
    "exit code 1
    .framework/config.json:1:3: error FW1103: \`lambdaTimeout\` is not a known key at the top level.
      hint: Did you mean \`lambda_timeout\`?
    app.ts:6:22: error FW2103: The path \`/cities/\` ends in a slash.
      hint: Write \`/cities\`.
    2 errors in 2 files
    "
  `);
});

test('a configuration that is not JSON is one problem, not one for each variable of the source', async () => {
  const source = HELLO_WORLD.replace("'/'", '`/${process.env.VERSION}/`');
  const cwd = temporaryProject({ 'app.ts': source, [CONFIG]: '{ "version": "2.0", ' });
  const { exitCode, stdout } = await runHere('check', { cwd });
  expect([exitCode, stdout.match(/FW\d+/g)]).toEqual([1, ['FW1101']]);
});

test('a package and an export that are not there are told as by a build', async () => {
  const cwd = temporaryProject({
    'app.ts': `${HELLO_WORLD}import { x } from 'left-pad';\nimport { gone } from './a.js';\nconsole.log(x, gone);\n`,
    'a.ts': 'export const here = 1;',
  });
  const checked = await runHere('check', { cwd });
  expect(checked).toMatchInlineSnapshot(`
    {
      "exitCode": 1,
      "stderr": "",
      "stdout": "app.ts:11:19: error FW5001: The package \`left-pad\` is imported but not installed.
      hint: Run \`npm install left-pad\`.
    1 error in 1 file
    ",
    }
  `);
  const built = await runHere('build', { cwd });
  expect([built.exitCode, built.stderr]).toEqual([1, checked.stdout]);
});

test('a package that is not there is told beside other errors, and each import once', async () => {
  const cwd = temporaryProject({
    'app.ts': `${HELLO_WORLD.replace("'/'", "'/index/'")}import { x } from 'left-pad';\nimport gone from './gone';\nconsole.log(x, gone);\n`,
  });
  expect((await runHere('check', { cwd })).stdout).toMatchInlineSnapshot(`
    "app.ts:6:21: error FW2103: The path \`/index/\` ends in a slash.
      hint: Write \`/index\`.
    app.ts:11:19: error FW5001: The package \`left-pad\` is imported but not installed.
      hint: Run \`npm install left-pad\`.
    app.ts:12:18: error FW1004: The import \`./gone\` does not resolve to a file.
      hint: Check the spelling: the path is relative to the file that imports it.
    3 errors in 1 file
    "
  `);
});

test('a warning of the same line keeps no missing package back', async () => {
  const line = "import { x } from 'left-pad'; app.debug = process.env['DEBUG'] === x;";
  const cwd = temporaryProject({ 'app.ts': `${HELLO_WORLD}${line}\n` });
  const { exitCode, stdout } = await runHere('check', { cwd });
  expect([exitCode, stdout.match(/FW\d+/g)]).toEqual([1, ['FW5001', 'FW2011']]);
});

test('warnings alone are exit code 0', async () => {
  expect(await checked({ [CONFIG]: '{ "app_name": "other" }' })).toMatchInlineSnapshot(`
    "exit code 0
    .framework/config.json:1:15: warning FW1128: \`app_name\` is \`other\` here, but the source says \`appName: 'helloworld'\`.
      hint: Use the same name in both: deployed resources are found by this name.
    1 warning in 1 file
    "
  `);
});

test('a directory without app.ts is no application', async () => {
  expect(await runHere('check', { cwd: temporaryProject({}) })).toMatchInlineSnapshot(`
    {
      "exitCode": 1,
      "stderr": "",
      "stdout": "error FW1001: The project has no \`app.ts\`, so there is no application.
      hint: Run the command in the project directory, or create a project with \`framework new-project <name>\`.
    1 error
    ",
    }
  `);
});

test('paths are named from where the user stands, also those behind a symbolic link', async () => {
  const cwd = temporaryProject({ 'guide/app.ts': WRONG });
  symlinkSync(join(cwd, 'guide'), join(cwd, 'link'));
  for (const directory of ['guide', 'link'])
    expect((await runHere(`check --project-dir ${directory}`, { cwd })).stdout).toMatch(
      /^guide\/app\.ts:6:22: error FW2103: The path `\/cities\/` ends in a slash\.\n/,
    );
});

test('--stage selects the configuration', async () => {
  const tags = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`t${index}`, '']));
  const config = { stages: { dev: {}, prod: { tags } } };
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD, [CONFIG]: JSON.stringify(config) });
  expect((await runHere('check', { cwd })).exitCode).toBe(0);
  expect((await runHere('check --stage prod', { cwd })).stdout).toContain('FW1122');
});

test('what only a deploy needs is no problem of other commands', async () => {
  const config = {
    manage_iam_role: false,
    api_gateway_policy_file: 'gone.json',
    lambda_functions: { api_handler: { manage_iam_role: true, autogen_policy: false } },
  };
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD, [CONFIG]: JSON.stringify(config) });
  for (const line of ['check', 'routes', 'build', 'openapi']) {
    expect(await runHere(line, { cwd })).toMatchObject({ exitCode: 0 });
  }
  for (const line of ['gen-policy', 'export --format terraform']) {
    const { exitCode, stderr } = await runHere(line, { cwd });
    expect(exitCode).toBe(1);
    expect(stderr.match(/FW1\d{3}/g)?.toSorted()).toEqual(['FW1117', 'FW1131', 'FW1150']);
  }
});

test('settings of the API that do nothing for streams are said, for streaming routes alone', async () => {
  const config = { minimum_compression_size: 100, api_gateway_endpoint_type: 'EDGE' };
  const streaming =
    HELLO_WORLD +
    "export const ticks = app.route('/ticks')(async function* () { yield 'tick'; });\n";
  const said = async (source: string): Promise<readonly string[]> => {
    const cwd = temporaryProject({ 'app.ts': source, [CONFIG]: JSON.stringify(config) });
    const { stdout, exitCode } = await runHere('check', { cwd });
    expect(exitCode).toBe(0);
    return stdout.match(/FW115\d/g) ?? [];
  };
  expect(await said(streaming)).toEqual(['FW1157', 'FW1158']);
  expect(await said(HELLO_WORLD)).toEqual([]);
});

test('a number is a stage name like any other', async () => {
  const config = { stages: { '007': { subnet_ids: ['subnet-1'] } } };
  const files = { [CONFIG]: JSON.stringify(config) };
  expect(await checked(files, 'check --stage 007')).toContain('the stage 007');
});

test('the environment variables of the stage are known in route options', async () => {
  const source = HELLO_WORLD.replace("'/'", '`/${process.env.PREFIX}`');
  const config = { stages: { dev: { environment_variables: { PREFIX: 'cities' } } } };
  const files = { 'app.ts': source, [CONFIG]: JSON.stringify(config) };
  expect(await checked(files)).toBe('exit code 0\nNo problems: 1 route, 0 functions, 1 file.\n');
  expect(await checked(files, 'check --stage prod')).toMatch(/^exit code 1\n/);
});

describe('settings', () => {
  test('a broken tsconfig.json is a problem with its place', async () => {
    const files = { 'tsconfig.json': '{ "compilerOptions": { ' };
    expect(await checked(files)).toMatchInlineSnapshot(`
      "exit code 1
      tsconfig.json:1:24: error FW1050: \`tsconfig.json\` is not valid: a closing brace is missing here.
        hint: Fix the file: it determines how decorators and imports are read.
      1 error in 1 file
      "
    `);
  });

  test('files that begin with a byte order mark are read as without it', async () => {
    const files = {
      'app.ts': `\uFEFF${HELLO_WORLD}`,
      'tsconfig.json': '\uFEFF{ "compilerOptions": { "strict" true } }',
      [CONFIG]: '\uFEFF{ "version": "2.0" }',
    };
    expect(await checked(files)).toMatchInlineSnapshot(`
      "exit code 1
      tsconfig.json:1:33: error FW1050: \`tsconfig.json\` is not valid: a colon is missing here.
        hint: Fix the file: it determines how decorators and imports are read.
      1 error in 1 file
      "
    `);
  });

  test('a broken file that tsconfig.json extends is a problem of that file', async () => {
    const files = {
      'guide/app.ts': HELLO_WORLD,
      'guide/tsconfig.json': '{ "extends": ["../tsconfig.base"] }',
      'tsconfig.base.json': '{ "compilerOptions": { "strict" true } }',
    };
    expect(await checked(files, 'check --project-dir guide')).toMatchInlineSnapshot(`
      "exit code 1
      tsconfig.base.json:1:33: error FW1050: \`../tsconfig.base.json\` is not valid: a colon is missing here.
        hint: Fix the file: it determines how decorators and imports are read.
      1 error in 1 file
      "
    `);
  });

  test('a tsconfig.json that extends nothing that exists is a problem', async () => {
    const files = { 'tsconfig.json': '{ "extends": "@none/such" }' };
    expect(await checked(files)).toMatchInlineSnapshot(`
      "exit code 1
      error FW1051: \`tsconfig.json\` cannot be used: File '@none/such' not found.
        hint: Correct \`extends\`, or install the package that it names with \`npm install\`.
      1 error
      "
    `);
  });

  test('comments and trailing commas of a tsconfig.json are fine', async () => {
    const tsconfig = '{ // ours\n "compilerOptions": { "strict": true, }, }';
    expect(await checked({ 'tsconfig.json': tsconfig })).toMatch(/^exit code 0\n/);
  });

  test('a broken package.json is a problem with its place', async () => {
    expect(await checked({ 'package.json': "{ 'name': 1 }" })).toMatchInlineSnapshot(`
      "exit code 1
      package.json:1:3: error FW1052: package.json is not valid JSON: this is not a JSON value.
        hint: JSON allows only double quotes, and neither comments nor a comma after the last entry.
      package.json:1:9: error FW1052: package.json is not valid JSON: a key in double quotes is missing here.
        hint: JSON allows only double quotes, and neither comments nor a comma after the last entry.
      package.json:1:13: error FW1052: package.json is not valid JSON: a value is missing here.
        hint: JSON allows only double quotes, and neither comments nor a comma after the last entry.
      3 errors in 1 file
      "
    `);
  });
});

describe('for machines', () => {
  test('--json prints one document, also when there is nothing to say', async () => {
    const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
    const { stdout, exitCode } = await runHere('check --json', { cwd });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ version: 1, errors: 0, warnings: 0, diagnostics: [] });
  });

  test('--json tells everything about a problem', async () => {
    const cwd = temporaryProject({ 'app.ts': WRONG });
    const { stdout, exitCode } = await runHere('check --json', { cwd });
    expect(exitCode).toBe(1);
    const place = { file: 'app.ts', start: 144, end: 145 };
    const found = {
      code: 'FW2103',
      severity: 'error',
      message: 'The path `/cities/` ends in a slash.',
      at: { ...place, line: 6, column: 22, endLine: 6, endColumn: 23 },
      hint: 'Write `/cities`.',
      fix: { title: 'Remove the slash', edits: [{ ...place, text: '' }] },
    };
    const printed = { version: 1, errors: 1, warnings: 0, diagnostics: [found] };
    expect(stdout).toBe(`${JSON.stringify(printed, null, 2)}\n`);
  });

  test('--github prints annotations with paths from the root of the repository', async () => {
    const cwd = temporaryProject({ 'guide/app.ts': WRONG });
    const { stdout, exitCode } = await runHere('check --github', {
      cwd: join(cwd, 'guide'),
      environment: { GITHUB_WORKSPACE: cwd },
    });
    expect(exitCode).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "::error file=guide/app.ts,line=6,endLine=6,col=22,endColumn=23,title=FW2103::The path \`/cities/\` ends in a slash.%0AWrite \`/cities\`.
      "
    `);
  });
});

test('--watch checks again after each change, and Ctrl-C ends it', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const stop = new AbortController();
  const output: string[] = [];
  const running = run('check --watch', {
    cwd,
    signal: stop.signal,
    onOutput: (text) => output.push(text),
  });
  await until(() => output.join('').includes('Watching'));
  writeFileSync(join(cwd, 'app.ts'), WRONG);
  await until(() => output.join('').includes('FW2103'));
  writeFileSync(join(cwd, 'app.ts'), HELLO_WORLD);
  await until(() => output.join('').split('No problems').length > 2);
  stop.abort();
  const { exitCode, stdout } = await running;
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('\u001b');
});

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('it did not happen in 60 seconds');
    await sleep(20);
  }
}

test('a view in a file that nothing imports is a warning, unless the tsconfig excludes the file', async () => {
  const views = `import { app } from '../app.js';
export const cities = app.route('/cities')(() => []);
`;
  const tsconfig = '{ "include": ["app.ts"], "exclude": ["drafts"] }';
  const files = { 'views/cities.ts': views, 'drafts/towns.ts': views, 'tsconfig.json': tsconfig };
  expect(await checked(files)).toMatchInlineSnapshot(`
    "exit code 0
    views/cities.ts:2:23: warning FW2022: \`app.route('/cities')\` is in \`views/cities.ts\`, which is not imported, so the view is not part of the application.
      hint: Write \`import './views/cities.js';\` in \`app.ts\`, or list the file in \`exclude\` of tsconfig.json.
    1 warning in 1 file
    "
  `);
});
