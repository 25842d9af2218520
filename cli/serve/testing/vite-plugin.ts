// `framework/vite`: the Vite plugin, with the functions that read the disk for it.
import { resolve } from 'node:path';
import { createVitePlugin, type ViteApp, type VitePlugin } from '../../../transformers/vite.js';
import { createCompiler } from '../../../compiler/index.js';
import { DEFAULT_SETTINGS } from '../../../compiler/modules/source-files.js';
import { hasErrors, loadApp } from '../../app/load-app.js';
import { environmentFileNames } from '../../config/environment-files.js';
import { findRuntime } from '../../bundle/runtime-source.js';
import { showProblems } from './app-problems.js';

export type { VitePlugin } from '../../../transformers/vite.js';

/** The options of the plugin. */
export type FrameworkPluginOptions = {
  /** The directory of `app.ts`, relative to the working directory; defaults to the root of Vite. */
  readonly directory?: string;
  /** The stage whose configuration is used; defaults to `dev`. */
  readonly stage?: string;
};

/**
 * Lets a test under Vitest import the application: decorators of both modes work, views are bound as in the deployed bundle,
 * the environment variables of the stage and of `.env` are set, and watching knows what `testApp` opens.
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
      const { project, config, compilation, diagnostics } = loadApp({
        directory: root,
        stage,
        compiler,
        machine: {},
      });
      const modules = compilation?.modules ?? [];
      return {
        modules,
        settings: project?.settings ?? DEFAULT_SETTINGS,
        problems: hasErrors(diagnostics) ? showProblems(root, diagnostics) : undefined,
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
