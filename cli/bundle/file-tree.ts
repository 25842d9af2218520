// Lists the files below a folder. Symbolic links are resolved, because the package contains files and no links.
import { type Stats, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join, sep, posix } from 'node:path';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import {
  brokenLink,
  linkCycle,
  linkOutside,
  unreadableFile,
  libraryIsFile,
  fileOutsidePackage,
} from './bundle-catalogue.js';
import type { AppModule } from '../../compiler/compile-app.js';
import { errorCode } from '../project/disk.js';
import { spanOf } from '../project/placed-json.js';

export type FileTree = {
  /** Sorted by path. */
  readonly files: readonly PackageFile[];
  /** The folders that were read, for a watcher. */
  readonly folders: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

export type TreeOptions = {
  /** The folder's path in the package and in messages. */
  readonly path: string;
  /** Returns true for names of files and folders to omit at any depth. */
  readonly skips?: (name: string) => boolean;
  /** The folder that links must stay inside; if omitted, they may point anywhere. */
  readonly within?: string;
};

type Walk = TreeOptions & {
  readonly files: PackageFile[];
  readonly folders: string[];
  readonly diagnostics: Diagnostic[];
};

/** Lists a folder. Empty folders are omitted. A broken or circular link is reported. */
export function listTree(directory: string, options: TreeOptions): FileTree {
  const walk: Walk = { ...options, files: [], folders: [], diagnostics: [] };
  visitFolder(walk, { directory, path: options.path, above: [] });
  return walk;
}

type Folder = {
  readonly directory: string;
  readonly path: string;
  /** Real paths of the parent folders. */
  readonly above: readonly string[];
};

function visitFolder(walk: Walk, { directory, path, above }: Folder): void {
  const names = attempt(walk, path, () => readdirSync(directory).sort());
  if (!names) return;
  walk.folders.push(directory);
  const around = [...above, realpathSync(directory)];
  for (const name of names) {
    if (walk.skips?.(name) === true) continue;
    const entry = { directory: join(directory, name), path: `${path}/${name}` };
    const stats = attempt(walk, entry.path, () =>
      statSync(entry.directory, { throwIfNoEntry: false }),
    );
    const outside = stats ? leavesProject(walk, entry.directory) : undefined;
    if (outside !== undefined) {
      const data = { path: entry.path, target: outside };
      walk.diagnostics.push(diagnose(linkOutside, data));
    } else if (stats) visitEntry(walk, { ...entry, above: around }, stats);
    else if (stats === undefined) {
      // `stat` finds nothing if the target of a link is missing.
      const target = attempt(walk, entry.path, () => readlinkSync(entry.directory));
      if (target) walk.diagnostics.push(diagnose(brokenLink, { path: entry.path, target }));
    }
  }
}

/** Returns the target of a link that leaves the folder `within`; undefined if the link stays inside. */
function leavesProject({ within }: Walk, directory: string): string | undefined {
  if (within === undefined) return undefined;
  const real = realpathSync(directory);
  return real.startsWith(`${within}${sep}`) ? undefined : real;
}

function visitEntry(walk: Walk, entry: Folder, stats: Stats): void {
  const { directory, path, above } = entry;
  if (stats.isDirectory()) {
    const real = realpathSync(directory);
    if (!above.includes(real)) visitFolder(walk, entry);
    else walk.diagnostics.push(diagnose(linkCycle, { path, target: readlinkSync(directory) }));
  } else if (stats.isFile()) {
    walk.files.push({
      path,
      isExecutable: (stats.mode & 0o100) !== 0,
      content: { kind: 'copy', from: directory, size: stats.size },
    });
  } else {
    const reason = 'it is neither a file nor a folder';
    walk.diagnostics.push(diagnose(unreadableFile, { path, reason }));
  }
}

/** Calls `read`. If the file system reports an error, returns null and adds a diagnostic. */
function attempt<T>(walk: Walk, path: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const code = errorCode(error);
    const reason = code === 'EACCES' || code === 'EPERM' ? 'it is not readable' : code;
    walk.diagnostics.push(
      code === 'ELOOP'
        ? diagnose(linkCycle, { path, target: path })
        : diagnose(unreadableFile, { path, reason }),
    );
    return null;
  }
}

/** A file in the deployable folder, before it is written. */
export type PackageFile = {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  readonly isExecutable: boolean;
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    /** A file on this machine to copy. */
    | { readonly kind: 'copy'; readonly from: string; readonly size: number };
};

export function fileSize({ content }: PackageFile): number {
  return content.kind === 'bytes' ? content.bytes.byteLength : content.size;
}

/** The package contains everything in this folder, including TypeScript sources (specification 1). */
export const LIBRARY = 'frameworklib';

/** Returns an empty tree if the project has no `frameworklib/`. */
export function listLibrary(root: string): FileTree {
  const directory = join(root, LIBRARY);
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (stats?.isDirectory())
    return listTree(directory, { path: LIBRARY, within: realpathSync(root) });
  const diagnostics = stats ? [diagnose(libraryIsFile, { path: LIBRARY })] : [];
  return { files: [], folders: [], diagnostics };
}

// Matches a reference to a file next to a module: `new URL('./data.txt', import.meta.url)`.
const BESIDE = /\bnew\s+URL\(\s*(['"`])(?<path>\.{1,2}\/[^'"`$]*)\1\s*,\s*import\.meta\.url\s*\)/dg;

/** Warns about files that a module refers to by a relative path and that are not in `frameworklib/`. */
export function findFilesOutside(modules: readonly AppModule[]): Diagnostic[] {
  // Files of installed packages are not checked, because packages include their own files.
  const own = modules.filter(({ file }) => !/(?:^|\/)node_modules\//.test(file));
  return own.flatMap(({ file, text }) =>
    [...text.matchAll(BESIDE)].flatMap((match) => {
      const [start, end] = match.indices?.groups?.['path'] ?? [0, 0];
      const path = posix.join(posix.dirname(file), match.groups?.['path'] ?? '');
      if (path === LIBRARY || path.startsWith(`${LIBRARY}/`) || path === './') return [];
      return [diagnose(fileOutsidePackage, { path }, { at: spanOf(file, text, { start, end }) })];
    }),
  );
}
