// How a new project names this very package in its dependencies: by where it stands on this disk, never by a version,
// because `framework` on a registry is somebody else's.
import { isAbsolute, relative, sep } from 'node:path';
import { posixPath } from '../project/posix-path.js';

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
