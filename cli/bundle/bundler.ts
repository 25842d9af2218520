// Bundles an application with esbuild: repeatedly, with incremental builds, for `framework local`, and once for `framework
// build`. If a build discovers a package that cannot be bundled, the build is repeated without that package.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BuildContext, Message, Metafile } from 'esbuild';
import type { Compilation, AppModule } from '../../compiler/compile-app.js';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import type { ProjectSettings } from '../../compiler/modules/source-files.js';
import { type BoundSource, boundNames } from '../../transformers/bind-views.js';
import { placeInPackage } from '../../transformers/app-source.js';
import { type BundledApp, frameworkPlugin, keptParts } from '../../transformers/esbuild.js';
import { readText } from '../project/disk.js';
import { valueFor } from '../../compiler/groups.js';
import type { BundleTarget } from './bundle-target.js';
import { bundlerEnded } from './bundle-catalogue.js';
import {
  finishMap,
  preambleOf,
  type EsbuildOptions,
  esbuildOptions,
  ownFiles,
  esbuild,
  failureOf,
  startQuietly,
} from './esbuild-options.js';
import { nameClasses } from './class-names.js';
import { problemOf, warningOf, irregularFilesPlugin } from './bundler-problems.js';
import { createDependencyUse, type DependencyUse } from './dependencies/dependency-use.js';
import type { PackageFile } from './file-tree.js';
import {
  externalPackagesPlugin,
  noUses,
  type ExternalPackages,
  type ExternalUses,
} from './packages/external-packages.js';
import { learnFromBuild, learnFromErrors } from './packages/unbundled-packages.js';
import { packageFolder, packageOf } from './packages/installed-package.js';
import { findRuntime } from './runtime-source.js';
import { readsAtOnce } from '../../transformers/request-reads.js';
import { hasWord, type UsedNames, usedNames } from '../../transformers/used-names.js';

export type BundlerOptions = {
  readonly root: string;
  readonly settings: ProjectSettings;
  readonly target: BundleTarget;
  readonly minify: boolean;
  /** Absolute path of the output folder. */
  readonly outDirectory: string;
  /** Called with an output file while the rest of the build continues. The file is written unless the build is repeated. */
  readonly onFile?: (file: PackageFile) => void;
};

