// Uses cached packages in a bundle that is rebuilt. The build requests them, and is repeated if a package was not yet cached or
// has changed.
import { relative, sep } from 'node:path';
import type {
  Message,
  Plugin,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  PluginBuild,
} from 'esbuild';
import type { BundleInputs } from '../build-cache.js';
import {
  type DependencyRequest,
  findDependencies,
  keepDependencies,
  type KeptDependencies,
  type KeptModule,
} from './kept-dependencies.js';
import { readPreviousImports, writePreviousImports } from './previous-imports.js';

export type DependencyUse = {
  readonly plugin: (isOwn: (path: string) => boolean) => Plugin;
  /** Called before each pass of the bundler. */
  readonly begin: () => void;
  /** Called after a pass. Returns `changed` if another pass finds more packages, `unfit` if only the full bundle is correct. */
  readonly settle: (warnings: readonly Message[]) => Promise<'settled' | 'changed' | 'unfit'>;
  /** Returns the import statement that the bundle's code needs; empty if it uses no package. */
  readonly importOf: (code: string) => string;
  /** Returns the source files of the cached packages, and the cached file that the bundle loads. */
  readonly inputs: () => BundleInputs;
};

type DependencyUseOptions = Omit<DependencyRequest, 'paths'> & {
  /** Absolute path of the bundle's folder. */
  readonly outDirectory: string;
};

/** Starts with the imports that the previous process recorded. */
export function createDependencyUse(options: DependencyUseOptions): DependencyUse {
  const { root, externals, jsx, outDirectory } = options;
  let asked = new Set<string>();
  let paths: readonly string[] = [];
  let kept: KeptDependencies | undefined;
  let remembered = readPreviousImports(root);
  let isFirst = true;
  /** True if the cache has been compared with the files on disk in this pass. */
  let isFresh = false;
  const recall = (): void => {
    if (!remembered) return;
    const found = findDependencies({ root, paths: remembered.paths, externals, jsx });
    if (found?.finding.kind !== 'kept') return;
    ({ paths } = remembered);
    kept = found;
    isFresh = true;
  };
  const remember = (entry: string): void => {
    if (remembered?.entry === entry) return;
    remembered = { paths, entry };
    writePreviousImports(root, remembered);
  };
  const modules = () => (kept?.finding.kind === 'kept' ? kept.finding.modules : {});
  return {
    plugin: (isOwn) =>
      dependencyPlugin({
        isOwn,
        onAsked: (path) => asked.add(path),
        find: (path) => modules()[path],
      }),
    begin: () => {
      asked = new Set();
      isFresh = false;
      if (isFirst) recall();
      isFirst = false;
    },
    settle: async (warnings) => {
      // The warning is about a module that the plugin substitutes for a package, not about the package itself.
      if (warnings.some((warning) => JSON.stringify(warning).includes(NAMES))) return 'unfit';
      if (asked.size === 0) return 'settled';
      // An import that an edit removed stays in the cache, because the next edit may add it again.
      if ([...asked].some((path) => !paths.includes(path))) {
        paths = [...asked].sort();
        isFresh = false;
      }
      const before = kept?.entry;
      if (!isFresh) kept = await keepDependencies({ root, paths, externals, jsx });
      if (!kept) return 'unfit';
      const { finding, entry } = kept;
      if (finding.kind === 'unfit') return 'unfit';
      if (finding.kind === 'kept') {
        remember(entry);
        return entry === before ? 'settled' : 'changed';
      }
      for (const name of finding.copied) externals.copied.add(name);
      for (const name of finding.missing) externals.missing.add(name);
      paths = [];
      return 'changed';
    },
    importOf: (code) =>
      kept && code.includes(KEPT_NAME)
        ? `import*as ${KEPT_NAME} from${JSON.stringify(specifierOf(outDirectory, kept.entry))};`
        : '',
    inputs: () =>
      kept && asked.size > 0
        ? { files: kept.inputs, needs: [kept.entry] }
        : { files: [], needs: [] },
  };
}

/** Returns a specifier with forward slashes, in which characters that have a meaning in a URL are escaped. */
function specifierOf(folder: string, file: string): string {
  const steps = relative(folder, file).split(sep);
  return steps.map((step) => encodeURIComponent(step)).join('/');
}

/** The namespace for modules that re-export each name individually, so that a missing name is found while bundling. */
const NAMES = 'framework-dependency';
/** The namespace for modules that hold the value of a CommonJS module, or the exports object of an ES module. */
const VALUE = 'framework-dependency-value';
/** The name of the object in the bundle whose functions create the values. */
const KEPT_NAME = '__keptDependencies';

/** Appended to the paths of these modules, because esbuild would derive the kind of module from their extension. */
const ENDING = '.kept';

const ASKED = 'asked by framework-dependencies';
const KINDS: ReadonlySet<string> = new Set(['import-statement', 'require-call', 'dynamic-import']);
/** Only code is cached. JSON is small, and its names are known while bundling. */
const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

type DependencyPluginOptions = {
  readonly isOwn: (path: string) => boolean;
  /** Called for each package file that the project imports. */
  readonly onAsked: (path: string) => void;
  /** Returns the cached module for a file; undefined if the file is not cached yet. */
  readonly find: (path: string) => KeptModule | undefined;
};

/** Resolves packages from the cache. A module that is not cached yet is replaced by an empty one. */
function dependencyPlugin(options: DependencyPluginOptions): Plugin {
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
