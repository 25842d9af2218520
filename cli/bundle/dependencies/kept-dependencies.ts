// Caches the packages that an application imports as a bundle in `.framework/cache/dependencies/`, so that they are not bundled
// again after each edit of the application. No package code runs before the application imports it: the cache contains
// functions that create the values of modules, called where and when the full bundle would run the module.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { BuildResult, Metafile, Plugin } from 'esbuild';
import type { JsxSettings } from '../../../compiler/modules/source-files.js';
import { version } from '../../program/version.js';
import { type BuildCache, type BundleInputs, digest, openBuildCache } from '../build-cache.js';
import {
  finishMap,
  asksForPlace,
  preambleOf,
  type EsbuildOptions,
  esbuildOptions,
  esbuild,
  type Failure,
  failureOf,
  startQuietly,
} from '../esbuild-options.js';
import { irregularFilesPlugin } from '../bundler-problems.js';
import {
  type ExternalPackages,
  type ExternalUses,
  externalPackagesPlugin,
  noUses,
} from '../packages/external-packages.js';
import { learnFromBuild, learnFromErrors } from '../packages/unbundled-packages.js';

export type KeptModule = {
  /** The name of the exported function that creates the module's value. */
  readonly load: string;
  /** The exports of an ES module; undefined for CommonJS. */
  readonly names: readonly string[] | undefined;
};

export type Finding =
  | { readonly kind: 'kept'; readonly modules: Readonly<Record<string, KeptModule>> }
  /** Some packages cannot be bundled. The others have to be bundled again without them. */
  | {
      readonly kind: 'learned';
      readonly copied: readonly string[];
      readonly missing: readonly string[];
    }
  /** Only the full bundle behaves correctly: a package uses top-level `await` or imports `framework`. */
  | { readonly kind: 'unfit' };

export type KeptDependencies = {
  /** Absolute path of the module that exports the functions. */
  readonly entry: string;
  readonly finding: Finding;
  /** Absolute paths of the source files. */
  readonly inputs: readonly string[];
};

export type DependencyRequest = {
  readonly root: string;
  /** Absolute paths of package files. */
  readonly paths: readonly string[];
  readonly externals: ExternalPackages;
  readonly jsx: JsxSettings | undefined;
};

const CACHE = '.framework/cache/dependencies';
const A_WEEK = 7 * 24 * 60 * 60_000;
const ENTRY = 'dependencies';
const FINDING = 'finding.json';

/** Finds or bundles the packages. Returns undefined if the bundler ended early, or if the cache cannot be read or written. */
export async function keepDependencies(
  request: DependencyRequest,
): Promise<KeptDependencies | undefined> {
  const folder = await openCache(request)
    .use(keyOf(request), (directory) => make(request, directory))
    .catch((error: unknown) => {
      // The full bundle needs no cache and reports esbuild's failure better.
      if ((error instanceof Error && 'syscall' in error) || failureOf(error).hasEnded)
        return undefined;
      throw error;
    });
  return folder === undefined ? undefined : readKept(folder);
}

export function findDependencies(request: DependencyRequest): KeptDependencies | undefined {
  const folder = openCache(request).find(keyOf(request));
  return folder === undefined ? undefined : readKept(folder);
}

function openCache({ root }: DependencyRequest): BuildCache {
  return openBuildCache({ directory: join(root, CACHE), lifetime: A_WEEK });
}

function keyOf({ paths, externals, jsx }: DependencyRequest): string {
  const names = [[...externals.copied].sort(), [...externals.missing].sort()];
  const made = [version, esbuild.version, process.platform, process.arch];
  return digest([made, paths, names, jsx]);
}

function readKept(folder: string): KeptDependencies {
  // because only `make` writes this file
  const { finding, inputs } = JSON.parse(readFileSync(join(folder, FINDING), 'utf8')) as Made;
  return { entry: join(folder, `${ENTRY}.mjs`), finding, inputs };
}

type Made = Pick<KeptDependencies, 'finding' | 'inputs'>;

async function make(request: DependencyRequest, directory: string): Promise<BundleInputs> {
  const made = await bundle(request, directory);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, FINDING), JSON.stringify(made));
  return { files: made.inputs, needs: [] };
}

