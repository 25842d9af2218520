// Tells from package.json and file names whether a package has native code.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetPlatform } from '../bundle-target.js';
import type { InstalledPackage, PackageManifest } from './installed-package.js';

/** Packages that find, build or download a compiled file for the package that depends on them. */
const LOADERS = new Set([
  'bindings',
  'cmake-js',
  'nan',
  'neon-load-or-build',
  'node-addon-api',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  'node-pre-gyp',
  '@mapbox/node-pre-gyp',
  'pkg-prebuilds',
  'prebuild-install',
]);

const SYSTEMS =
  /(?:^|[-_/.])(?:linux|darwin|win32|windows|freebsd|android)(?:musl)?[-_.]?(?:x64|arm64|arm|ia32|x86_64|aarch64)/;

/** Tells whether a package has native code of its own or chooses among packages that have. */
export function hasNativeCode({ directory, manifest }: InstalledPackage): boolean {
  return (
    manifest.hasNativeField ||
    manifest.dependencies.some((name) => LOADERS.has(name)) ||
    manifest.optionalDependencies.some((name) => LOADERS.has(name) || SYSTEMS.test(name)) ||
    mustBeCompiled(directory) ||
    existsSync(join(directory, 'prebuilds'))
  );
}

/** Tells whether npm compiles a package when it is installed. */
export function mustBeCompiled(directory: string): boolean {
  return existsSync(join(directory, 'binding.gyp'));
}

/** The optional dependencies that hold the native code for a platform, by their names. */
export function platformPackages(
  { optionalDependencies }: PackageManifest,
  { os, cpu }: TargetPlatform,
): readonly string[] {
  const platform = new RegExp(`(?:^|[-_/.])${os}[-_.]?${cpu}(?![a-z0-9])`);
  return optionalDependencies.filter((name) => platform.test(name) && !name.includes('musl'));
}

/** Tells whether npm would install a package on one of the platforms (its fields `os`, `cpu` and `libc`). */
export function isFor(manifest: PackageManifest, targets: readonly TargetPlatform[]): boolean {
  const isOnOne = targets.some(
    ({ os, cpu, libc }) =>
      admits(manifest.os, os) && admits(manifest.cpu, cpu) && admits(manifest.libc, libc),
  );
  return targets.length === 0 || isOnOne;
}

function admits(allowed: readonly string[], value: string): boolean {
  if (allowed.includes(`!${value}`)) return false;
  const named = allowed.filter((item) => !item.startsWith('!'));
  return named.length === 0 || named.includes(value) || named.includes('any');
}
