// The packages that are copied into the deployable folder: those that cannot be bundled, with everything they need to
// run, each at the place in `node_modules/` where Node.js will look for it.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import { copiedTwice, dependencyMissing, nativeMissing } from '../bundle-catalogue.js';
import type { TargetPlatform } from '../bundle-target.js';
import { type InstalledPackage, findPackage } from './installed-package.js';
import { isFor, platformPackages } from './native-markers.js';

/** A package and its folder in the deployable folder, for example `node_modules/sharp`. */
export type PlacedPackage = { readonly package: InstalledPackage; readonly path: string };

export type PackageClosure = {
  /** Sorted by path. */
  readonly packages: readonly PlacedPackage[];
  readonly diagnostics: readonly Diagnostic[];
};

type Placing = {
  readonly target: TargetPlatform | undefined;
  readonly placed: Map<string, InstalledPackage>;
  readonly diagnostics: Diagnostic[];
};

/** Places `roots`, which the bundle imports by name, and the dependencies of each. */
export function placePackages(
  roots: readonly InstalledPackage[],
  target: TargetPlatform | undefined,
): PackageClosure {
  const placing: Placing = { target, placed: new Map(), diagnostics: [] };
  for (const root of sortedRoots(roots)) {
    if (!isFor(root.manifest, target)) continue;
    const path = `node_modules/${root.name}`;
    const other = placing.placed.get(path);
    if (other === undefined) place(placing, root, path);
    else if (other.directory !== root.directory)
      placing.diagnostics.push(secondVersion(root, other));
  }
  const packages = [...placing.placed].map(([path, installed]) => ({ package: installed, path }));
  return {
    packages: packages.sort((a, b) => (a.path < b.path ? -1 : 1)),
    diagnostics: placing.diagnostics,
  };
}

/** Roots are placed before any dependency takes their place at the top. */
function sortedRoots(roots: readonly InstalledPackage[]): readonly InstalledPackage[] {
  return [...roots].sort((a, b) => (a.directory < b.directory ? -1 : 1));
}

function secondVersion(one: InstalledPackage, other: InstalledPackage): Diagnostic {
  const versions = [other.manifest.version, one.manifest.version].join(' and ');
  return diagnose(copiedTwice, { name: one.name, versions }, { at: undefined });
}

function place(placing: Placing, installed: InstalledPackage, path: string): void {
  placing.placed.set(path, installed);
  const { manifest } = installed;
  for (const name of manifest.dependencies) {
    if (!placeDependency(placing, installed, { name, path })) {
      const data = { name, owner: installed.name };
      placing.diagnostics.push(diagnose(dependencyMissing, data, { at: undefined }));
    }
  }
  for (const name of [...manifest.optionalDependencies, ...manifest.peerDependencies]) {
    placeDependency(placing, installed, { name, path });
  }
  if (placing.target) checkPlatformPackages(placing, installed, placing.target);
}

type Dependency = {
  readonly name: string;
  /** Where the package that depends on it is placed. */
  readonly path: string;
};

/** At the top of `node_modules/` when that place is free, else inside the package that needs it. */
function placeDependency(
  placing: Placing,
  owner: InstalledPackage,
  { name, path }: Dependency,
): boolean {
  const dependency = findPackage(name, owner.directory);
  if (!dependency) return false;
  if (!isFor(dependency.manifest, placing.target)) return true;
  const visible = visiblePaths(path, name).find((place) => placing.placed.has(place));
  const found = visible === undefined ? undefined : placing.placed.get(visible);
  if (found?.directory === dependency.directory) return true;
  place(placing, dependency, found ? `${path}/node_modules/${name}` : `node_modules/${name}`);
  return true;
}

/** The places where a package at `path` looks for another, the nearest first. */
function visiblePaths(path: string, name: string): readonly string[] {
  const parts = path.split('/node_modules/');
  const around = parts.map((_, index) =>
    parts.slice(0, parts.length - index).join('/node_modules/'),
  );
  return [...around.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}

function checkPlatformPackages(
  { diagnostics }: Placing,
  { name, directory, manifest }: InstalledPackage,
  target: TargetPlatform,
): void {
  const binaries = platformPackages(manifest, target);
  const [binary] = binaries;
  if (binary === undefined || binaries.some((one) => findPackage(one, directory))) return;
  diagnostics.push(diagnose(nativeMissing, { name, binary, ...target }, { at: undefined }));
}
