// What applies to every command: signals, closed pipes, internal errors, colors.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ExitCode, type Command } from '../../cli/program/command.js';
import { runProgram } from '../../cli/program/program.js';
import { refuseOldNode } from '../../cli/program/version.js';
import { CLI, run } from '../support/run.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('the process of a command', 3);

test('a reader that closes the pipe early is no error', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const child = spawn(process.execPath, [CLI, 'routes', '--json'], { cwd });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(child, 'close');
  expect({ stderr, exitCode: child.exitCode }).toEqual({ stderr: '', exitCode: 0 });
});

const INTERRUPTED = [
  ['local', 'SIGINT'],
  ['local', 'SIGTERM'],
  ['deploy', 'SIGINT'],
  ['deploy', 'SIGTERM'],
  ['plan', 'SIGINT'],
] as const;

test.each(INTERRUPTED)(
  '%s ends at %s at once while it compiles, which is synchronous',
  async (command, signal) => {
    const cwd = temporaryProject({
      'app.ts': HELLO_WORLD,
      'interrupt.mjs': `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const read = fs.readFileSync;
fs.readFileSync = (path, ...rest) => {
  if (String(path).endsWith('app.ts')) process.kill(process.pid, '${signal}');
  return read(path, ...rest);
};
syncBuiltinESMExports();
`,
    });
    const environment = {
      NODE_OPTIONS: `--import ${pathToFileURL(join(cwd, 'interrupt.mjs')).href}`,
      AWS_REGION: 'eu-west-1',
    };
    const { stdout, stderr, exitCode } = await run(command, { cwd, environment });
    // Null means that the signal ended the process, not the program itself.
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: null });
    expect(stderr).not.toMatch(/Bundling|Interrupted/);
  },
);

test('colours are for terminals, NO_COLOR and FORCE_COLOR decide otherwise', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const colored = async (
    environment: Readonly<Record<string, string | undefined>>,
  ): Promise<boolean> => (await run('routes', { cwd, environment })).stdout.includes('\u001b[');
  expect(await colored({ NO_COLOR: undefined })).toBe(false);
  expect(await colored({ NO_COLOR: undefined, FORCE_COLOR: '1' })).toBe(true);
  expect(await colored({ NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
});

test.each([
  ['16.20.2', true],
  ['18.20.8', true],
  ['20.18.3', true],
  ['20.19.0', false],
  ['21.0.0', false],
  ['22.11.0', false],
  ['24.0.0-nightly', false],
])('Node.js %s: too old is %s, in one line', (version, isTooOld) => {
  expect(refuseOldNode(version)?.message).toEqual(
    isTooOld ? `framework needs Node.js 20.19 or later, but this is ${version}.` : undefined,
  );
});

test('an old Node.js is refused before anything is loaded that it lacks', async () => {
  const cwd = temporaryProject({
    'app.ts': HELLO_WORLD,
    'old.cjs': "Object.defineProperty(process.versions, 'node', { value: '18.20.8' });",
  });
  const environment = { NODE_OPTIONS: `--require ${cwd}/old.cjs` };
  const { stdout, stderr, exitCode } = await run('check', { cwd, environment });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(stderr).toBe(
    'framework needs Node.js 20.19 or later, but this is 18.20.8. Install Node.js 22 or 24: nodejs.org/download\n',
  );
});

/** Returns the output of a command that throws a file system error. */
async function runRefused(error: Readonly<Record<string, string>>): Promise<RefusedRun> {
  const thrown = new Error('outer', { cause: Object.assign(new Error('refused'), error) });
  return runCommand(throwing(thrown), []);
}

test.each([
  ['EACCES', 'open', 'this user does not have permission'],
  ['EROFS', 'mkdir', 'the file system is read-only'],
  ['ENOSPC', 'write', 'the disk is full'],
  ['EMFILE', 'open', 'too many files are open'],
  ['EISDIR', 'read', 'it is a folder, but a file is expected'],
  ['ENAMETOOLONG', 'open', 'the path is too long'],
  ['ELOOP', 'stat', 'symbolic links form a cycle'],
  ['EPERM', 'unlink', 'the operating system does not allow it'],
  ['ENOTDIR', 'mkdir', 'there is a file where a folder belongs'],
  ['EBUSY', 'rename', 'another program is using it'],
])('%s of %s is a problem with its path and reason', async (code, syscall, reason) => {
  const { stderr, exitCode } = await runRefused({ code, syscall, path: '/p/.framework/build' });
  expect(exitCode).toBe(ExitCode.diagnostics);
  expect(stderr).toContain(
    `error FW1063: \`/p/.framework/build\` cannot be read or written: ${reason}.\n  hint: `,
  );
});

test('a socket that is refused is no file', async () => {
  const { stderr, exitCode } = await runRefused({ code: 'EACCES', syscall: 'connect' });
  expect(exitCode).toBe(ExitCode.bug);
  expect(stderr).toContain('error FW9001: ');
});

test('a file in the place of a folder is told by the commands that write', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD, '.framework/build': 'a file' });
  const { stderr, exitCode } = await run('build', { cwd });
  expect(exitCode).toBe(ExitCode.diagnostics);
  expect(stderr).toMatch(/error FW1063: `\S+\/\.framework\/build\S*` cannot be read or written/);
});

