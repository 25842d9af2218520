// What holds for every command: signals, closed pipes, bugs of ours, colours.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ExitCode } from '../../cli/exit-code.js';
import type { Command } from '../../cli/command.js';
import { runProgram } from '../../cli/program.js';
import { CLI, run } from '../support/run.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

test('a reader that closes the pipe early is no error', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const child = spawn(process.execPath, [CLI, 'routes', '--json'], { cwd });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(child, 'close');
  expect({ stderr, exitCode: child.exitCode }).toEqual({ stderr: '', exitCode: 0 });
});

test('colours are for terminals, NO_COLOR and FORCE_COLOR decide otherwise', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const colored = async (
    environment: Readonly<Record<string, string | undefined>>,
  ): Promise<boolean> => (await run('routes', { cwd, environment })).stdout.includes('\u001b[');
  expect(await colored({ NO_COLOR: undefined })).toBe(false);
  expect(await colored({ NO_COLOR: undefined, FORCE_COLOR: '1' })).toBe(true);
  expect(await colored({ NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
});

test('an unexpected exception is FW9001 with how to report it, and its stack only when asked for', async () => {
  const silent = await runBroken([]);
  expect(silent.exitCode).toBe(ExitCode.bug);
  expect(silent.stderr.replace(/Node\.js v\S+ \S+ \w+/, 'Node.js <system>')).toMatchInlineSnapshot(`
    "error FW9001: Framework failed in a way nobody expected; this is a bug in it. TypeError: outer
      hint: Type \`framework break --debug\` to see where.
      report: the command \`framework break\`, framework 0.7.0, Node.js <system>, the stack, and the smallest application that shows it
      explained: framework explain FW9001
    "
  `);
  expect((await runBroken(['--debug'])).stderr).toMatch(
    /\n {4}at .*\ncaused by Error: inner\n {4}at /s,
  );
  expect((await runBroken([], { FRAMEWORK_DEBUG: '1' })).stderr).toMatch(/\n {4}at /);
});

test('a command that is interrupted and throws for it is no bug', async () => {
  const { exitCode, stderr } = await runBroken([], {}, AbortSignal.abort());
  expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.interrupted, stderr: '' });
});

const broken: Command = {
  spec: {
    name: 'break',
    summary: 'Breaks',
    description: 'Breaks.',
    positionals: [],
    options: {},
    examples: [],
  },
  load: () =>
    Promise.resolve({
      run: () => Promise.reject(new TypeError('outer', { cause: new Error('inner') })),
    }),
};

async function runBroken(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly exitCode: number; readonly stderr: string }> {
  let stderr = '';
  const stream = { isTty: false, width: undefined, hasColor: false, hasUnicode: false };
  const exitCode = await runProgram({
    commands: [broken],
    argv: ['break', ...argv],
    workingDirectory: process.cwd(),
    environment,
    signal,
    terminal: {
      out: { ...stream, write: () => undefined },
      err: { ...stream, write: (text) => (stderr += text) },
      canAsk: false,
    },
  });
  return { exitCode, stderr };
}
