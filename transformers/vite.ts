// The Vite plugin: if a test under Vitest imports an application, it binds views and lowers decorators as in the deployed
// bundle. It uses only hooks that exist in every Vite version since 6.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { AppModule } from '../compiler/compile-app.js';
import type { ProjectSettings } from '../compiler/modules/source-files.js';
import { bindSource } from './app-source.js';

/** The members of Vite's plugin type that are used, declared here to be compatible with every version of Vite. */
export type VitePlugin = {
  readonly name: string;
  readonly enforce: 'pre';
  readonly config: (config: ViteConfig) => object;
  readonly configResolved: (config: { readonly root: string }) => void;
  readonly configureServer: (server: ViteServer) => void;
  readonly resolveId: (id: string) => string | undefined;
  readonly transform: (
    this: { readonly addWatchFile: (path: string) => void },
    code: string,
    id: string,
  ) => { readonly code: string; readonly map: string | null } | undefined;
};

type ViteConfig = {
  readonly root?: string | undefined;
  readonly test?: { readonly env?: Readonly<Record<string, unknown>> };
};

type ViteServer = {
  readonly watcher: {
    readonly on: (event: 'all', listener: (event: string, path: string) => void) => unknown;
  };
  readonly environments: Readonly<Record<string, { readonly moduleGraph: ModuleGraph }>>;
};

type ModuleGraph = {
  // Declared as a method, so that the type is assignable to Vite's type in every version.
  invalidateModule(module: unknown): void;
  getModulesByFile(file: string): ReadonlySet<unknown> | undefined;
};

export type ViteApp = {
  readonly modules: readonly AppModule[];
  readonly settings: ProjectSettings;
  /** The errors as text for a terminal; undefined if there are no errors. */
  readonly problems: string | undefined;
  /** The stage's environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute paths of the application's files. */
  readonly files: readonly string[];
};

export type VitePorts = {
  /** Reads the application in a directory. Called again after every change. */
  readonly read: (root: string) => ViteApp;
  /** The project directory, if it is not Vite's root. */
  readonly directory: string | undefined;
  /** The folder of `@swc/helpers`, which lowered decorators import. */
  readonly helpers: string;
};

export function createVitePlugin({ read, directory, helpers }: VitePorts): VitePlugin {
  let root = directory ?? process.cwd();
  let known: KnownApp | undefined;
  const app = (): KnownApp => (known ??= know(read(root)));

  return {
    name: 'framework',
    enforce: 'pre',
    config: ({ root: given, test }) => {
      root = directory ?? given ?? root;
      const missing = Object.entries(app().environment).filter(
        ([name]) => process.env[name] === undefined && test?.env?.[name] === undefined,
      );
      return { test: { env: Object.fromEntries(missing), exclude: NO_TESTS } };
    },
    configResolved: (config) => {
      root = directory ?? config.root;
      known = undefined;
    },
    configureServer: ({ watcher, environments }) => {
      watcher.on('all', (_event, path) => {
        const { files, modules } = app();
        if (!files.includes(path.replaceAll('\\', '/'))) return;
        known = undefined;
        // The options of a view may use a constant from any other module, so every module with views is invalidated.
        for (const { moduleGraph } of Object.values(environments)) {
          for (const [file, { bindings }] of modules) {
            if (bindings.length === 0) continue;
            for (const module of moduleGraph.getModulesByFile(file) ?? [])
              moduleGraph.invalidateModule(module);
          }
        }
      });
    },
    resolveId: (id) => {
      const helper = /^@swc\/helpers\/_\/(\w+)$/.exec(id)?.[1];
      return helper === undefined ? undefined : join(helpers, 'esm', `${helper}.js`);
    },
    transform(code, id) {
      if (!isOwnCode(id) || !existsSync(id)) return undefined;
      // A test that uses `testApp()` does not import the application, so a runner in watch mode would not know the
      // application's files.
      if (/\btestApp\(/.test(code)) for (const file of app().files) this.addWatchFile(file);
      const path = realpathSync(id);
      let module = app().modules.get(path);
      if (module && module.text !== code) {
        known = undefined;
        module = app().modules.get(path);
      }
      const { problems, settings } = app();
      if (module && problems !== undefined) throw new AppProblems(problems);
      const made = bindSource(module ?? { file: id, path, text: code, bindings: [] }, settings, {
        isLowered: false,
      });
      return made && { code: made.source.code, map: made.source.map ?? null };
    },
  };
}

type KnownApp = Omit<ViteApp, 'modules'> & { readonly modules: ReadonlyMap<string, AppModule> };

function know(app: ViteApp): KnownApp {
  return {
    ...app,
    modules: new Map(app.modules.map((module) => [realpathSync(module.path), module])),
  };
}

/** Vitest's own patterns, and a pattern for folders that contain copies of `frameworklib/`. */
const NO_TESTS = ['**/node_modules/**', '**/dist/**', '**/.git/**', '**/.framework/**'];

/** Returns true for the project's own code. An id with a query such as `?raw` or `?url` requests something else. */
function isOwnCode(id: string): boolean {
  return /^[^\0?]+\.(?:[cm]?[jt]s|[jt]sx)$/.test(id) && !/[\\/]node_modules[\\/]/.test(id);
}

/** The errors of an application. This error has no stack, because the stack would point into this file. */
class AppProblems extends Error {
  override readonly name = 'AppProblems';

  constructor(problems: string) {
    super(problems);
    this.stack = problems;
  }
}
