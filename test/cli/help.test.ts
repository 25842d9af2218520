// Specification 4.6: `framework --help` prints usage; each command explains itself with examples.
import { expect, test } from 'vitest';
import { commands } from '../../cli/commands/registry.js';
import { runHere } from '../support/run-here.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../support/run.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { loadApp } from '../../cli/app/load-app.js';

const here = { cwd: process.cwd() };

test('framework --help prints usage `framework [OPTIONS] COMMAND [ARGS]...` and the commands', async () => {
  expect(await answer('--help')).toMatchInlineSnapshot(`
    "Usage: framework [OPTIONS] COMMAND [ARGS]...

    Commands:
      new-project  Create a project
      check        Check the application and its configuration
      explain      Explain a problem by its code
      docs         Find pages of the documentation and error codes, offline
      routes       List the routes and functions of the application
      openapi      Print the OpenAPI document of the application
      client       Print a typed client of the application
      gen-policy   Print the access policy that the code needs
      build        Build the deployable folder and the manifest
      plan         Print what a deploy would change, without changing it
      deploy       Create or update the API, the functions and the roles of a stage
      pipeline     Print a GitHub Actions workflow that deploys the stage
      export       Write the stage as Terraform or CloudFormation
      stages       List the deployed stages
      secret       Store, list and delete the secrets of a stage
      parameter    Store, list and delete the parameters of a stage
      url          Print the URL of the deployed API
      keys         List the API keys of a stage, or print the value of a key
      logs         Print what a deployed function has printed and logged
      invoke       Call a lambda function or a view, deployed or on this machine
      rollback     Restore what was deployed before the last deploy
      delete       Delete the API, the functions and the roles of a stage
      cloud        Run a local cloud for the application
      local        Serve the application on this machine
      mcp          Offer these commands to an agent with the Model Context Protocol

    Options:
      --project-dir <directory>  Directory of the project; defaults to the working directory
      --debug                    Show the stack of an internal error
      -h, --help                 Show help
      -v, --version              Show the version

    Run "framework COMMAND --help" for the options and examples of a command.
    "
  `);
});

test('help is the same however it is asked for', async () => {
  const asked = await Promise.all(
    ['check --help', 'help check', 'check -h', '--help check'].map(answer),
  );
  expect(new Set(asked).size).toBe(1);
  expect(await answer('help')).toBe(await answer('-h'));
});

test('help of a command shows its options with defaults and its examples', async () => {
  expect(await answer('new-project --help')).toMatchInlineSnapshot(`
    "Usage: framework new-project [OPTIONS] <name>

    Creates a directory with a small application, its configuration and a test. An
    existing directory is never touched.

    Arguments:
      name  Name of the project, its directory and the application

    Options:
      --decorators <mode>        Kind of decorators that the generated tsconfig.json selects (standard or legacy; default: standard)
      --project-dir <directory>  Directory of the project; defaults to the working directory
      --debug                    Show the stack of an internal error
      -h, --help                 Show help
      -v, --version              Show the version

    Examples:
      # Create ./helloworld
      framework new-project helloworld
      # The same with experimentalDecorators and decorator metadata
      framework new-project helloworld --decorators legacy
    "
  `);
});

test.each(commands.map(({ spec }) => spec))(
  '$name has a summary, a description and examples that name it',
  (spec) => {
    expect(spec.summary).toMatch(/^[A-Z][^.]*$/);
    expect(spec.description).toMatch(/\.$/);
    expect(spec.examples.length).toBeGreaterThan(0);
    for (const [command] of spec.examples)
      expect(command).toMatch(new RegExp(`^framework ${spec.name}\\b`));
    for (const option of Object.values(spec.options)) {
      expect(option.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(option.value === undefined).toBe(option.kind === 'boolean');
    }
  },
);

test('framework --version prints the version of the package', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  expect(await answer('--version')).toBe(`${manifest.version}\n`);
  expect(await answer('check -v')).toBe(`${manifest.version}\n`);
});

