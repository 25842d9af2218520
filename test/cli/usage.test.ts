// Mistakes on the command line: exit code 2, one line that explains the mistake, and never a stack trace.
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/run-here.js';
import { temporaryProject } from '../support/temporary-project.js';

/** Returns all output for a mistake; stdout must be empty. */
async function mistake(argv: readonly string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await runHere(argv, {
    cwd: temporaryProject({ 'file.txt': '' }),
  });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).not.toMatch(/^ {4}at /m);
  return stderr;
}

describe('a mistake on the command line', () => {
  test('no command', async () => {
    const { stdout } = await runHere('--help', { cwd: process.cwd() });
    expect(await mistake([])).toBe(stdout);
  });

  test('an unknown command', async () => {
    expect(await mistake(['chek'])).toMatchInlineSnapshot(`
      "error: There is no command \`chek\`.
        hint: Did you mean \`framework check\`?
        help: framework --help
      "
    `);
    expect(await mistake(['frobnicate'])).toMatchInlineSnapshot(`
      "error: There is no command \`frobnicate\`.
        help: framework --help
      "
    `);
  });

  test('help for an unknown command', async () => {
    expect(await mistake(['help', 'route'])).toMatchInlineSnapshot(`
      "error: There is no command \`route\`.
        hint: Did you mean \`framework routes\`?
        help: framework --help
      "
    `);
  });

  test('an unknown option', async () => {
    expect(await mistake(['check', '--sage', 'prod'])).toMatchInlineSnapshot(`
      "error: There is no option \`--sage\`.
        hint: Did you mean \`--stage\`?
        help: framework check --help
      "
    `);
    expect(await mistake(['check', '-x'])).toMatchInlineSnapshot(`
      "error: There is no option \`-x\`.
        help: framework check --help
      "
    `);
    expect(await mistake(['--frobnicate'])).toMatchInlineSnapshot(`
      "error: There is no option \`--frobnicate\`.
        help: framework --help
      "
    `);
  });

  test('an option without its value', async () => {
    expect(await mistake(['check', '--stage'])).toMatchInlineSnapshot(`
      "error: \`--stage\` needs a value.
        hint: Use \`--stage <name>\`.
        help: framework check --help
      "
    `);
    expect(await mistake(['check', '--stage='])).toMatchInlineSnapshot(`
      "error: \`--stage\` needs a value.
        hint: Use \`--stage <name>\`.
        help: framework check --help
      "
    `);
    expect(await mistake(['local', '--port', '--no-auth'])).toMatchInlineSnapshot(`
      "error: \`--port\` needs a value.
        hint: Use \`--port <number>\`.
        help: framework local --help
      "
    `);
  });

  test('a value for an option that takes none', async () => {
    expect(await mistake(['check', '--json=yes'])).toMatchInlineSnapshot(`
      "error: \`--json\` takes no value.
        help: framework check --help
      "
    `);
  });

  test('an option turned around', async () => {
    expect(await mistake(['local', '--reload'])).toMatchInlineSnapshot(`
      "error: There is no option \`--reload\`.
        hint: Did you mean \`--no-reload\`?
        help: framework local --help
      "
    `);
    expect(await mistake(['check', '--no-json'])).toMatchInlineSnapshot(`
      "error: There is no option \`--no-json\`.
        hint: Did you mean \`--json\`?
        help: framework check --help
      "
    `);
  });

  test('a number that is none or out of range', async () => {
    expect(await mistake(['local', '--port=http'])).toMatchInlineSnapshot(`
      "error: \`--port\` must be a whole number from 0 to 65535, not \`http\`.
        help: framework local --help
      "
    `);
    expect(await mistake(['local', '--port=80.5'])).toMatchInlineSnapshot(`
      "error: \`--port\` must be a whole number from 0 to 65535, not \`80.5\`.
        help: framework local --help
      "
    `);
    expect(await mistake(['local', '--port=70000'])).toMatchInlineSnapshot(`
      "error: \`--port\` must be a whole number from 0 to 65535, not \`70000\`.
        help: framework local --help
      "
    `);
    expect(await mistake(['local', '--port=0x50'])).toMatchInlineSnapshot(`
      "error: \`--port\` must be a whole number from 0 to 65535, not \`0x50\`.
        help: framework local --help
      "
    `);
  });

  test('a choice that is none', async () => {
    expect(await mistake(['new-project', 'hello', '--decorators', 'lagacy']))
      .toMatchInlineSnapshot(`
      "error: \`--decorators\` must be \`standard\` or \`legacy\`, not \`lagacy\`.
        hint: Did you mean \`--decorators legacy\`?
        help: framework new-project --help
      "
    `);
  });

  test('a missing argument, where nobody can be asked', async () => {
    expect(await mistake(['new-project'])).toMatchInlineSnapshot(`
      "error: The argument \`<name>\` is missing.
        hint: Run \`framework new-project <name>\`.
        help: framework new-project --help
      "
    `);
  });

  test('an argument too many', async () => {
    expect(await mistake(['check', 'app.ts'])).toMatchInlineSnapshot(`
      "error: The argument \`app.ts\` is not expected.
        help: framework check --help
      "
    `);
  });

  test('options that do not go together', async () => {
    expect(await mistake(['check', '--github', '--watch'])).toMatchInlineSnapshot(`
      "error: \`--github\` and \`--watch\` cannot be combined.
        help: framework check --help
      "
    `);
  });

  test('a project directory that does not exist', async () => {
    expect(await mistake(['check', '--project-dir', 'nowhere'])).toMatchInlineSnapshot(`
      "error: There is no directory \`nowhere\`.
        help: framework check --help
      "
    `);
    expect(await mistake(['check', '--project-dir', 'file.txt'])).toMatchInlineSnapshot(`
      "error: There is no directory \`file.txt\`.
        help: framework check --help
      "
    `);
  });
});
