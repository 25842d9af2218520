// Writes the deployable folder of an application: the bundled handler, `frameworklib/`, and the packages that cannot be
// bundled.
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { AppModule, Compilation } from '../../compiler/compile-app.js';
import {
  type Diagnostic,
  type SourceSpan,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import { spanOf } from '../project/placed-json.js';
import { addonForOther, optionalMissing } from './bundle-catalogue.js';
import { type TargetPlatform, targetPlatforms } from './bundle-target.js';
import { type BundledCode, type BundlerOptions, createCodeBundler } from './bundler.js';
import { type PackageFile, findFilesOutside, listLibrary } from './file-tree.js';
import { type PackageState, replacePackage, updatePackage } from './package-writer.js';
import {
  isNative,
  platformText,
  readPlatform,
  listPackage,
  runsOn,
} from './packages/copied-files.js';
import type { ExternalUses } from './packages/external-packages.js';
import { type CopiedRoot, placePackages } from './packages/package-closure.js';
import { type SizeRow, sizeRows } from './sizes.js';

export type Bundle =
  | {
      readonly kind: 'built';
      /** The absolute path. Its `index.mjs` exports `handler`, and `function_<name>` for each Lambda function. */
      readonly directory: string;
      readonly files: readonly PackageFile[];
      readonly sizes: readonly SizeRow[];
      /** Absolute paths of the files and folders that the package was built from, except those in node_modules. */
      readonly watchFiles: readonly string[];
      /** Absolute paths of the bundled files that belong to packages. */
      readonly packageFiles: readonly string[];
      /** Absolute paths of files outside the folder that the bundle loads. A deployable folder loads none. */
      readonly needs: readonly string[];
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

type BundleOptions = BundlerOptions & { readonly compilation: Compilation };

export type Bundler = {
  /** Bundles a compilation that has no errors. Calls must not overlap. */
  readonly rebuild: (compilation: Compilation) => Promise<Bundle>;
  readonly dispose: () => Promise<void>;
};

/** Replaces the folder as a whole, and only if the build succeeds. The same input always produces the same bytes. */
export async function bundleApp(options: BundleOptions): Promise<Bundle> {
  const code = createCodeBundler(options);
  try {
    const bundled = await code.bundle(options.compilation);
    return await finish(bundled, options, (files) => replacePackage(files, options.outDirectory));
  } finally {
    await code.dispose();
  }
}

/** Opens a bundler for the local server. It updates one folder and leaves unchanged files alone. */
export function createBundler(options: BundlerOptions): Bundler {
  const code = createCodeBundler(options);
  const state: PackageState = new Map();
  return {
    rebuild: async (compilation) =>
      finish(await code.bundle(compilation), { ...options, compilation }, (files) =>
        updatePackage(files, options.outDirectory, state),
      ),
    dispose: code.dispose,
  };
}

async function finish(
  bundled: BundledCode,
  { root, target, outDirectory, compilation }: BundleOptions,
  write: (files: readonly PackageFile[]) => Promise<void>,
): Promise<Bundle> {
  if (bundled.kind === 'failed') return bundled;
  const platforms = targetPlatforms(target);
  const library = listLibrary(root);
  const placed = placePackages(rootsOf(bundled.uses, compilation), platforms);
  const copied = placed.packages.map((one) => listPackage(one, platforms));
  const diagnostics = [
    ...bundled.warnings,
    ...findFilesOutside(compilation.modules),
    ...unmetPackages(bundled.uses),
    ...library.diagnostics,
    ...platforms.flatMap((platform) =>
      findForeignAddons(bundled.uses, library.files, { root, platform }),
    ),
    ...placed.diagnostics,
    ...copied.flatMap((one) => one.diagnostics),
  ];
  if (diagnostics.some(({ severity }) => severity === 'error'))
    return { kind: 'failed', diagnostics };
  const files = [...bundled.files, ...library.files, ...copied.flatMap((one) => one.files)];
  await write(files);
  const libraryPaths = library.files.flatMap(({ content }) =>
    content.kind === 'copy' ? [content.from] : [],
  );
  return {
    kind: 'built',
    directory: outDirectory,
    files,
    sizes: sizeRows(bundled.output, files),
    watchFiles: [...new Set([...bundled.sources, ...library.folders, ...libraryPaths])].sort(),
    packageFiles: bundled.packageFiles,
    needs: bundled.needs,
    diagnostics,
  };
}

/** Reports imported native files for other platforms, and those in `frameworklib/` if none is for the target. */
function findForeignAddons(
  { addons }: ExternalUses,
  library: readonly PackageFile[],
  { root, platform: target }: { readonly root: string; readonly platform: TargetPlatform },
): Diagnostic[] {
  const findProblems = (path: string): Diagnostic[] => {
    const platform = readPlatform(readFileSync(join(root, path)));
    if (!platform || runsOn(platform, target)) return [];
    return [diagnose(addonForOther, { path, found: platformText(platform), ...target })];
  };
  const others = library.filter((file) => isNative(file) && !addons.has(file.path));
  const ofOthers = others.map(({ path }) => findProblems(path));
  const isOneRight = ofOthers.some((problems) => problems.length === 0);
  return [...[...addons].sort().flatMap(findProblems), ...(isOneRight ? [] : ofOthers.flat())];
}

/** Returns the copied packages, each with the location of its import in the project's own code. */
function rootsOf(uses: ExternalUses, { modules }: Compilation): CopiedRoot[] {
  const copied = [...uses.roots.values()].map(({ package: installed, importer, specifier }) => {
    const module = modules.find(({ path }) => realpathSync(path) === importer);
    return { package: installed, at: module && specifierPlace(module, specifier) };
  });
  const bundled = [...uses.placed].map(([bundledAt, installed]) => {
    const places = modules.flatMap((module) => specifierPlace(module, installed.name) ?? []);
    return { package: installed, at: places[0], bundledAt };
  });
  return [...copied, ...bundled];
}

function specifierPlace({ file, text }: AppModule, specifier: string): SourceSpan | undefined {
  const quoted = ["'", '"', '`'].map((quote) => text.indexOf(quote + specifier + quote));
  const found = quoted.filter((index) => index >= 0);
  if (found.length === 0) return undefined;
  const start = Math.min(...found) + 1;
  return spanOf(file, text, { start, end: start + specifier.length });
}

/** Reports required packages that are not installed, except those that package.json lists as optional. */
function unmetPackages({ unmet }: ExternalUses): Diagnostic[] {
  const seen = new Set<string>();
  return unmet.flatMap(({ name, owner }) => {
    const { optionalPeers, optionalDependencies } = owner.manifest;
    const key = `${owner.name} ${name}`;
    if (seen.has(key) || [...optionalPeers, ...optionalDependencies].includes(name)) return [];
    seen.add(key);
    return [diagnose(optionalMissing, { name, owner: owner.name })];
  });
}
