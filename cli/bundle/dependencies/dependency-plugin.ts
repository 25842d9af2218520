// Packages of node_modules in the bundle of an edited application: they are bundled once, separately (kept-dependencies.ts),
// and the project's imports refer to that bundle.
import type { OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import type { KeptModule } from './kept-dependencies.js';

/** A module with named exports: they are re-exported one by one, so that a missing one is found while bundling. */
const NAMES = 'framework-dependency';
/** The value of a CommonJS module, or of the exports of an ES module, created on first use. */
const VALUE = 'framework-dependency-value';
/** The names of the functions in the bundle that create the values. */
export const KEPT_NAME = '__keptDependencies';

/** Appended to the path of a module here, because esbuild would derive the kind of module from its extension. */
const ENDING = '.kept';

const ASKED = 'asked by framework-dependencies';
const KINDS: ReadonlySet<string> = new Set(['import-statement', 'require-call', 'dynamic-import']);
/** Only code is kept. JSON is small, and its names are known while bundling. */
const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

export type DependencyPluginOptions = {
  /** Tells the project's own files, by absolute path. */
  readonly isOwn: (path: string) => boolean;
  /** Called for each file of a package that the project imports. */
  readonly onAsked: (path: string) => void;
  /** The kept module of a file; undefined when it is not kept yet. */
  readonly find: (path: string) => KeptModule | undefined;
};

/** Takes packages from the cache. A module that is not kept yet is an empty one. */
export function dependencyPlugin(options: DependencyPluginOptions): Plugin {
  return {
    name: 'framework-dependencies',
    setup: (build) => {
      build.onResolve({ filter: /^[^./]|node_modules/, namespace: 'file' }, (args) =>
        resolveKept(build, args, options),
      );
      build.onResolve({ filter: /.*/, namespace: NAMES }, ({ path }) => ({
        path,
        namespace: VALUE,
      }));
      build.onLoad({ filter: /.*/, namespace: NAMES }, ({ path }) =>
        code(namesOf(path, options.find(fileOf(path)))),
      );
      build.onLoad({ filter: /.*/, namespace: VALUE }, ({ path }) =>
        code(valueOf(options.find(fileOf(path)))),
      );
    },
  };
}

/** Tells whether a message of esbuild is about a module that replaces a package here. */
export function isOfKept(text: string): boolean {
  return text.includes(NAMES);
}

async function resolveKept(
  build: PluginBuild,
  { path, importer, resolveDir, kind, pluginData, with: attributes }: OnResolveArgs,
  { isOwn, onAsked, find }: DependencyPluginOptions,
): Promise<OnResolveResult | undefined> {
  if (pluginData === ASKED || !KINDS.has(kind) || !isOwn(importer)) return undefined;
  if (Object.keys(attributes).length > 0) return undefined;
  const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: ASKED });
  if (found.errors.length > 0 || found.external || found.namespace !== 'file') return undefined;
  if (!/[\\/]node_modules[\\/]/.test(found.path) || isOwn(found.path)) return undefined;
  if (!CODE.test(found.path)) return undefined;
  onAsked(found.path);
  const namespace = find(found.path)?.names ? NAMES : VALUE;
  return { path: found.path + ENDING, namespace, sideEffects: found.sideEffects };
}

function fileOf(path: string): string {
  return path.slice(0, -ENDING.length);
}

function code(contents: string): OnLoadResult {
  return { contents, loader: 'js' };
}

function namesOf(path: string, kept: KeptModule | undefined): string {
  const from = JSON.stringify(path);
  const names = kept?.names?.map((name) => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name)));
  return names?.length ? `export{${names.join()}}from${from}` : `import${from}`;
}

function valueOf(kept: KeptModule | undefined): string {
  return `module.exports=${kept ? `${KEPT_NAME}.${kept.load}()` : '{}'}`;
}
