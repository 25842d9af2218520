// Discovers during a build which packages must stay outside the bundle: those with native code, those that read files next to
// their modules, and those that are required but not installed.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Message } from 'esbuild';
import { addTo } from '../../../compiler/groups.js';
import { asksForPlace } from '../esbuild-options.js';
import type { ExternalPackages, ExternalUses } from './external-packages.js';
import { type InstalledPackage, packageName, packageOf } from './installed-package.js';
import { hasNativeCode } from './package-closure.js';

export type Learning = {
  readonly root: string;
  /** The packages known so far. Both functions below add to them. */
  readonly externals: ExternalPackages;
  readonly uses: ExternalUses;
};

export type BuildFindings = {
  readonly code: string;
  /** The inputs of the bundle, relative to the root. */
  readonly paths: readonly string[];
  readonly warnings: readonly Message[];
};

/** Inspects a bundle. Returns true if the build must be repeated. */
export function learnFromBuild(findings: BuildFindings, learning: Learning): boolean {
  const files = packageFiles(findings.paths, learning.root);
  const { bundled, copied } = learning.externals;
  for (const [one, paths] of files) {
    const path = bundled.get(one.directory);
    if (path === undefined) continue;
    files.delete(one);
    if (hasNativeCode(one) || readsBesideItself([one, paths])) learning.uses.placed.set(path, one);
  }
  const native = [...files.keys()].filter(hasNativeCode);
  const placed = asksForPlace(findings.code) ? [...files].filter(readsBesideItself) : [];
  const resolving = findings.warnings
    .filter(({ id }) => id === 'require-resolve-not-external')
    .flatMap(({ location }) => ownerOf(location?.file, learning.root))
    .filter(({ directory }) => !bundled.has(directory));
  return addAll(copied, [
    ...native.map(({ name }) => name),
    ...placed.map(([{ name }]) => name),
    ...resolving.map(({ name }) => name),
    ...learning.uses.addonOwners,
  ]);
}

/** Inspects a failed build. Returns true if another build may succeed. */
export function learnFromErrors(errors: readonly Message[], learning: Learning): boolean {
  const { externals, uses, root } = learning;
  const owners = errors.flatMap(({ location }) => ownerOf(location?.file, root));
  const native = owners.filter(hasNativeCode).map(({ name }) => name);
  const isMoreCopied = addAll(externals.copied, [...native, ...uses.addonOwners]);
  const missing = errors
    .filter(({ location }) => ownerOf(location?.file, root).length > 0)
    .flatMap(({ text }) => packageName(/^Could not resolve "(.+?)"/.exec(text)?.[1] ?? '') ?? []);
  return addAll(externals.missing, missing) || isMoreCopied;
}

function packageFiles(
  paths: readonly string[],
  root: string,
): Map<InstalledPackage, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = /^.*(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path)?.[0];
    if (folder === undefined || /^framework[\w-]*:/.test(path)) continue;
    addTo(folders, folder, resolve(root, path));
  }
  return new Map(
    [...folders.values()].flatMap((files) => {
      const installed = packageOf(files[0] ?? '');
      return installed ? [[installed, files] as const] : [];
    }),
  );
}

const PLACE = /\b__dirname\b|\b__filename\b|\bimport\.meta\.(?:url|dirname|filename)\b/;

function readsBesideItself([, files]: readonly [InstalledPackage, readonly string[]]): boolean {
  return files.some((file) => PLACE.test(readFileSync(file, 'utf8')));
}

function ownerOf(file: string | undefined, root: string): readonly InstalledPackage[] {
  const owner = file === undefined ? undefined : packageOf(resolve(root, file));
  return owner ? [owner] : [];
}

function addAll(known: Set<string>, names: readonly string[]): boolean {
  const before = known.size;
  for (const name of names) known.add(name);
  return known.size > before;
}
