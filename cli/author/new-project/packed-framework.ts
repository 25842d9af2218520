// Packs this package into the tarball that a new project contains. `framework` on a registry is another package, and a
// path on this disk means nothing to a colleague or a build machine.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import packageJson from '../../../package.json' with { type: 'json' };
import { version } from '../../program/version.js';
import { posixPath } from '../../project/disk.js';

/** The path of the tarball in the project. */
export const PACKED_FRAMEWORK: string = `vendor/framework-${version}.tgz`;

/** The time of every file, as in `npm pack`, so that the same package gives the same bytes and lock files agree. */
const MODIFIED = Date.UTC(1985, 9, 26, 8, 15);

/** The tarball that `npm pack` makes of the package in a directory, a checkout or an installed package. */
export function packFramework(directory: string): Uint8Array {
  const always = ['package.json', 'README.md'];
  const paths = [...always, ...packageJson.files].flatMap((path) => filesIn(directory, path));
  const files = paths.sort().map((path) => ({
    name: `package/${path}`,
    data: readFileSync(join(directory, path)),
    attrs: { mode: path === PROGRAM ? '755' : '644', mtime: MODIFIED, uid: 0, gid: 0 },
  }));
  return gzipSync(createTar(files));
}

const PROGRAM = posixPath(join(packageJson.bin.framework));

/** The paths of a file, or of the files below a folder. */
function filesIn(directory: string, path: string): string[] {
  const stats = statSync(join(directory, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(join(directory, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posixPath(join(entry.parentPath, entry.name)).slice(posixPath(directory).length + 1),
    );
}
