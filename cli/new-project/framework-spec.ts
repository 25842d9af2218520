// How a new project names this very package in its dependencies: by where it stands on this disk, never by a version,
// because `framework` on a registry is somebody else's.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { posixPath } from '../project/posix-path.js';

/** The directory of the package that the running code belongs to. */
export function ownDirectory(moduleUrl: string = import.meta.url): string {
  let directory = dirname(realpathSync(fileURLToPath(moduleUrl)));
  while (!isOwnPackage(directory)) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error(`no package.json of framework above ${moduleUrl}`);
    directory = parent;
  }
  return directory;
}

/**
 * The `file:` spec of the package in `packageDirectory` for a project in `projectDirectory` (both absolute and real).
 * Relative to a checkout, which moves together with what stands beside it; absolute to an installed package.
 */
export function frameworkSpec(packageDirectory: string, projectDirectory: string): string {
  const isInstalled = packageDirectory.split(sep).includes('node_modules');
  const path = isInstalled ? packageDirectory : relative(projectDirectory, packageDirectory);
  const plain = posixPath(path);
  return `file:${isAbsolute(path) || plain.startsWith('.') ? plain : `./${plain}`}`;
}

function isOwnPackage(directory: string): boolean {
  const path = `${directory}/package.json`;
  if (!existsSync(path)) return false;
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return (
    typeof manifest === 'object' &&
    manifest !== null &&
    'name' in manifest &&
    manifest.name === 'framework'
  );
}
