// Selects the packages to copy into the deployable folder: those that cannot be bundled, and their dependencies. Each is placed
// at the path in `node_modules/` where Node.js searches for it.
import {
  type Diagnostic,
  type SourceSpan,
  diagnose,
} from '../../../compiler/diagnostics/diagnostic.js';
import { compareTexts, wordSet } from '../../../compiler/groups.js';
import { copiedTwice, dependencyMissing, nativeMissing } from '../bundle-catalogue.js';
import type { TargetPlatform } from '../bundle-target.js';
import {
  type InstalledPackage,
  findPackage,
  isFramework,
  type PackageManifest,
} from './installed-package.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A package that the bundle imports. `at` is where the project's own code imports it. */
export type CopiedRoot = {
  readonly package: InstalledPackage;
  readonly at: SourceSpan | undefined;
  /** The folder for the files of a bundled package. Other packages are placed at the top. */
  readonly bundledAt?: string;
};

/** A package and its folder in the deployable folder, for example `node_modules/sharp`. */
export type PlacedPackage = CopiedRoot & { readonly path: string };

export type PackageClosure = {
  /** Sorted by path. */
  readonly packages: readonly PlacedPackage[];
  readonly diagnostics: readonly Diagnostic[];
};

type Placing = {
  readonly targets: readonly TargetPlatform[];
  readonly placed: Map<string, CopiedRoot>;
  readonly diagnostics: Diagnostic[];
};

/** Places `roots`, which the bundle imports by name, and their dependencies. */
export function placePackages(
  roots: readonly CopiedRoot[],
  targets: readonly TargetPlatform[],
): PackageClosure {
  const placing: Placing = { targets, placed: new Map(), diagnostics: [] };
  const wanted = roots
    .filter((root) => isFor(root.package.manifest, targets))
    .toSorted((a, b) => compareTexts(a.package.directory, b.package.directory));
  // All roots are placed before any dependency.
  const free = wanted
    .map((root) => ({ ...root, path: root.bundledAt ?? topPath(root.package.name) }))
    .filter((root) => claimPath(placing, root));
  for (const root of free) placeDependencies(placing, root);
  const packages = [...placing.placed].map(([path, root]) => ({ ...root, path }));
  return {
    packages: packages.sort((a, b) => compareTexts(a.path, b.path)),
    diagnostics: placing.diagnostics,
  };
}

/** Returns true if a package contains native code or chooses among packages that contain it. */
export function hasNativeCode({ directory, manifest }: InstalledPackage): boolean {
  return (
    manifest.hasNativeField ||
    manifest.dependencies.some((name) => LOADERS.has(name)) ||
    manifest.optionalDependencies.some((name) => LOADERS.has(name) || SYSTEMS.test(name)) ||
    mustBeCompiled(directory) ||
    existsSync(join(directory, 'prebuilds'))
  );
}

/** Returns true if npm compiles a package during installation. */
export function mustBeCompiled(directory: string): boolean {
  return existsSync(join(directory, 'binding.gyp'));
}

/** Returns true if `os`, `cpu` and `libc` allow one of the platforms, or if no platform is given. */
export function isFor(manifest: PackageManifest, targets: readonly TargetPlatform[]): boolean {
  const isOnOne = targets.some(
    ({ os, cpu, libc }) =>
      admits(manifest.os, os) && admits(manifest.cpu, cpu) && admits(manifest.libc, libc),
  );
  return targets.length === 0 || isOnOne;
}

function topPath(name: string): string {
  return `node_modules/${name}`;
}

/** Places a root, usually at the top of `node_modules/`. For each name, the bundle can import only one package. */
function claimPath({ placed, diagnostics }: Placing, root: PlacedPackage): boolean {
  const { name, manifest } = root.package;
  const other = placed.get(root.path);
  if (!other) {
    placed.set(root.path, root);
    return true;
  }
  const versions = [other.package.manifest.version, manifest.version].join(' and ');
  diagnostics.push(diagnose(copiedTwice, { name, versions }, { at: other.at ?? root.at }));
  return false;
}

function placeDependencies(placing: Placing, owner: PlacedPackage): void {
  const { name: ownerName, manifest } = owner.package;
  if (isFramework(owner.package)) return;
  for (const name of manifest.dependencies) {
    if (placeDependency(placing, owner, name)) continue;
    const data = { name, owner: ownerName };
    placing.diagnostics.push(diagnose(dependencyMissing, data, { at: owner.at }));
  }
  for (const name of [...manifest.optionalDependencies, ...manifest.peerDependencies]) {
    placeDependency(placing, owner, name);
  }
  for (const target of placing.targets) checkPlatformPackages(placing, owner, target);
}

/** Places a dependency at the top of `node_modules/`, or in its owner if the name is taken there. */
function placeDependency(placing: Placing, owner: PlacedPackage, name: string): boolean {
  const { targets, placed } = placing;
  const dependency = findPackage(name, owner.package.directory);
  if (!dependency) return false;
  if (!isFor(dependency.manifest, targets)) return true;
  // The bundle already contains the runtime.
  if (owner.bundledAt !== undefined && isFramework(dependency)) return true;
  const visible = visiblePaths(owner.path, name).find((location) => placed.has(location));
  const found = visible === undefined ? undefined : placed.get(visible)?.package;
  if (found?.directory === dependency.directory) return true;
  const path = found ? `${owner.path}/node_modules/${name}` : topPath(name);
  const copied = { package: dependency, at: owner.at };
  placed.set(path, copied);
  placeDependencies(placing, { ...copied, path });
  return true;
}

/** Returns the paths where a package at `path` searches for another package, nearest first. */
function visiblePaths(path: string, name: string): readonly string[] {
  const parts = path.split('/node_modules/');
  const around = parts.map((_, index) =>
    parts.slice(0, parts.length - index).join('/node_modules/'),
  );
  return [...around.map((folder) => `${folder}/node_modules/${name}`), topPath(name)];
}

function checkPlatformPackages(
  { diagnostics }: Placing,
  { package: { name, directory, manifest }, at }: PlacedPackage,
  target: TargetPlatform,
): void {
  const binaries = platformPackages(manifest, target);
  const [binary] = binaries;
  if (binary === undefined || binaries.some((one) => findPackage(one, directory))) return;
  diagnostics.push(diagnose(nativeMissing, { name, binary, ...target }, { at }));
}

// Determines from package.json and file names whether a package has native code.

/** Packages that find, build or download a native file for the package that depends on them. */
const LOADERS = wordSet(
  'bindings cmake-js nan neon-load-or-build node-addon-api node-gyp-build node-gyp-build-optional-packages',
  'node-pre-gyp @mapbox/node-pre-gyp pkg-prebuilds prebuild-install',
);

const SYSTEMS =
  /(?:^|[-_/.])(?:linux|darwin|win32|windows|freebsd|android)(?:musl)?[-_.]?(?:x64|arm64|arm|ia32|x86_64|aarch64)/;

/** Returns the optional dependencies whose names show that they contain the native code for a platform. */
function platformPackages(
  { optionalDependencies }: PackageManifest,
  { os, cpu }: TargetPlatform,
): readonly string[] {
  const platform = new RegExp(`(?:^|[-_/.])${os}[-_.]?${cpu}(?![a-z0-9])`);
  return optionalDependencies.filter((name) => platform.test(name) && !name.includes('musl'));
}

function admits(allowed: readonly string[], value: string): boolean {
  if (allowed.includes(`!${value}`)) return false;
  const named = allowed.filter((item) => !item.startsWith('!'));
  return named.length === 0 || named.includes(value) || named.includes('any');
}
