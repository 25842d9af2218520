// Finds the directory of this package on the disk, with its pages and dependencies.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of the package that the running code belongs to. */
export function ownDirectory(): string {
  let directory = dirname(realpathSync(fileURLToPath(import.meta.url)));
  while (!isOwnPackage(directory)) {
    const parent = dirname(directory);
    if (parent === directory)
      throw new Error(`no package.json of framework above ${import.meta.url}`);
    directory = parent;
  }
  return directory;
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
