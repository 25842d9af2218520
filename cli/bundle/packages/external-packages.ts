// Packages that stay outside the bundle, as an esbuild plugin: those that are copied into the package, and those that
// are not installed and only required when a line is reached.
import { extname } from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { type InstalledPackage, findPackage, packageName, packageOf } from './installed-package.js';

/** What a build learned so far; it is built anew when this grows. */
export type ExternalPackages = {
  /** Names of packages that cannot be bundled. */
  readonly copied: Set<string>;
  /** Names of packages that are not installed, and whether that is a warning. */
  readonly missing: Set<string>;
};

/** A copied package as the bundle imports it: `importer` is the first file that does, by `specifier`. */
export type ExternalRoot = {
  readonly package: InstalledPackage;
  readonly importer: string;
  readonly specifier: string;
};

/** What a build used of it. */
export type ExternalUses = {
  /** Copied packages by real path. */
  readonly roots: Map<string, ExternalRoot>;
  /** Packages with an addon that was reached and that were not known to have one. */
  readonly addonOwners: Set<string>;
  /** `owner` requires `name`, which is not installed. */
  readonly unmet: { readonly name: string; readonly owner: InstalledPackage }[];
};

const CJS_NAMESPACE = 'framework-require';
const ASKED = 'asked by framework-packages';

/** Keeps packages outside; it notes in `uses` what the bundle needs beside it. */
export function externalPackagesPlugin(packages: ExternalPackages, uses: ExternalUses): Plugin {
  return {
    name: 'framework-packages',
    setup: (build) => {
      build.onStart(() => {
        uses.roots.clear();
        uses.addonOwners.clear();
        uses.unmet.length = 0;
      });
      build.onResolve({ filter: /\.node$/ }, (args) => {
        const owner = packageOf(`${args.resolveDir}/`);
        if (!owner) return undefined;
        uses.addonOwners.add(owner.name);
        return { path: args.path, external: true };
      });
      build.onResolve({ filter: /.*/, namespace: CJS_NAMESPACE }, ({ path }) => ({
        path,
        external: true,
      }));
      build.onLoad({ filter: /.*/, namespace: CJS_NAMESPACE }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)});`,
        loader: 'js',
      }));
      const names = [...packages.copied, ...packages.missing];
      if (names.length === 0) return;
      build.onResolve({ filter: nameFilter(names) }, (args) => {
        if (args.pluginData === ASKED || args.namespace === CJS_NAMESPACE) return undefined;
        const name = packageName(args.path) ?? '';
        return packages.copied.has(name)
          ? resolveCopied(build, args, uses)
          : resolveMissing(args, name, uses);
      });
    },
  };
}

/**
 * A CommonJS package is loaded with `require` from inside the bundle, so that what its imports mean there does not change:
 * Node.js finds fewer names in `import { x } from 'package'` than a bundler does.
 */
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

/** Only a `require` or `import()` of a package may find nothing, as in Node.js. */
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

function nameFilter(names: readonly string[]): RegExp {
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(?:${escaped.join('|')})(?:/|$)`);
}
