// A folder that contains projects and the packages installed for them: this package, ts-patch and a separate copy of
// TypeScript, because `ts-patch install` modifies it.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../../..');
const FIXTURES = join(REPOSITORY, 'test/fixtures/tsc');

export type Run = { readonly exitCode: number | null; readonly output: string };

export type Workspace = {
  readonly directory: string;
  /** Returns the path of a program in an installed package, for example `typescript/bin/tsc`. */
  readonly program: (name: string) => string;
  /** Adds a project created from a fixture and returns its directory. */
  readonly addProject: (name: string, fixture: string) => string;
  /** Runs a program with Node.js in a directory of the workspace. */
  readonly run: (directory: string, args: readonly string[]) => Run;
  readonly environment: NodeJS.ProcessEnv;
  readonly close: () => void;
};

export type WorkspaceOptions = {
  /** The folder of a TypeScript package, of which the workspace uses a copy. */
  readonly typescript: string;
  /** The folder of ts-patch; defaults to the one that this repository uses. */
  readonly tsPatch?: string;
  /** The `node` program that runs everything. */
  readonly node?: string;
};

/** Creates a workspace, which must be closed after the test. */
export function openWorkspace({
  typescript,
  tsPatch = dirname(createRequire(import.meta.url).resolve('ts-patch/package.json')),
  node = process.execPath,
}: WorkspaceOptions): Workspace {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-tsc-')));
  const modules = join(directory, 'node_modules');
  mkdirSync(modules);
  symlinkSync(REPOSITORY, join(modules, 'framework'), 'dir');
  symlinkSync(tsPatch, join(modules, 'ts-patch'), 'dir');
  cpSync(typescript, join(modules, 'typescript'), { recursive: true });
  const environment = { ...process.env, TSP_CACHE_DIR: join(directory, 'cache') };
  return {
    directory,
    environment,
    program: (name) => join(modules, name),
    addProject: (name, fixture) => {
      const project = join(directory, name);
      cpSync(join(FIXTURES, fixture), project, { recursive: true });
      return project;
    },
    run: (cwd, args) => {
      const child = spawnSync(node, args, { cwd, env: environment, encoding: 'utf8' });
      return { exitCode: child.status, output: child.stdout + child.stderr };
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Creates a workspace whose `tsc` is permanently patched. */
export function openPatchedWorkspace({
  typescript,
}: Pick<WorkspaceOptions, 'typescript'>): Workspace {
  return openWorkspace({ typescript: patchedTypeScript(typescript) });
}

/** Returns the folder of a TypeScript package after `ts-patch install`. It is created once for all test files in a run. */
function patchedTypeScript(typescript: string): string {
  const { version } = JSON.parse(readFileSync(join(typescript, 'package.json'), 'utf8')) as {
    readonly version: string; // because it is the manifest of a package
  };
  const patched = join(tmpdir(), `typescript-patched-${version}`);
  if (existsSync(patched)) return patched;
  const { close, directory, program, run } = openWorkspace({ typescript });
  const { exitCode, output } = run(directory, [program('ts-patch/bin/ts-patch.js'), 'install']);
  if (exitCode !== 0) throw new Error(`ts-patch install failed:\n${output}`);
  try {
    renameSync(program('typescript'), patched);
  } catch (error) {
    // Another worker created the folder first.
    if (!existsSync(patched)) throw error;
  }
  close();
  return patched;
}
