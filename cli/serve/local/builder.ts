// Checks and bundles the application of a stage. Later builds reuse everything that has not changed.
import { rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { BoundEvents } from '../../../compiler/declarations/kind.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { type Compiler, createCompiler } from '../../../compiler/index.js';
import { hasErrors, loadApp, type MachineVariables } from '../../app/load-app.js';
import { type Bundle, type Bundler, createBundler } from '../../bundle/bundle-app.js';
import { LIBRARY } from '../../bundle/file-tree.js';
import type { StageConfig } from '../../config/stage-config.js';
import { fileProblemOf } from '../../program/bug.js';
import type { Project } from '../../project/open-project.js';
import { isAlive, namesIn, posixPath } from '../../project/disk.js';
import { boundSources } from '../events/bound-sources.js';
import { openInputs, type SourceInputs } from './source-inputs.js';

export type LocalBuild = {
  readonly diagnostics: readonly Diagnostic[];
  /** The bundled application; undefined if there are errors. */
  readonly app: BuiltApp | undefined;
  readonly inputs: SourceInputs;
  /** The file URLs of the modules outside its folder that the bundle loads first. They have no side effects. */
  readonly needs: readonly string[];
};

/** In a project without an entry file, there is nothing to watch. */
export function isEntryMissing({ diagnostics }: LocalBuild): boolean {
  return diagnostics.some(({ code }) => code === 'FW1001');
}

export type BuiltApp = {
  readonly manifest: Manifest;
  readonly config: StageConfig;
  readonly directory: string;
  /** The event sources of its functions, with the types of their payloads. */
  readonly sources: readonly BoundEvents[];
  /** Set with `--cloud`. */
  readonly cloud?: AppInCloud;
};

export type AppInCloud = {
  readonly account: string;
  /** True if each function has its own role and therefore needs its own process. */
  readonly isApart: boolean;
  /** Returns the variables that the local cloud sets for a function, once the cloud has been updated to match the source. */
  readonly variablesOf: (functionName: string) => Promise<Readonly<Record<string, string>>>;
};

export type Builder = {
  /**
   * Checks and bundles the application. Concurrent calls run one after another. If the source has no errors, `onChecked` is
   * called with a promise that resolves to true if the bundle was written, and to false otherwise.
   */
  readonly build: (
    onChecked: (app: BuiltApp, bundled: Promise<boolean>) => void,
  ) => Promise<LocalBuild>;
  readonly dispose: () => Promise<void>;
};

export type BuilderOptions = {
  readonly directory: string;
  readonly stage: string;
  readonly outDirectory: string;
  readonly machine?: MachineVariables;
  /** Defaults to a new compiler. Pass one to share it with other code that reads the source. */
  readonly compiler?: Compiler;
  /** Called before `onChecked` during a build. */
  readonly onLoaded?: (source: LoadedSource) => void;
};

export type LoadedSource = {
  readonly project: Project;
  /** The configuration for a deployment, which does not contain the environment variables of this machine. */
  readonly deployed: StageConfig;
};

export function createBuilder({
  directory,
  stage,
  outDirectory,
  machine = {},
  compiler = createCompiler(),
  onLoaded,
}: BuilderOptions): Builder {
  let bundler: Bundler | undefined;
  const close = async (): Promise<void> => {
    const last = bundler;
    bundler = undefined;
    await last?.dispose();
  };
  let bundled: { readonly inputs: SourceInputs; readonly paths: readonly string[] } | undefined;
  return {
    build: async (onChecked) => {
      const inputs = openInputs();
      if (bundled) inputs.expect(bundled.paths);
      const loaded = loadApp({ directory, stage, compiler, files: inputs.files, machine });
      const { project, config, deployed, compilation, diagnostics, settingsFiles } = loaded;
      const manifest = compilation?.manifest;
      inputs.add(settingsFiles);
      if (!project || !config || !deployed || !manifest || hasErrors(diagnostics)) {
        return { diagnostics, app: undefined, inputs, needs: [] };
      }
      const settings = [...settingsFiles, `${project.root}/package.json`];
      if (!settings.every((path) => !bundled || inputs.isAsIn(bundled.inputs, path))) await close();
      bundler ??= openBundler(project, outDirectory);
      onLoaded?.({ project, deployed });
      const sources = boundSources(compilation.modules);
      const app = { manifest, config, directory: outDirectory, sources };
      const bundling = bundler.rebuild(compilation);
      const isWritten = bundling.then(
        ({ kind }) => kind === 'built',
        () => false,
      );
      onChecked(app, isWritten);
      const bundle = await bundling.catch(refusalOf);
      const all = [...diagnostics, ...bundle.diagnostics];
      const read =
        bundle.kind === 'built'
          ? bundle.watchFiles
          : [...(bundled?.paths ?? []), ...filesOf(project.root, bundle.diagnostics)];
      const paths = [...settings, `${project.root}/${LIBRARY}`, ...read.map(posixPath)];
      inputs.add(paths);
      if (bundle.kind === 'built') inputs.addLasting(bundle.needs.map(posixPath));
      bundled = { inputs, paths };
      if (bundle.kind === 'failed') return { diagnostics: all, app: undefined, inputs, needs: [] };
      const needs = bundle.needs.map((path) => pathToFileURL(path).href);
      return { diagnostics: all, app, inputs, needs };
    },
    dispose: close,
  };
}

/** Converts an error of the file system, such as a full disk, to a diagnostic. Rethrows any other error. */
function refusalOf(error: unknown): Bundle & { readonly kind: 'failed' } {
  const problem = fileProblemOf(error);
  if (!problem) throw error;
  return { kind: 'failed', diagnostics: [problem] };
}

function filesOf(root: string, diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap(({ at }) => (at ? [posix.resolve(root, at.file)] : []));
}

function openBundler(project: Project, outDirectory: string): Bundler {
  return createBundler({
    root: project.root,
    settings: project.settings,
    outDirectory,
    target: { cpus: [], runsHere: true },
    minify: false,
  });
}

/** Chooses a folder for the bundles of this process, and removes the folders of processes that were killed. */
export function claimOutDirectory(root: string, pid: number): string {
  const parent = join(root, '.framework/build');
  for (const name of namesIn(parent)) {
    const owner = Number(/^local-(\d+)$/.exec(name)?.[1]);
    if (owner > 0 && !isAlive(owner)) removeOutDirectory(join(parent, name));
  }
  return join(parent, `local-${pid}`);
}

export function removeOutDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}
