// Source and configuration in, something that can be served out; again after each change, reusing what stayed the same.
import type { Manifest } from '../../runtime/contract/manifest.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { createCompiler } from '../../compiler/index.js';
import { hasErrors, loadApp } from '../app/load-app.js';
import { createBundler } from '../bundle/bundle-app.js';
import type { Bundler } from '../bundle/bundle-app.js';
import type { StageConfig } from '../config/stage-config.js';
import type { Project } from '../project/open-project.js';

export type LocalBuild = {
  /** Errors and warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined when there are errors. */
  readonly app: BuiltApp | undefined;
  /** Absolute paths of files that a change of which concerns the application, as far as they are known. */
  readonly watchFiles: readonly string[];
};

/** There is nothing to watch in a directory that is no project. */
export function isEntryMissing({ diagnostics }: LocalBuild): boolean {
  return diagnostics.some(({ code }) => code === 'FW1001');
}

export type BuiltApp = {
  readonly manifest: Manifest;
  readonly config: StageConfig;
  /** Holds `index.mjs`. */
  readonly directory: string;
};

export type Builder = {
  /**
   * Checks and bundles; one call at a time. `onChecked` is called as soon as the source is known to be sound, with what
   * will tell whether the bundle was written.
   */
  readonly build: (
    onChecked: (app: BuiltApp, bundled: Promise<boolean>) => void,
  ) => Promise<LocalBuild>;
  /** The settings that the bundler was opened with have changed. */
  readonly forgetSettings: () => void;
  readonly dispose: () => Promise<void>;
};

export type BuilderOptions = {
  readonly directory: string;
  readonly stage: string;
  readonly outDirectory: string;
};

/** Opens a builder for one stage of the project in a directory. */
export function createBuilder({ directory, stage, outDirectory }: BuilderOptions): Builder {
  const compiler = createCompiler();
  let bundler: Bundler | undefined;
  const close = async (): Promise<void> => {
    const last = bundler;
    bundler = undefined;
    await last?.dispose();
  };
  let isStale = false;
  return {
    build: async (onChecked) => {
      if (isStale) await close();
      isStale = false;
      const { project, config, compilation, diagnostics } = loadApp({ directory, stage, compiler });
      const manifest = compilation?.manifest;
      const watchFiles = compilation?.modules.map(({ path }) => path) ?? [];
      if (!project || !config || !manifest || hasErrors(diagnostics)) {
        return { diagnostics, app: undefined, watchFiles };
      }
      bundler ??= openBundler(project, outDirectory);
      const app = { manifest, config, directory: outDirectory };
      const bundling = bundler.rebuild(compilation);
      onChecked(
        app,
        bundling.then(
          ({ kind }) => kind === 'built',
          () => false,
        ),
      );
      const bundle = await bundling;
      const all = [...diagnostics, ...bundle.diagnostics];
      if (bundle.kind === 'failed') return { diagnostics: all, app: undefined, watchFiles };
      return {
        diagnostics: all,
        app,
        watchFiles: [...watchFiles, ...bundle.watchFiles],
      };
    },
    forgetSettings: () => {
      isStale = true;
    },
    dispose: close,
  };
}

function openBundler(project: Project, outDirectory: string): Bundler {
  return createBundler({
    root: project.root,
    settings: project.settings,
    outDirectory,
    target: { architecture: process.arch === 'arm64' ? 'arm64' : 'x64', runsHere: true },
    minify: false,
  });
}