async function bundle(request: DependencyRequest, directory: string): Promise<Made> {
  const { root, paths, externals } = request;
  const uses = noUses();
  const known = {
    copied: new Set(externals.copied),
    missing: new Set(externals.missing),
    bundled: externals.bundled,
  };
  const learning = { root, externals: known, uses };
  const learned = (): Finding => ({
    kind: 'learned',
    copied: [...known.copied],
    missing: [...known.missing],
  });
  const plugins = [
    irregularFilesPlugin(),
    externalPackagesPlugin({ root, externals: known, uses }),
    entryPlugin(paths),
  ];
  const result = await build(request, directory, plugins);
  if ('kind' in result) {
    const isNew = learnFromErrors(result.errors, learning);
    const places = result.errors.flatMap(({ location }) => location?.file ?? []);
    const inputs = withPlaces([...paths, ...places.map((file) => resolve(root, file))], root);
    return { finding: isNew ? learned() : { kind: 'unfit' }, inputs };
  }
  const { metafile, outputFiles, warnings } = result;
  const files = Object.keys(metafile.inputs).filter((path) => !/^framework[\w-]*:/.test(path));
  const read = files.map((path) => resolve(root, path));
  const inputs = withPlaces(read, root);
  const code = outputFiles.filter(({ path }) => path.endsWith('.mjs'));
  const whole = code.map(({ text }) => text).join('\n');
  if (learnFromBuild({ code: whole, paths: files, warnings }, learning))
    return { finding: learned(), inputs };
  if (!read.every(isInPackage) || isUnfit(uses, whole))
    return { finding: { kind: 'unfit' }, inputs };
  const outputs: Outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]),
  );
  const reached = reachedFrom(`${ENTRY}.mjs`, outputs);
  mkdirSync(directory, { recursive: true });
  for (const { path, text } of code.filter((file) => reached.has(basename(file.path)))) {
    const preamble = preambleOf(text);
    const map = outputFiles.find((file) => file.path === `${path}.map`)?.text ?? '{}';
    writeFileSync(join(directory, basename(path)), preamble + text);
    writeFileSync(join(directory, `${basename(path)}.map`), finishMap(map, preamble));
  }
  const formats = new Map(
    Object.entries(metafile.inputs).map(([path, { format }]) => [resolve(root, path), format]),
  );
  const modules = paths.map((path, at): readonly [string, KeptModule] => {
    const names =
      formats.get(path) === 'esm' ? outputs.get(`${moduleName(at)}.mjs`)?.exports : undefined;
    return [path, { load: moduleName(at), names }];
  });
  return { finding: { kind: 'kept', modules: Object.fromEntries(modules) }, inputs };
}

type Outputs = ReadonlyMap<string, Metafile['outputs'][string]>;

/** Returns the outputs that the entry needs. Outputs for single modules are built only to find the names of their exports. */
function reachedFrom(entry: string, outputs: Outputs): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const name of reached) {
    for (const { path, external } of outputs.get(name)?.imports ?? []) {
      if (external !== true) reached.add(basename(path));
    }
  }
  return reached;
}

/** Matches a module with top-level `await` in esbuild's output. No function can return such a module synchronously. */
const WAITING = /\b__esm\(\{\s*async /;

/** Matches re-exports from a module whose export names are known only at run time. */
const OPEN_NAMES = /\b__reExport\(|^\s*export \* from /m;

/**
 * Returns true if only the full bundle can be correct: a package needs files next to the bundle, lacks a dependency, reads its
 * own path, uses top-level `await`, or has exports with unknown names.
 */
function isUnfit({ roots, addonOwners, unmet }: ExternalUses, code: string): boolean {
  const isTold = unmet.some(
    ({ name, owner: { manifest } }) =>
      ![...manifest.optionalPeers, ...manifest.optionalDependencies].includes(name),
  );
  const isBeside = roots.size > 0 || addonOwners.size > 0 || asksForPlace(code);
  return isBeside || isTold || WAITING.test(code) || OPEN_NAMES.test(code);
}

/** Returns false for a linked package: the application may also bundle it, and two copies must not exist. */
function isInPackage(path: string): boolean {
  return path.split(sep).includes('node_modules');
}

/**
 * Returns the files and everything that determines how an import resolves to them: their folders with package.json, and every
 * `node_modules` folder on the search path. The stamp of a folder changes when an entry is added, removed or linked elsewhere.
 */
function withPlaces(files: readonly string[], root: string): readonly string[] {
  const places = new Set(files);
  const folders = new Set(files.map((file) => dirname(file)));
  for (const folder of folders) {
    if (isInPackage(folder)) {
      places.add(folder).add(join(folder, 'package.json'));
      folders.add(dirname(folder));
    }
    places.add(join(folder, 'node_modules'));
  }
  for (let folder = root; ; folder = dirname(folder)) {
    places.add(join(folder, 'node_modules'));
    if (dirname(folder) === folder) return [...places];
  }
}

function moduleName(at: number): string {
  return `module${at}`;
}

async function build(
  { root, paths, jsx }: DependencyRequest,
  mapFolder: string,
  plugins: readonly Plugin[],
): Promise<BuildResult<EsbuildOptions> | Failure> {
  const options = esbuildOptions({ root, mapFolder, minify: false, jsx, plugins });
  const modules = paths.map((path, at) => ({ in: path, out: moduleName(at) }));
  try {
    return await startQuietly(() =>
      esbuild.build({
        ...options,
        entryPoints: [{ in: ENTRY, out: ENTRY }, ...modules],
        splitting: true,
        chunkNames: 'chunk-[hash]',
      }),
    );
  } catch (error) {
    const failure = failureOf(error);
    // The death of the esbuild process says nothing about the packages, so the failure is not cached.
    if (failure.hasEnded) throw error;
    return failure;
  }
}

/** Modules are required, not imported, so that each one runs when its function is called. */
function entryPlugin(paths: readonly string[]): Plugin {
  const namespace = 'framework-dependencies';
  const contents = paths
    .map((path, at) => `export const ${moduleName(at)}=()=>require(${JSON.stringify(path)});`)
    .join('\n');
  return {
    name: namespace,
    setup: (build) => {
      build.onResolve({ filter: new RegExp(`^${ENTRY}$`) }, ({ kind, path }) =>
        kind === 'entry-point' ? { path, namespace } : undefined,
      );
      // The application and its packages share one runtime, which is part of the full bundle.
      build.onResolve({ filter: /^framework$/ }, () => ({
        errors: [{ text: 'framework must be bundled as a whole' }],
      }));
      build.onLoad({ filter: /.*/, namespace }, () => ({
        contents,
        loader: 'js',
        resolveDir: '/',
      }));
    },
  };
}