async function answer(line: string): Promise<string> {
  const { stdout, stderr, exitCode } = await runHere(line, here);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return stdout;
}

// `framework openapi` and `framework client` as a user runs them.

test.each(['openapi', 'client'])(
  '%s prints, writes and checks',
  async (name) => {
    const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
    const printed = await run(name, { cwd });
    expect(printed).toMatchObject({ exitCode: 0, stderr: '' });

    const check = [name, '--out', 'made/file', '--check'];
    const absent = await runHere(check, { cwd });
    expect(absent.exitCode).toBe(1);
    expect(absent.stderr).toContain('FW3121');

    expect((await runHere([name, '--out', 'made/file'], { cwd })).stdout).toMatch(
      /^Wrote made\/file \(1 (?:operation|route)\)\n$/,
    );
    const path = join(cwd, 'made/file');
    expect(readFileSync(path, 'utf8')).toBe(printed.stdout);
    const same = { exitCode: 0, stdout: 'made/file is up to date.\n', stderr: '' };
    expect(await runHere([name, '--out', 'made/file'], { cwd })).toEqual(same);
    writeFileSync(path, printed.stdout.replaceAll('\n', '\r\n'));
    expect(await runHere(check, { cwd })).toEqual(same);

    writeFileSync(join(cwd, 'app.ts'), HELLO_WORLD.replace("route('/')", "route('/hello')"));
    const stale = await runHere(check, { cwd });
    expect(stale.exitCode).toBe(1);
    expect(stale.stderr).toContain('FW3120');
    expect(stale.stderr).toContain(`framework ${name} --out made/file`);
  },
  60_000,
);

test('--check without --out is a mistake of the command line', async () => {
  const cwd = temporaryProject({ 'app.ts': HELLO_WORLD });
  const { exitCode, stderr } = await runHere('openapi --check', { cwd });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
  expect(stderr).toContain('`--check` needs `--out`');
});

// The names that resources get from their application and stage (FW1159).

/** Returns the messages for one declaration in a stage. */
function messagesOf(declared: string, { app = 'atlas', stage = 'dev' } = {}): readonly string[] {
  const [maker = ''] = declared.split('(', 1);
  const directory = temporaryProject({
    'app.ts': `import { ${maker}, Framework } from 'framework';
export const app = new Framework({ appName: '${app}' });
export const one = new ${declared};
export const index = app.route('/')(() => one.name);
`,
  });
  return loadApp({ directory, stage }).diagnostics.map(
    ({ code, message, at }) => `${code} line ${String(at?.line)}: ${message}`,
  );
}

const name = (length: number): string => `'${'x'.repeat(length)}'`;

// `atlas-dev-` has 10 characters, `-failed` has 7, and the account and region of a bucket have 28 including their hyphens.
test.each([
  ['Bucket', 25, ''],
  ['Queue', 70, ''],
  ['Queue', 63, ', { retries: 1 }'],
  ['Topic', 246, ''],
  ['Table', 245, ", { key: 'id' }"],
])('a %s may have a name of %i characters and no more', (maker, most, options) => {
  expect(messagesOf(`${maker}(${name(most)}${options})`)).toEqual([]);
  const [message, ...others] = messagesOf(`${maker}(${name(most + 1)}${options})`);
  expect(others).toEqual([]);
  expect(message).toMatch(
    /^FW1159 line 3: The \w+ `x+` would be named `atlas-dev-x+.*` in AWS\. This name has/,
  );
});

test('a bucket needs an application and a stage in lower case', () => {
  expect(messagesOf("Bucket('photos')", { app: 'City_Guide' })).toEqual([
    'FW1159 line 3: The bucket `photos` would be named `City_Guide-dev-photos-<account>-<region>` in AWS, but the name of a bucket can contain only lower-case letters, digits and `-`.',
  ]);
  expect(messagesOf("Bucket('photos')", { stage: 'Prod' })).toHaveLength(1);
  expect(messagesOf("Table('cities', { key: 'id' })", { app: 'City_Guide' })).toEqual([]);
});