export type BundledCode =
  | {
      readonly kind: 'bundled';
      readonly files: readonly PackageFile[];
      readonly output: Metafile['outputs'][string] | undefined;
      /** Absolute paths of the project's own files in the bundle. */
      readonly sources: readonly string[];
      /** Absolute paths of the package files that were read for the bundle. */
      readonly packageFiles: readonly string[];
      /** Absolute paths of files outside the folder that the bundle loads: packages that are cached separately. */
      readonly needs: readonly string[];
      readonly uses: ExternalUses;
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** The esbuild process has ended. */
type Ended = { readonly kind: 'ended' };

export type CodeBundler = {
  readonly bundle: (compilation: Compilation) => Promise<BundledCode>;
  readonly dispose: () => Promise<void>;
};

/** The maximum number of times a build is repeated because it discovers more packages. */
const MAX_PASSES = 8;

/** The first pass finds the imports, the second uses them, and two more allow for packages that cannot be bundled. */
const MAX_KEPT_PASSES = 3;

/** Creates a bundler. `dispose` stops its background work. */
export function createCodeBundler(options: BundlerOptions): CodeBundler {
  const root = realpathSync(options.root);
  const externals: ExternalPackages = { copied: new Set(), missing: new Set(), bundled: new Map() };
  const uses: ExternalUses = noUses();
  const transformed = new Map<string, BoundSource>();
  const runtime = findRuntime();
  const { outDirectory, settings } = options;
  const runsHere = options.target.runsHere === true;
  // A deployed source map names files relative to the package. Locally, a debugger must find the files that the user edits.
  const mapFolder = runsHere ? outDirectory : root;
  let app: BundledApp = {
    root,
    modules: new Map(),
    loaded: new Map(),
    functions: [],
    streams: false,
    settings,
    logsJson: options.target.logsJson === true,
    hasMetrics: options.target.hasMetrics === true,
    runtime,
    used: undefined,
  };
  // The local server keeps the whole runtime, because the next edit may need any of it.
  const usedText = runsHere ? undefined : createUsedText(root, runtime.readyMade);
  const dependencies = runsHere
    ? createDependencyUse({ root, externals, jsx: settings.jsx, outDirectory })
    : undefined;
  let opened: { readonly key: string; readonly context: BuildContext<EsbuildOptions> } | undefined;

  /** If `apart` is given, packages come from the cache of bundled packages. */
  const open = async (apart: DependencyUse | undefined) => {
    const pattern = ownFiles(root, [...app.modules.keys()]);
    const key = [
      apart !== undefined,
      pattern.source,
      ...externals.copied,
      ...externals.missing,
      ...Object.values(keptParts(app)),
    ].join('\n');
    if (opened?.key === key) return opened.context;
    await opened?.context.dispose();
    const plugins = [
      irregularFilesPlugin(),
      externalPackagesPlugin({ root, externals, uses }),
      frameworkPlugin({
        app: () => app,
        ownFiles: pattern,
        onTransform: (path, source) => transformed.set(path, source),
      }),
      ...(apart ? [apart.plugin((path) => isOwn(path, pattern))] : []),
    ];
    const request = { root, mapFolder, minify: options.minify, jsx: settings.jsx, plugins };
    opened = { key, context: await startQuietly(() => esbuild.context(esbuildOptions(request))) };
    return opened.context;
  };

  const isOwn = (path: string, pattern: RegExp): boolean =>
    app.modules.has(path) ||
    (pattern.test(path) && !/[\\/]node_modules[\\/]/.test(path.slice(root.length)));

  const sources = { root, transformed };
  /** Only files in the bundle are read, because the source map of a dependency may name any file on this machine. */
  const textOf = (source: string, bundled: ReadonlySet<string>): string | undefined => {
    const [path] = ownPath(mapFolder, source);
    if (path === undefined || !bundled.has(path)) return undefined;
    return app.modules.get(path)?.text ?? readText(path);
  };
  const fail = (errors: readonly Message[]): BundledCode => ({
    kind: 'failed',
    diagnostics: placedFirst(errors).map((error) => problemOf(error, sources)),
  });

  /** Records which inputs use the runtime. Returns true if they use more of the runtime than was known before. */
  const learnNames = (inputs: readonly string[]): boolean => {
    const isMoreUsed = usedText?.learn(inputs) === true;
    if (isMoreUsed) app = { ...app, used: usedText.names() };
    return isMoreUsed;
  };

  const passAll = (): Promise<BundledCode | Ended> =>
    dependencies ? pass(MAX_KEPT_PASSES, dependencies) : passWhole();

  const passWhole = (): Promise<BundledCode | Ended> => pass(MAX_PASSES, undefined);

  const pass = async (
    left: number,
    apart: DependencyUse | undefined,
  ): Promise<BundledCode | Ended> => {
    apart?.begin();
    const result = await open(apart)
      .then((context) => context.rebuild())
      .catch(failureOf);
    if ('kind' in result) {
      if (result.hasEnded) {
        opened = undefined;
        await esbuild.stop(); // the next call starts another process
        return { kind: 'ended' };
      }
      // The build of the full bundle reports the problems.
      if (apart) return passWhole();
      const isNew = learnFromErrors(result.errors, { root, externals, uses });
      // A package may import exports of the runtime that no module of the project imports.
      const isMoreUsed = learnNames(result.errors.flatMap(({ location }) => location?.file ?? []));
      return (isNew || isMoreUsed) && left > 0 ? pass(left - 1, apart) : fail(result.errors);
    }
    const use = await apart?.settle(result.warnings);
    if (use === 'unfit') return passWhole();
    if (use === 'changed') return left > 0 ? pass(left - 1, apart) : passWhole();
    const [text = '', map = ''] = ['.mjs', '.map'].map(
      (end) => result.outputFiles.find(({ path }) => path.endsWith(end))?.text,
    );
    const code = options.minify ? nameClasses(text) : text;
    const output = Object.entries(result.metafile.outputs).find(([path]) =>
      path.endsWith('.mjs'),
    )?.[1];
    const paths = Object.keys(output?.inputs ?? {});
    const preamble = preambleOf(code, apart?.importOf(code));
    const sourcePaths = Object.keys(result.metafile.inputs).flatMap((path) => ownPath(root, path));
    const bundledPaths = new Set(sourcePaths);
    const files: PackageFile[] = [];
    const add = (path: string, content: string): void => {
      const file = textFile(path, content);
      files.push(file);
      options.onFile?.(file);
    };
    add('index.mjs', preamble + code);
    add(
      'index.mjs.map',
      finishMap(map, preamble, (source) => textOf(source, bundledPaths)),
    );
    const { warnings } = result;
    const isNew = learnFromBuild({ code, paths, warnings }, { root, externals, uses });
    const isMoreUsed = learnNames(paths);
    if ((isNew || isMoreUsed) && left > 0) return pass(left - 1, apart);
    return {
      kind: 'bundled',
      files,
      output,
      sources: sourcePaths,
      packageFiles: [
        ...Object.keys(result.metafile.inputs)
          .filter((path) => /(?:^|\/)node_modules\//.test(path) && !path.includes(':'))
          .map((path) => resolve(root, path)),
        ...(apart?.inputs().files ?? []),
      ],
      needs: apart?.inputs().needs ?? [],
      uses,
      warnings: result.warnings.flatMap((warning) => warningOf(warning, sources) ?? []),
    };
  };

  return {
    bundle: async (compilation) => {
      transformed.clear();
      app = {
        ...app,
        ...modulesOf(compilation),
        functions: compilation.manifest?.functions.map(({ name }) => name) ?? [],
        streams: compilation.manifest?.routes.some(({ stream }) => stream) === true,
      };
      externals.bundled.clear();
      for (const [path, { file }] of app.modules) {
        const location = packageFolder(`/${placeInPackage(file) ?? ''}`);
        const installed = location === undefined ? undefined : packageOf(path);
        if (location !== undefined && installed)
          externals.bundled.set(installed.directory, location.slice(1));
      }
      usedText?.start(app);
      app = { ...app, used: usedText?.names() };
      // The process may have been killed while nothing was built, so it gets a second chance.
      const first = await passAll();
      const last = first.kind === 'ended' ? await passAll() : first;
      return last.kind === 'ended'
        ? { kind: 'failed', diagnostics: [diagnose(bundlerEnded, {})] }
        : last;
    },
    dispose: async () => {
      await opened?.context.dispose();
      opened = undefined;
    },
  };
}

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Returns the modules, in `loaded` with the entry first, so that they run in source order. */
function modulesOf(compilation: Compilation): Pick<BundledApp, 'modules' | 'loaded'> {
  const real = compilation.modules
    .filter(({ file }) => CODE.test(file))
    .map((module) => [realpathSync(module.path), module] as const);
  const loaded = real.filter(([, { isLoadedLater }]) => isLoadedLater !== true);
  const ordered = [...loaded.slice(-1), ...loaded.slice(0, -1)];
  return {
    modules: new Map(real),
    loaded: new Map(ordered.map(([path, { file }]) => [file, path])),
  };
}

/** Returns the path of a bundle input as a list; empty unless the input is a file of the project. */
function ownPath(root: string, input: string): readonly string[] {
  if (/(?:^|\/)node_modules\//.test(input) || /^framework[\w-]*:/.test(input)) return [];
  return [resolve(root, input.replace(/ with \{.*\}$/, ''))];
}

function textFile(path: string, text: string): PackageFile {
  return { path, isExecutable: false, content: { kind: 'bytes', bytes: Buffer.from(text) } };
}

/** Removes errors that esbuild adds about a path that cannot be a folder, unless there are no other errors. */
function placedFirst(errors: readonly Message[]): readonly Message[] {
  const told = errors.filter(({ text }) => !text.startsWith('Cannot read directory '));
  return told.length > 0 ? told : errors;
}

// Collects the texts that decide which parts of the runtime a bundle keeps: the application's modules, generated code, and
// packages that use the framework. Other packages do not use the framework's names.

type UsedText = {
  readonly start: (app: BundledApp) => void;
  /** Adds further bundle inputs, relative to the root. Returns true if any of them is new. */
  readonly learn: (inputs: readonly string[]) => boolean;
  readonly names: () => UsedNames;
};

function createUsedText(root: string, readyMade: () => string): UsedText {
  let texts = new Map<string, string>();
  let written: readonly string[] = [];
  let own: readonly AppModule[] = [];
  return {
    start: ({ modules, functions, settings, logsJson, hasMetrics }) => {
      own = [...modules.values()];
      texts = new Map([...modules].map(([path, { text }]) => [path, text]));
      const options = { keepsMetadata: settings.emitsMetadata, isLate: hasManyViews(own) };
      const bound = own.flatMap((module) => boundNames(module, options));
      const exported = functions.length > 0 ? ['functionHandlerOf'] : [];
      const asked = [...(logsJson ? ['$jsonLogs'] : []), ...(hasMetrics ? ['$metrics'] : [])];
      written = [...exported, ...asked, ...bound];
    },
    learn: (inputs) => {
      const added = inputs
        .filter((input) => !/^framework[\w-]*:/.test(input))
        .map((input) => resolve(root, input.replace(/ with \{.*\}$/, '')))
        .filter((path) => !texts.has(path));
      const count = texts.size;
      const mayUse = createUsers();
      for (const path of added) {
        const text = readText(path);
        if (
          text !== undefined &&
          (mayUse(path) ||
            hasWord(text, UNMISTAKABLE) ||
            (text.includes(NAME) && IMPORTS.test(text)))
        )
          texts.set(path, text);
      }
      return texts.size > count;
    },
    names: () => {
      const all = [...texts.values()];
      const isReady = all.some((text) => text.includes('framework/middleware'));
      // A flag that the ready-made code reads from `$uses` is not a use of that name.
      const ready = isReady ? [readyMade().replaceAll(/\$uses\.\w+\.\$?\w+/g, '')] : [];
      return usedNames([...all, ...ready], written, () => readsAtOnce(own, all));
    },
  };
}

/** Returns true if storing rows as JSON saves more cold-start time than parsing costs (docs/decisions/slim-bundle.md). */
function hasManyViews(modules: readonly AppModule[]): boolean {
  const bindings = modules.flatMap((module) => module.bindings);
  const views = bindings.flatMap((binding) => (binding.form === 'class' ? binding.views : []));
  return views.length >= 40;
}

/** A name that identifies code written for the framework, regardless of what its package.json lists. */
const UNMISTAKABLE = 'currentRequest';

const NAME = 'framework';
const IMPORTS = /\b(?:from|import|require)\s*\(?\s*['"`]framework(?:\/middleware)?['"`]/;

/** Returns a function that tells whether a file is in the project or in a package whose package.json names the framework. */
function createUsers(): (path: string) => boolean {
  const known = new Map<string | undefined, boolean>();
  return (path) =>
    valueFor(known, packageFolder(path), () => {
      const manifest = packageOf(path)?.manifest;
      return (
        manifest === undefined ||
        [manifest.peerDependencies, manifest.dependencies, manifest.devDependencies]
          .flat()
          .includes(NAME)
      );
    });
}
