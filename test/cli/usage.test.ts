// Mistakes on the command line: exit code 2, one line that explains the mistake, and never a stack trace.
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/run-here.js';
import { temporaryProject } from '../support/temporary-project.js';

/** Returns all output for a mistake; stdout must be empty. */
async function mistake(line: string): Promise<string> {
  const { stdout, stderr, exitCode } = await runHere(line, {
    cwd: temporaryProject({ 'file.txt': '' }),
  });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).not.toMatch(/^ {4}at /m);
  return stderr;
}

const port = (value: string): string =>
  `\`--port\` must be a whole number from 0 to 65535, not \`${value}\`.`;

describe('a mistake on the command line', () => {
  test('no command', async () => {
    const { stdout } = await runHere('--help', { cwd: process.cwd() });
    expect(await mistake('')).toBe(stdout);
  });

  test.each<[line: string, help: string, error: string, hint?: string]>([
    ['chek', '', 'There is no command `chek`.', 'Did you mean `framework check`?'],
    ['frobnicate', '', 'There is no command `frobnicate`.'],
    ['help route', '', 'There is no command `route`.', 'Did you mean `framework routes`?'],
    ['check --sage prod', 'check', 'There is no option `--sage`.', 'Did you mean `--stage`?'],
    ['check -x', 'check', 'There is no option `-x`.'],
    ['--frobnicate', '', 'There is no option `--frobnicate`.'],
    ['check --stage', 'check', '`--stage` needs a value.', 'Use `--stage <name>`.'],
    ['check --stage=', 'check', '`--stage` needs a value.', 'Use `--stage <name>`.'],
    ['local --port --no-auth', 'local', '`--port` needs a value.', 'Use `--port <number>`.'],
    ['check --json=yes', 'check', '`--json` takes no value.'],
    ['local --reload', 'local', 'There is no option `--reload`.', 'Did you mean `--no-reload`?'],
    ['check --no-json', 'check', 'There is no option `--no-json`.', 'Did you mean `--json`?'],
    ['local --port=http', 'local', port('http')],
    ['local --port=80.5', 'local', port('80.5')],
    ['local --port=70000', 'local', port('70000')],
    ['local --port=0x50', 'local', port('0x50')],
    [
      'new-project hello --decorators lagacy',
      'new-project',
      '`--decorators` must be `standard` or `legacy`, not `lagacy`.',
      'Did you mean `--decorators legacy`?',
    ],
    [
      'new-project',
      'new-project',
      'The argument `<name>` is missing.',
      'Run `framework new-project <name>`.',
    ],
    ['check app.ts', 'check', 'The argument `app.ts` is not expected.'],
    ['check --github --watch', 'check', '`--github` and `--watch` cannot be combined.'],
    ['check --project-dir nowhere', 'check', 'There is no directory `nowhere`.'],
    ['check --project-dir file.txt', 'check', 'There is no directory `file.txt`.'],
  ])('%s', async (line, help, error, hint) => {
    const lines = [`error: ${error}`, hint && `  hint: ${hint}`];
    const last = `  help: framework ${help}${help && ' '}--help`;
    expect(await mistake(line)).toBe(`${[...lines.filter(Boolean), last].join('\n')}\n`);
  });
});
