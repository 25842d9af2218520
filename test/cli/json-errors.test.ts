// With `--json`, an error that ends the program is also a JSON document: stdout contains nothing else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ExitCode } from '../../cli/program/command.js';
import { CLI, run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('errors as JSON', 2);

const DOCUMENT = z.object({
  version: z.literal(1),
  errors: z.number(),
  warnings: z.number(),
  diagnostics: z.array(
    z.object({
      code: z.string(),
      severity: z.string(),
      message: z.string(),
      hint: z.string().optional(),
    }),
  ),
});

/** Returns the code, message and hint of the only problem, without any other output. */
async function onlyProblem(
  line: string,
  files: Readonly<Record<string, string>> = { 'app.ts': HELLO_WORLD },
  nodeOptions?: string,
): Promise<{
  readonly exitCode: number | null;
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
}> {
  const cwd = temporaryProject(files);
  // Errors before the program begins concern its process.
  const { stdout, stderr, exitCode } =
    nodeOptions === undefined
      ? await runHere(line, { cwd })
      : await run(line, { cwd, environment: { NODE_OPTIONS: nodeOptions.replace('<cwd>', cwd) } });
  expect(stderr).toBe('');
  const document = DOCUMENT.parse(JSON.parse(stdout));
  expect(document.errors).toBe(document.diagnostics.length);
  const [{ code, message, hint } = { code: '', message: '' }, ...others] = document.diagnostics;
  expect(others).toEqual([]);
  return { exitCode, code, message: message.replaceAll(cwd, '<cwd>'), hint };
}

describe('a command line that cannot be obeyed', () => {
  test.each([
    ['chekc --json', 'There is no command `chekc`.', 'Did you mean `framework check`?'],
    ['check --json --sage=x', 'There is no option `--sage`.', 'Did you mean `--stage`?'],
    ['check --stage --json', '`--stage` needs a value.', 'Use `--stage <name>`.'],
    ['check --json more', 'The argument `more` is not expected.', 'Run `framework check --help`.'],
    [
      'check --json --project-dir nowhere',
      'There is no directory `nowhere`.',
      'Run `framework check --help`.',
    ],
    [
      'check --json --watch',
      '`--json` and `--watch` cannot be combined.',
      'Run `framework check --help`.',
    ],
    [
      'explain FW7799 --json',
      'There is no error code `FW7799`.',
      'A code consists of `FW` and four digits.',
    ],
    [
      'logs --json --since soon',
      '`--since` must be a duration such as `30s`, `10m`, `2h`, `1d` or a time such as `2026-11-21T13:00Z`, not `soon`.',
      'Run `framework logs --help`.',
    ],
    [
      'invoke --json',
      'Pass either the name of a lambda function or a route with `--path`.',
      'Run `framework invoke --help`.',
    ],
    ['local --json', 'There is no option `--json`.', 'Run `framework local --help`.'],
  ])('%s', async (line, message, hint) => {
    const code = 'FW1064';
    expect(await onlyProblem(line)).toEqual({ exitCode: ExitCode.usage, code, message, hint });
  });
});

test('what follows -- is no option', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const { stdout, stderr } = await runHere('check -- --json', { cwd });
  expect({ stdout, isText: stderr.startsWith('error: ') }).toEqual({ stdout: '', isText: true });
});

test.each(['routes', 'gen-policy'])(
  'an application with errors, of %s, which only reads it',
  async (command) => {
    const files = { 'app.ts': HELLO_WORLD.replace("'/'", "'/x/'") };
    const problem = await onlyProblem(`${command} --json`, files);
    expect(problem).toMatchObject({ exitCode: 1, code: 'FW2103' });
  },
);

test('a file that the system refuses', async () => {
  const files = { 'app.ts': HELLO_WORLD, '.framework/build': 'a file' };
  const { exitCode, code, message } = await onlyProblem('build --json', files);
  expect({ exitCode, code }).toEqual({ exitCode: 1, code: 'FW1063' });
  expect(message).toMatch(/^`<cwd>\/\.framework\/build\S*` cannot be read or written: /);
});

const LOADED = '--require "<cwd>/broken.cjs"';

test('an exception that nobody catches', async () => {
  const thrown = `const { on } = process;
process.on = function (name, listener) {
  if (name === 'uncaughtException') setImmediate(() => { throw new TypeError('outer') });
  return on.call(process, name, listener);
};`;
  const files = { 'app.ts': HELLO_WORLD, 'broken.cjs': thrown };
  const { exitCode, code, message, hint } = await onlyProblem('check --json', files, LOADED);
  expect({ exitCode, code }).toEqual({ exitCode: ExitCode.bug, code: 'FW9001' });
  expect(message).toContain('TypeError: outer');
  expect(hint).toContain('`framework check --json --debug`');
});

test('an old Node.js', async () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '18.20.8' });";
  const files = { 'app.ts': HELLO_WORLD, 'broken.cjs': old };
  expect(await onlyProblem('check --json', files, LOADED)).toEqual({
    exitCode: 1,
    code: 'FW1065',
    message: 'framework needs Node.js 20.19 or later, but this is 18.20.8.',
    hint: 'Install Node.js 22 or 24: nodejs.org/download',
  });
});

it.runIf(process.platform === 'linux')('what cannot be written there is text', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const full = openSync('/dev/full', 'w');
  const stdio = ['ignore', full, 'pipe'] as const;
  const child = spawn(process.execPath, [CLI, 'routes', '--json'], { cwd, stdio: [...stdio] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(child, 'close');
  closeSync(full);
  expect(stderr).toContain('error FW1063: ');
  expect(child.exitCode).toBe(ExitCode.diagnostics);
});
