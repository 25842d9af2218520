// An esbuild plugin for packages that stay outside the bundle: those that are copied, and missing packages that are imported by
// `require` or `import()`.
import { extname, join, relative, resolve } from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { posixPath } from '../../project/disk.js';
import { escaped } from '../esbuild-options.js';
import { LIBRARY } from '../file-tree.js';
import { type InstalledPackage, findPackage, packageName, packageOf } from './installed-package.js';

/** The facts that builds have discovered so far. If a build adds any, it is repeated. */
export type ExternalPackages = {
  /** Names of packages that cannot be bundled. */
  readonly copied: Set<string>;
  /** Names of packages that other packages import, but that are not installed. */
  readonly missing: Set<string>;
  /** The folders at run time of packages that are always bundled, because the compiler reads them, by their directory. */
  readonly bundled: Map<string, string>;
};

/** A copied package that the bundle imports. `importer` is the first file that imports the package, with `specifier`. */
export type ExternalRoot = {
  readonly package: InstalledPackage;
  readonly importer: string;
  readonly specifier: string;
};

/** The files that a build needs next to the bundle. */
export type ExternalUses = {
  /** Copied packages by real path. */
  readonly roots: Map<string, ExternalRoot>;
  /** Bundled packages that need their files next to the bundle, by folder in the deployable package. */
  readonly placed: Map<string, InstalledPackage>;
  /** Packages that were found to contain an addon. */
  readonly addonOwners: Set<string>;
  /** Imported addons in `frameworklib/`, relative to the project. */
  readonly addons: Set<string>;
  /** Missing packages: `owner` requires `name`, which is not installed. */
  readonly unmet: { readonly name: string; readonly owner: InstalledPackage }[];
};

export function noUses(): ExternalUses {
  return {
    roots: new Map(),
    placed: new Map(),
    addonOwners: new Set(),
    addons: new Set(),
    unmet: [],
  };
}

const CJS_NAMESPACE = 'framework-require';
const ASKED = 'asked by framework-packages';

export type ExternalsOptions = {
  readonly root: string;
  readonly externals: ExternalPackages;
  readonly uses: ExternalUses;
};

/** Records in `uses` the files that the bundle needs next to it. */
export function externalPackagesPlugin(options: ExternalsOptions): Plugin {
  const { externals, uses } = options;
  return {
    name: 'framework-packages',
    setup: (build) => {
      build.onStart(() => void Object.assign(uses, noUses()));
      build.onResolve({ filter: /.*/, namespace: CJS_NAMESPACE }, ({ path }) => ({
        path,
        external: true,
      }));
      build.onResolve({ filter: /\.node$/ }, (args) => resolveAddon(args, options));
      build.onLoad({ filter: /.*/, namespace: CJS_NAMESPACE }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)});`,
        loader: 'js',
      }));
      const names = [...externals.copied, ...externals.missing];
      if (names.length === 0) return;
      const filter = new RegExp(`^(?:${names.map(escaped).join('|')})(?:/|$)`);
      build.onResolve({ filter }, (args) => {
        if (args.pluginData === ASKED || args.namespace === CJS_NAMESPACE) return undefined;
        const name = packageName(args.path) ?? '';
        return externals.copied.has(name)
          ? resolveCopied(build, args, uses)
          : resolveMissing(args, name, uses);
      });
    },
  };
}

/** The start of the message for an addon in the project. */
export const ADDON_OUTSIDE = 'Addon outside frameworklib: ';

/** Marks the package of a native file as native. A file in `frameworklib/` is always part of the deployable package. */
function resolveAddon(
  args: OnResolveArgs,
  { root, externals, uses }: ExternalsOptions,
): OnResolveResult {
  const owner = packageOf(join(args.resolveDir, '/'));
  if (owner) {
    const location = externals.bundled.get(owner.directory);
    if (location === undefined) {
      uses.addonOwners.add(owner.name);
      return { path: args.path, external: true };
    }
    uses.placed.set(location, owner);
    const file = posixPath(relative(owner.directory, resolve(args.resolveDir, args.path)));
    return { path: `./${location}/${file}`, namespace: CJS_NAMESPACE };
  }
  const file = posixPath(relative(root, resolve(args.resolveDir, args.path)));
  if (!file.startsWith(`${LIBRARY}/`)) return { errors: [{ text: ADDON_OUTSIDE + file }] };
  uses.addons.add(file);
  return { path: `./${file}`, namespace: CJS_NAMESPACE };
}

/** Loads a CommonJS package with `require`, because Node.js finds fewer names for `import { x } from` than a bundler. */
async function resolveCopied(
  build: PluginBuild,
  args: OnResolveArgs,
  uses: ExternalUses,
): Promise<OnResolveResult | undefined> {
  const installed = findPackage(packageName(args.path) ?? '', args.resolveDir);
  if (!installed) return undefined;
  const { path, resolveDir, importer, kind } = args;
  const resolved = await build.resolve(path, { resolveDir, importer, kind, pluginData: ASKED });
  if (resolved.errors.length > 0) return { errors: resolved.errors };
  if (!uses.roots.has(installed.directory)) {
    uses.roots.set(installed.directory, { package: installed, importer, specifier: path });
  }
  if (kind !== 'import-statement' || isEsModule(resolved.path)) return { path, external: true };
  return { path, namespace: CJS_NAMESPACE };
}

function isEsModule(path: string): boolean {
  const extension = extname(path);
  if (extension === '.mjs') return true;
  return extension === '.js' && packageOf(path)?.manifest.isModule === true;
}

/** Leaves a `require` or `import()` of a missing package to fail at run time, as in Node.js. */
function resolveMissing(
  args: OnResolveArgs,
  name: string,
  uses: ExternalUses,
): OnResolveResult | undefined {
  const owner = packageOf(args.importer);
  if (!owner || !['require-call', 'require-resolve', 'dynamic-import'].includes(args.kind))
    return undefined;
  if (findPackage(name, args.resolveDir)) return undefined;
  uses.unmet.push({ name, owner });
  return { path: args.path, external: true };
}
