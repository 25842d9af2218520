// Specification 1 and 4.6: `framework new-project <name>` creates the project directory, and the created project works.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkProjectName } from '../../cli/author/new-project/create-project.js';
import { run, type RunResult } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { isTurn, sampleOf } from '../support/sample.js';
import { temporaryProject } from '../support/temporary-project.js';
import { typeErrors } from '../support/type-program.js';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

const LONGEST_NAME = 'x'.repeat(60);

/** Several compilers and npm, one after the other. */
const SLOW = 180_000;

test('it creates the project directory with the layout of the specification', async () => {
  const { cwd, result } = await madeOnce();
  expect(result).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "Created helloworld: app.ts, .framework/config.json, package.json, tsconfig.json, test/app.test.mjs, README.md, AGENTS.md, .gitignore, vendor/framework-0.7.0.tgz

    Next:
      cd helloworld
      npm install
      npm start        serves it on http://localhost:8000
      npm test         calls its view as if it were deployed
    ",
    }
  `);
  const files = readdirSync(join(cwd, 'helloworld'), { recursive: true, encoding: 'utf8' }).sort();
  expect(files).toMatchInlineSnapshot(`
    [
      ".framework",
      ".framework/config.json",
      ".gitignore",
      "AGENTS.md",
      "README.md",
      "app.ts",
      "package.json",
      "test",
      "test/app.test.mjs",
      "tsconfig.json",
      "vendor",
      "vendor/framework-0.7.0.tgz",
    ]
  `);
  const config: unknown = JSON.parse(
    readFileSync(join(cwd, 'helloworld/.framework/config.json'), 'utf8'),
  );
  expect(config).toMatchInlineSnapshot(`
    {
      "$schema": "../node_modules/framework/dist/schemas/config.schema.json",
      "app_name": "helloworld",
      "architecture": "arm64",
      "role_per_function": true,
      "stages": {
        "dev": {
          "api_gateway_stage": "api",
        },
      },
      "version": "2.0",
    }
  `);
});

test('`framework` in its dependencies is a tarball inside the project', async () => {
  const { cwd } = await madeOnce();
  expect(readDependencies(join(cwd, 'helloworld'))).toEqual({
    framework: 'file:vendor/framework-0.7.0.tgz',
  });
});

test.runIf(isTurn('projects that are installed', 2, 3))(
  'the tarball contains what `npm pack` packs',
  async () => {
    const { cwd } = await madeOnce();
    const tarball = 'vendor/framework-0.7.0.tgz';
    const own = execute('tar', ['-tzf', tarball], join(cwd, 'helloworld'));
    const argv = ['pack', '--json', '--dry-run', '--ignore-scripts'];
    const [packed] = JSON.parse(execute('npm', argv, REPOSITORY)) as readonly {
      readonly files: readonly { readonly path: string }[];
    }[]; // because npm wrote it
    const files = packed?.files.map(({ path }) => `package/${path}`);
    expect(own.trim().split('\n').sort()).toEqual(files?.sort());
  },
);

test.runIf(isTurn('projects that are installed', 0, 3))(
  'a project is installed anywhere, by whoever has it',
  async () => {
    const made = await madeOnce();
    const elsewhere = join(temporaryProject({}), "a colleague's");
    cpSync(join(made.cwd, 'helloworld'), elsewhere, { recursive: true });
    install(elsewhere);
    const path = realpathSync(join(elsewhere, 'node_modules/framework'));
    expect(path.startsWith(realpathSync(elsewhere))).toBe(true);
    const program = join(elsewhere, 'node_modules/.bin/framework');
    expect(execute(program, ['check'], elsewhere)).toContain('No problems');
    // The committed files contain nothing about this machine.
    for (const file of ['package.json', 'tsconfig.json', 'README.md', '.framework/config.json']) {
      expect(readFileSync(join(elsewhere, file), 'utf8')).not.toContain(dirname(REPOSITORY));
    }
  },
);

describe('what exists is never touched', () => {
  test('a directory of that name', async () => {
    const cwd = temporaryProject({ 'helloworld/mine.txt': 'mine' });
    expect(await runHere('new-project helloworld', { cwd })).toMatchInlineSnapshot(`
      {
        "exitCode": 1,
        "stderr": "error FW1060: There is already a file or directory \`helloworld\` here; nothing was changed.
        hint: Choose another name, or move the existing file or directory.
      1 error
      ",
        "stdout": "",
      }
    `);
    expect(readdirSync(join(cwd, 'helloworld'))).toEqual(['mine.txt']);
  });

  test('an empty directory, a file and a link that leads nowhere', async () => {
    const cwd = temporaryProject({ file: 'mine' });
    mkdirSync(join(cwd, 'empty'));
    symlinkSync('nowhere', join(cwd, 'link'));
    for (const name of ['empty', 'file', 'link']) {
      const { stdout, stderr, exitCode } = await runHere(['new-project', name], { cwd });
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
      expect(stderr).toContain('FW1060');
    }
    expect(readdirSync(join(cwd, 'empty'))).toEqual([]);
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe('mine');
  });
});

describe('names', () => {
  const refused = [
    'a/b',
    '../a',
    'a\\b',
    'a b',
    'ä',
    '.',
    '..',
    '_a',
    '-a',
    'a.b',
    '',
    'framework',
    'x'.repeat(61),
  ];

  test.each(refused)('%j is refused', async (name) => {
    const cwd = temporaryProject({});
    const { stdout, stderr, exitCode } = await runHere(['new-project', '--', name], { cwd });
    expect({ stdout, exitCode, created: readdirSync(cwd) }).toEqual({
      stdout: '',
      exitCode: 2,
      created: [],
    });
    expect(stderr).toMatch(/^error: The name .*\n {2}hint: /);
  });

  test.each(['a', 'Hello-World_2', '007', LONGEST_NAME])('%j is accepted', (name) => {
    expect(checkProjectName(name)).toBeUndefined();
  });
});

test('a project of the longest name is made, and its next steps can be pasted beside a directory with spaces', async () => {
  const cwd = temporaryProject({ "it's here/.keep": '' });
  const argv = ['new-project', LONGEST_NAME, '--project-dir', "it's here"];
  const { stdout } = await runHere(argv, { cwd });
  const step = /^ {2}(cd .*)$/m.exec(stdout)?.[1] ?? '';
  const shell = spawnSync('sh', ['-c', `${step} && pwd`], { cwd, encoding: 'utf8' });
  const project = join(cwd, "it's here", LONGEST_NAME);
  expect(shell.stdout.trim()).toBe(project);
  const checked = await runHere('check', { cwd: project });
  expect(checked.stdout).toBe('No problems: 1 route, 0 functions, 1 file.\n');
});

const MODES = sampleOf('decorators of a project', ['standard', 'legacy'], 4);

describe.each(MODES)('with %s decorators', (decorators) => {
  let project: string;
  beforeAll(async () => {
    const parent = join(lastingDirectory(), 'my projects');
    mkdirSync(parent);
    await run(['new-project', 'helloworld', '--decorators', decorators], { cwd: parent });
    project = join(parent, 'helloworld');
    install(project);
  }, SLOW);
  test.runIf(isTurn('projects that are installed', 1, 3))(
    'it installs, checks, type-checks, builds and passes its own test',
    async () => {
      expect((await runHere('check', { cwd: project })).stdout).toBe(
        'No problems: 1 route, 0 functions, 1 file.\n',
      );
      const tested = execute('npm', ['test'], project);
      expect(tested).toMatch(/# pass 1\b|pass 1\n/);
      expect(existsSync(join(project, '.framework/build/app.d.ts'))).toBe(true);

      installDevelopment(project);
      for (const compiler of ['6.0', '7.0'] as const)
        expect(await typeErrors(compiler, project)).toBe('');
      // The build runs exactly the type check first.
      const { scripts } = readManifest(project);
      expect(scripts['build']).toBe(`${scripts['typecheck']} && framework build`);
      execute('npm', ['run', 'build'], project);
    },
    SLOW,
  );

  test.runIf(isTurn('projects that are installed', 2, 3))(
    'a wrong route fails its type check and its build, with the rules that types cannot tell',
    () => {
      const app = join(project, 'app.ts');
      const second =
        "  @app.route('/', { methods: ['GET'] })\n  again() {\n    return null;\n  }\n}\n";
      writeFileSync(app, readFileSync(app, 'utf8').replace(/\}\n$/, `\n${second}`));
      rmSync(join(project, '.framework/build'), { recursive: true, force: true });
      installDevelopment(project);
      const built = spawnSync('npm', ['run', '--silent', 'build'], {
        cwd: project,
        encoding: 'utf8',
      });
      expect(built.status).not.toBe(0);
      const line = decorators === 'legacy' ? 12 : 11;
      expect(built.stdout).toContain(`app.ts(${line},`);
      expect(built.stdout).toMatch(/error TS9\d{4}: /);
      expect(existsSync(join(project, '.framework/build'))).toBe(false);
    },
    SLOW,
  );
});

test('its packages for development are those that this package is tested with', async () => {
  const { cwd } = await madeOnce();
  const { devDependencies } = readManifest(join(cwd, 'helloworld'));
  const ours = readManifest(REPOSITORY).devDependencies;
  expect(devDependencies).toMatchInlineSnapshot(`
    {
      "@types/node": "20.19.43",
      "ts-patch": "3.3.0",
      "typescript": "6.0.3",
    }
  `);
  for (const [name, version] of Object.entries(devDependencies)) expect(ours[name]).toBe(version);
});

test.runIf(isTurn('projects that are installed', 3, 3))(
  'made by an installed package, a project carries the same tarball',
  async () => {
    const cwd = temporaryProject({});
    const { cwd: mine } = await madeOnce();
    const tarball = 'helloworld/vendor/framework-0.7.0.tgz';
    const installed = unpackInto(cwd, join(mine, tarball));
    const argv = [join(installed, 'dist/cli/main.js'), 'new-project', 'helloworld'];
    expect(spawnSync(process.execPath, argv, { cwd }).status).toBe(0);
    expect(readFileSync(join(cwd, tarball)).equals(readFileSync(join(mine, tarball)))).toBe(true);
    const project = join(cwd, 'helloworld');
    install(project);
    expect(existsSync(join(project, 'node_modules/typescript'))).toBe(false);
    expect(execute('npm', ['test'], project)).toMatch(/pass 1\n/);
  },
);

const lasting: string[] = [];
afterAll(() => {
  for (const directory of lasting) rmSync(directory, { recursive: true, force: true });
});

/** Creates a directory that is removed after all tests. */
function lastingDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-new-')));
  lasting.push(directory);
  return directory;
}

type Made = { readonly cwd: string; readonly result: RunResult };

test('every install script that npm would ask about is decided on', async () => {
  const { cwd } = await madeOnce();
  const { packages } = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<
        string,
        { readonly dev?: true; readonly peer?: true; readonly hasInstallScript?: true }
      >
    >;
  }; // because npm wrote it
  const withScripts = Object.entries(packages)
    .filter(([, { dev, peer, hasInstallScript }]) => hasInstallScript && !dev && !peer)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(withScripts.length).toBeGreaterThan(0);
  const { allowScripts } = readManifest(join(cwd, 'helloworld'));
  expect(Object.keys(allowScripts).toSorted()).toEqual(withScripts.toSorted());
});

let made: Promise<Made> | undefined;

/** Runs `new-project helloworld` once for the tests that only read its result. */
function madeOnce(): Promise<Made> {
  return (made ??= make(lastingDirectory()));
}

async function make(cwd: string): Promise<Made> {
  return { cwd, result: await run('new-project helloworld', { cwd }) };
}

/** Installs this package in `directory` as from a tarball, next to its dependencies. */
function unpackInto(directory: string, tarball: string): string {
  const installed = join(directory, 'node_modules/framework');
  mkdirSync(installed, { recursive: true });
  execute('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], directory);
  for (const name of Object.keys(readDependencies(REPOSITORY))) linkPackage(directory, name);
  return installed;
}

type Dependencies = Readonly<Record<string, string>>;

function readDependencies(project: string): Dependencies {
  return readManifest(project).dependencies;
}

function readManifest(project: string): {
  readonly dependencies: Dependencies;
  readonly devDependencies: Dependencies;
  readonly scripts: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
} {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    readonly dependencies: Dependencies;
    readonly devDependencies: Dependencies;
    readonly scripts: Readonly<Record<string, string>>;
    readonly allowScripts: Readonly<Record<string, boolean>>;
  };
}

/**
 * Does the same as `npm install --omit=dev`, without a network: the tarball is unpacked, and packages of the registry are
 * linked from this repository.
 */
function install(project: string): void {
  const { 'reflect-metadata': metadata, framework = '' } = readDependencies(project);
  unpackInto(project, join(project, framework.slice('file:'.length)));
  mkdirSync(join(project, 'node_modules/.bin'));
  const program = join(project, 'node_modules/.bin/framework');
  symlinkSync('../framework/dist/cli/main.js', program);
  chmodSync(program, 0o755);
  if (metadata !== undefined) linkPackage(project, 'reflect-metadata');
}

/** Does the rest of `npm install` once: the development packages, and the program of the one that has one. */
function installDevelopment(project: string): void {
  const program = join(project, 'node_modules/.bin/tspc');
  if (existsSync(program)) return;
  for (const name of Object.keys(readManifest(project).devDependencies)) linkPackage(project, name);
  symlinkSync('../ts-patch/bin/tspc.js', program);
}

function linkPackage(project: string, name: string): void {
  const link = join(project, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules', name), link, 'dir');
}

/** Returns standard output; a failure shows everything. */
function execute(command: string, argv: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, argv, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${argv.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
