// Builds applications for tests. An application is checked every time, but bundled only if something has changed.
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { createCompiler } from '../../../compiler/index.js';
import { ENTRY_FILES } from '../../../compiler/modules/candidate-files.js';
import { hasErrors, type LoadedApp, loadApp } from '../../app/load-app.js';
import { join } from 'node:path';
import { getTsconfig } from 'get-tsconfig';
import { digest, openBuildCache, stampOf } from '../../bundle/build-cache.js';
import { listLibrary } from '../../bundle/file-tree.js';
import { diagnosticSources } from '../../project/project-files.js';
import { version } from '../../program/version.js';
import { bundleApp } from '../../bundle/bundle-app.js';
import { environmentFileNames } from '../../config/environment-files.js';
import type { StageConfig } from '../../config/stage-config.js';
import { valueFor } from '../../../compiler/groups.js';
import { writeAppTypes } from './app-types.js';
import type { OpenRequest } from './messages.js';
import { errorOf } from '../local/rpc.js';

/** An application without errors. */
export type CheckedApp = {
  readonly root: string;
  readonly manifest: Manifest;
  readonly config: StageConfig;
  /** The absolute paths of the application's modules, its configuration, the `.env` files and tsconfig.json. */
  readonly files: readonly string[];
  /** Returns the folder that contains `index.mjs`. */
  readonly bundle: () => Promise<string>;
};

const CACHE = '.framework/cache/testing';
const AN_HOUR = 60 * 60_000;

export type AppBuilder = { readonly check: (request: OpenRequest) => Promise<CheckedApp> };

type Asked = Pick<OpenRequest, 'directory' | 'entry' | 'stage'>;

export function createAppBuilder(): AppBuilder {
  const compiler = createCompiler();
  /** The bundles in progress, so that two applications opened concurrently share one. */
  const bundling = new Map<string, Promise<string>>();
  return {
    check: async (request) => {
      const { directory, stage } = request;
      checkEntry(request);
      const loaded = loadApp({ directory, stage, compiler, machine: {} });
      const { project, config, compilation, diagnostics } = loaded;
      const manifest = compilation?.manifest;
      if (!project || !config || !manifest || hasErrors(diagnostics)) {
        throw await refusal(directory, diagnostics);
      }
      const { root, tsconfig } = project;
      writeAppTypes(root, manifest);
      const modules = compilation.modules.map(({ path }) => path);
      return {
        root,
        manifest,
        config,
        files: [
          ...modules,
          ...configFiles(root, stage),
          ...(tsconfig === undefined ? [] : [tsconfig]),
        ],
        bundle: () => {
          const key = buildKey({ project, compilation });
          return valueFor(bundling, key, () =>
            bundleOnce(key, request, { project, compilation }),
          ).finally(() => bundling.delete(key));
        },
      };
    },
  };
}

type Bundled = {
  readonly project: NonNullable<LoadedApp['project']>;
  readonly compilation: NonNullable<LoadedApp['compilation']>;
};

async function bundleOnce(
  key: string,
  { directory }: Asked,
  { project, compilation }: Bundled,
): Promise<string> {
  const { root, settings } = project;
  return openBuildCache({ directory: join(root, CACHE), lifetime: AN_HOUR }).use(
    key,
    async (outDirectory) => {
      const bundle = await bundleApp({
        root,
        settings,
        compilation,
        outDirectory,
        target: { cpus: [], runsHere: true },
        minify: false,
      });
      if (bundle.kind === 'failed') throw await refusal(directory, bundle.diagnostics);
      const copied = bundle.files.flatMap(({ content }) =>
        content.kind === 'copy' ? [content.from] : [],
      );
      const files = new Set([...bundle.watchFiles, ...bundle.packageFiles, ...copied]);
      return { files: [...files], needs: bundle.needs };
    },
  );
}

/** Throws if the file is not the entry file of its project, because a different application would be tested. */
function checkEntry({ directory, entry }: Asked): void {
  if (entry === undefined || ENTRY_FILES.some((name) => name === entry)) return;
  const message =
    `${directory}/${entry} is not the entry of an application, which is called ` +
    `${ENTRY_FILES.slice(0, -1).join(', ')} or ${ENTRY_FILES.at(-1) ?? ''}.`;
  throw errorOf({ name: 'TypeError', message });
}

/** Creates the error for an application with problems. The code that prints problems is loaded only when it is needed. */
async function refusal(directory: string, diagnostics: readonly Diagnostic[]): Promise<Error> {
  const { showProblems } = await import('../../terminal/pretty-diagnostics.js');
  const sources = diagnosticSources(directory, process.cwd());
  const message = showProblems(directory, diagnostics, sources);
  return errorOf({ name: 'AppProblems', message });
}

function configFiles(root: string, stage: string): readonly string[] {
  return ['.framework/config.json', ...environmentFileNames(stage)].map(
    (name) => `${root}/${name}`,
  );
}

/** Returns the cache key: a hash of the inputs known before bundling. The cache's record has the others (build-cache.ts). */
function buildKey({ project, compilation }: Bundled): string {
  const { root, files } = project;
  const { modules, manifest } = compilation;
  return digest({
    builder: [version, stampOf(new URL(import.meta.url)), process.platform, process.arch],
    root,
    modules,
    functions: manifest?.functions.map(({ name }) => name),
    tsconfig: getTsconfig(root)?.config,
    package: files.readText(`${root}/package.json`),
    library: listLibrary(root).files.map(({ path }) => path),
  });
}
