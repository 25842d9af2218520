// `framework/vite`: the Vite plugin, with the functions that it uses to read files.
import { resolve } from 'node:path';
import { createVitePlugin, type ViteApp, type VitePlugin } from '../../../transformers/vite.js';
import { createCompiler } from '../../../compiler/index.js';
import { DEFAULT_SETTINGS } from '../../../compiler/modules/source-files.js';
import { hasErrors, loadApp } from '../../app/load-app.js';
import { environmentFileNames } from '../../config/environment-files.js';
import { findRuntime } from '../../bundle/runtime-source.js';
import { diagnosticSources } from '../../project/project-files.js';
import { showProblems } from '../../terminal/pretty-diagnostics.js';

export type { VitePlugin } from '../../../transformers/vite.js';

/** The options of the Vite plugin. */
export type FrameworkPluginOptions = {
  /** The directory of `app.ts`, relative to the working directory; defaults to Vite's root. */
  readonly directory?: string;
  /** The stage whose configuration is used; defaults to `dev`. */
  readonly stage?: string;
};

/**
 * Allows a Vitest test to import the application: decorators work in both modes, views are bound as in the deployed bundle, the
 * environment variables of the stage and of `.env` are set, and watch mode tracks the files that `testApp` opens.
 *
 * @example
 * ```ts
 * // vitest.config.ts
 * import { framework } from 'framework/vite';
 * import { defineConfig } from 'vitest/config';
 *
 * export default defineConfig({ plugins: [framework()] });
 * ```
 */
export function framework({ directory, stage = 'dev' }: FrameworkPluginOptions = {}): VitePlugin {
  const compiler = createCompiler();
  return createVitePlugin({
    directory: directory === undefined ? undefined : resolve(directory),
    helpers: findRuntime().helpers,
    read: (root): ViteApp => {
      const loaded = loadApp({ directory: root, stage, compiler, machine: {} });
      const { project, config, compilation, diagnostics } = loaded;
      const modules = compilation?.modules ?? [];
      return {
        modules,
        settings: project?.settings ?? DEFAULT_SETTINGS,
        problems: hasErrors(diagnostics)
          ? showProblems(root, diagnostics, diagnosticSources(root, process.cwd()))
          : undefined,
        environment: config?.apiHandler.settings.environment_variables ?? {},
        files: project
          ? [
              ...modules.map(({ path }) => path),
              ...['.framework/config.json', ...environmentFileNames(stage)].map(
                (name) => `${project.root}/${name}`,
              ),
            ]
          : [],
      };
    },
  });
}