it.runIf(process.platform === 'linux')('a full disk behind the output is told', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [CLI, 'routes'], { cwd, stdio: ['ignore', full, 'pipe'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(child, 'close');
  closeSync(full);
  expect(stderr).toContain('error FW1063: ');
  expect(stderr).toContain('the disk is full');
  expect(child.exitCode).toBe(ExitCode.diagnostics);
});

test('an unexpected exception is FW9001 with how to report it, and its stack only when asked for', async () => {
  const silent = await runBroken([]);
  expect(silent.exitCode).toBe(ExitCode.bug);
  expect(silent.stderr.replace(/Node\.js v\S+ \S+ \w+/, 'Node.js <system>')).toMatchInlineSnapshot(`
    "error FW9001: Framework failed unexpectedly; this is a bug in framework. TypeError: outer
      hint: Run \`framework break --debug\` to see where.
      report: the command \`framework break\`, framework 0.7.0, Node.js <system>, the stack, and the smallest application that shows it
      explained: framework explain FW9001
    "
  `);
  expect((await runBroken(['--debug'])).stderr).toMatch(
    /\n {4}at .*\ncaused by Error: inner\n {4}at /s,
  );
  expect((await runBroken([], { FRAMEWORK_DEBUG: '1' })).stderr).toMatch(/\n {4}at /);
});

test('an unexpected exception is a document where one is wanted, and its stack is beside it', async () => {
  const { stdout, stderr, exitCode } = await runBroken(['--json']);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: ExitCode.bug });
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    errors: 1,
    diagnostics: [{ code: 'FW9001', severity: 'error' }],
  });
  const shown = await runBroken(['--json', '--debug']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ errors: 1 });
  expect(shown.stderr).toMatch(/^TypeError: outer\n {4}at .*\ncaused by Error: inner\n {4}at /s);
});

test('a command that is interrupted and throws for it is no bug', async () => {
  const { exitCode, stderr } = await runBroken([], {}, AbortSignal.abort());
  expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.interrupted, stderr: '' });
});

test('a command that does not ask for the signal leaves signals to the process', async () => {
  let isAsked = false;
  const write = (): boolean => true;
  const stream = { isTty: false, width: undefined, hasColor: false, hasUnicode: false, write };
  const exitCode = await runProgram({
    commands: [
      { ...broken, load: () => Promise.resolve({ run: () => Promise.resolve(ExitCode.ok) }) },
    ],
    argv: ['break'],
    workingDirectory: process.cwd(),
    environment: {},
    get signal() {
      isAsked = true;
      return new AbortController().signal;
    },
    terminal: { out: stream, err: stream, canAsk: false },
  });
  expect({ exitCode, isAsked }).toEqual({ exitCode: ExitCode.ok, isAsked: false });
});

const throwing = (error: Error): Command => ({
  spec: {
    name: 'break',
    summary: 'Breaks',
    description: 'Breaks.',
    positionals: [],
    options: { json: { kind: 'boolean', summary: 'Print one JSON document' } },
    examples: [],
  },
  load: () => Promise.resolve({ run: () => Promise.reject(error) }),
});

const broken = throwing(new TypeError('outer', { cause: new Error('inner') }));

type DeploymentNames = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

function runBroken(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<RefusedRun> {
  return runCommand(broken, argv, { environment, signal });
}

type RefusedRun = {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
};

async function runCommand(
  command: Command,
  argv: readonly string[],
  { environment = {}, signal = new AbortController().signal }: DeploymentNames = {},
): Promise<RefusedRun> {
  let stdout = '';
  let stderr = '';
  const stream = { isTty: false, width: undefined, hasColor: false, hasUnicode: false };
  const exitCode = await runProgram({
    commands: [command],
    argv: ['break', ...argv],
    workingDirectory: process.cwd(),
    environment,
    signal,
    terminal: {
      out: { ...stream, write: (text) => (stdout += text) },
      err: { ...stream, write: (text) => (stderr += text) },
      canAsk: false,
    },
  });
  return { exitCode, stdout, stderr };
}
