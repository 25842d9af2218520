// Writes a new project. Fails if the directory already exists, so existing files are never changed.
import {
  mkdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
  readFileSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, diagnose, code } from '../../../compiler/diagnostics/diagnostic.js';
import { cannotCreate, targetExists } from '../../project/project-catalogue.js';
import { type ProjectOptions, projectFiles } from './project-files.js';
import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import packageJson from '../../../package.json' with { type: 'json' };
import { errorCode, posixPath, ownDirectory } from '../../project/disk.js';
import { version } from '../../program/version.js';
import { NAME_LENGTH, PATTERNS } from '../../config/limits.js';

export type Creation =
  | { readonly kind: 'created'; readonly directory: string; readonly files: readonly string[] }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic };

export function createProject(
  parent: string,
  options: Omit<ProjectOptions, 'packedFramework'>,
): Creation {
  const { name } = options;
  const directory = join(realpathSync(parent), name);
  try {
    mkdirSync(directory);
  } catch (error) {
    return { kind: 'refused', diagnostic: describeRefusal(error, name) };
  }
  try {
    const files = {
      ...projectFiles({ ...options, packedFramework: PACKED_FRAMEWORK }),
      [PACKED_FRAMEWORK]: packFramework(ownDirectory()),
    };
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), content);
    }
    return { kind: 'created', directory, files: Object.keys(files) };
  } catch (error) {
    // Remove the incomplete project, which would block the next attempt. The directory was created by this call.
    rmSync(directory, { recursive: true, force: true });
    return { kind: 'refused', diagnostic: describeRefusal(error, name) };
  }
}

function describeRefusal(error: unknown, name: string): Diagnostic {
  const code = errorCode(error);
  if (code === 'EEXIST') return diagnose(targetExists, { name });
  const reason = REASONS[code];
  if (reason === undefined) throw error;
  return diagnose(cannotCreate, { name, reason });
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this directory is not writable',
  EPERM: 'this directory is not writable',
  EROFS: 'this file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'the path would be too long',
};

/** The path of the tarball, relative to the project. */
const PACKED_FRAMEWORK: string = `vendor/framework-${version}.tgz`;

/** The time that `npm pack` uses: the same package always gives the same bytes, so the hashes in lock files match. */
const MODIFIED = Date.UTC(1985, 9, 26, 8, 15);

/** Creates the tarball that `npm pack` would create from the package in `directory` (a checkout or an installed package). */
function packFramework(directory: string): Uint8Array {
  const always = ['package.json', 'README.md'];
  const paths = [...always, ...packageJson.files].flatMap((path) => filesIn(directory, path));
  const files = paths
    // Only the runtime is bundled into applications and appears in their stack traces, so the other source maps are omitted.
    .filter((path) => !path.endsWith('.map') || path.startsWith('dist/runtime/'))
    .sort()
    .map((path) => ({
      name: `package/${path}`,
      data: readFileSync(join(directory, path)),
      attrs: { mode: path === PROGRAM ? '755' : '644', mtime: MODIFIED, uid: 0, gid: 0 },
    }));
  return gzipSync(createTar(files));
}

const PROGRAM = posixPath(join(packageJson.bin.framework));

/** Returns the path itself if it is a file, or the paths of all files below it if it is a folder. */
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

type NameProblem = { readonly message: string; readonly hint: string };

/** Returns undefined if the name is valid. */
export function checkProjectName(name: string): NameProblem | undefined {
  if (/[/\\]/.test(name)) {
    return {
      message: `The name ${code(name)} is a path; a project name cannot contain one.`,
      hint: `Change to the parent directory, or pass it with --project-dir, and use only the last part as the name.`,
    };
  }
  if (!PATTERNS.name.test(name) || !/^[A-Za-z0-9]/.test(name)) {
    return {
      message: `The name ${code(name)} cannot be used in AWS resource names.`,
      hint: 'Use letters, digits, `-` and `_`, and begin with a letter or a digit.',
    };
  }
  if (`${name}${LONGEST_SUFFIX}`.length > NAME_LENGTH) {
    return {
      message: `The name has ${name.length} characters; AWS resource names, ${code('<name>-<stage>')}, can have ${NAME_LENGTH}.`,
      hint: `Use at most ${NAME_LENGTH - LONGEST_SUFFIX.length} characters.`,
    };
  }
  if (RESERVED.has(name.toLowerCase())) {
    return {
      message: `The name ${code(name)} has a special meaning for npm.`,
      hint: 'Choose another name.',
    };
  }
  return undefined;
}

/** The suffix for the default stage; longer stage names are checked when those stages are used. */
const LONGEST_SUFFIX = '-dev';

/** A package cannot depend on a package with its own name, and npm reserves the other two names. */
const RESERVED: ReadonlySet<string> = new Set(['framework', 'node_modules', 'favicon.ico']);
