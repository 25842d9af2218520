// `framework check --fix`: checks, applies the fixes and checks again until nothing more can be fixed.
import {
  accessSync,
  constants,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic, Fix } from '../../../compiler/diagnostics/diagnostic.js';
import type { LoadedApp } from '../../app/load-app.js';
import { addTo } from '../../../compiler/groups.js';
import { errorCode, posixPath } from '../../project/disk.js';

export type Fixes = {
  /** The diagnostics that were fixed, in the order they were fixed, each at its location before the fix. */
  readonly fixed: readonly Diagnostic[];
  /** Files that the fixes would have changed but could not. */
  readonly refused: readonly RefusedFile[];
};

type RefusedFile = {
  readonly file: string;
  /** A clause, for example `it may not be written to`. */
  readonly reason: string;
};

/** A path with 100 slashes needs 100 rounds; the limit stops fixes that keep creating new problems. */
const MOST_ROUNDS = 200;

/** Applies all available fixes, and returns the application after the last one. `load` checks the files on disk. */
export function fixApp(load: () => LoadedApp): { readonly app: LoadedApp; readonly fixes: Fixes } {
  const fixed: Diagnostic[] = [];
  const seen = new Set<string>();
  let app = load();
  for (let round = 0; ; round += 1) {
    const files = openFiles(app);
    const refused = [...files].flatMap(([file, opened]) =>
      opened.kind === 'refused' ? [{ file, reason: opened.reason }] : [],
    );
    const selection = selectFixes(
      app.diagnostics,
      (file) => files.get(file)?.kind === 'changeable',
    );
    const state = JSON.stringify([...files].map(([file, one]) => [file, Object.values(one)]));
    // If this state occurred in an earlier round, the fixes repeat in a cycle.
    if (selection.diagnostics.length === 0 || round === MOST_ROUNDS || seen.has(state))
      return { app, fixes: { fixed, refused } };
    seen.add(state);
    const failed = write(selection, files);
    app = load();
    fixed.push(...selection.diagnostics.filter((diagnostic) => !isIn(diagnostic, failed)));
    if (failed.length > 0) return { app, fixes: { fixed, refused: [...refused, ...failed] } };
  }
}

function openFiles({ project, diagnostics }: LoadedApp): ReadonlyMap<string, FixableFile> {
  if (!project) return new Map();
  const { root, files } = project;
  const names = diagnostics.flatMap(({ fix }) => fix?.edits.map(({ file }) => file) ?? []);
  return new Map(
    [...new Set(names)].map((file) => {
      const text = files.readText(`${root}/${file}`);
      return [file, openFixable(root, file, text)];
    }),
  );
}

function write(
  { edits }: Selection,
  files: ReadonlyMap<string, FixableFile>,
): readonly RefusedFile[] {
  return [...edits].flatMap(([file, list]) => {
    const opened = files.get(file);
    const reason = opened?.kind === 'changeable' ? writeFixed(opened, list) : undefined;
    return reason === undefined ? [] : [{ file, reason }];
  });
}

function isIn({ fix }: Diagnostic, files: readonly RefusedFile[]): boolean {
  return files.some(({ file }) => fix?.edits.some((edit) => edit.file === file));
}

/** The fixes of one round, no two of which touch. The remaining fixes follow after the next check. */
type Selection = {
  readonly diagnostics: readonly Diagnostic[];
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
};

/** Selects each fix with all its edits or not at all. */
function selectFixes(
  diagnostics: readonly Diagnostic[],
  isChangeable: (file: string) => boolean,
): Selection {
  const chosen: Diagnostic[] = [];
  const edits = new Map<string, TextEdit[]>();
  for (const diagnostic of diagnostics) {
    const wanted = diagnostic.fix?.edits ?? [];
    if (wanted.length === 0 || !wanted.every((edit) => fits(edit, edits, isChangeable))) continue;
    chosen.push(diagnostic);
    for (const edit of wanted) addTo(edits, edit.file, edit);
  }
  return { diagnostics: chosen, edits };
}

function fits(
  edit: TextEdit,
  edits: ReadonlyMap<string, readonly TextEdit[]>,
  isChangeable: (file: string) => boolean,
): boolean {
  // Even if two edits only touch, their order would matter.
  const touches = ({ start, end }: TextEdit): boolean => edit.start <= end && start <= edit.end;
  return isChangeable(edit.file) && edits.get(edit.file)?.some(touches) !== true;
}

// Checks whether a fix may change a file, and writes the file atomically. Only the project's own files are changed, and only
// the edited bytes: a byte order mark and line endings are kept.

type FixableFile =
  | {
      readonly kind: 'changeable';
      readonly path: string;
      /** The text, including its byte order mark. */
      readonly text: string;
    }
  | { readonly kind: 'refused'; readonly reason: string };

const MARK = '\uFEFF';

/** Checks whether a fix may change a file. The edits refer to `checked`, the text without a byte order mark. */
function openFixable(root: string, file: string, checked: string | undefined): FixableFile {
  try {
    const path = realpathSync(join(root, file));
    const location = posixPath(path);
    if (!location.startsWith(`${root}/`)) return refuse('it is outside the project directory');
    if (location.slice(root.length).includes('/node_modules/'))
      return refuse('it belongs to an installed package');
    // Renaming the new file over a read-only one would succeed, so check that the file is writable.
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    const bytes = readFileSync(path);
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes)) return refuse('it contains bytes that are not UTF-8');
    if (withoutMark(text) !== checked) return refuse('it was saved in the meantime');
    return { kind: 'changeable', path, text };
  } catch (error) {
    return refuse(reasonOf(error));
  }
}

/** Replaces the file. On failure, changes nothing and returns the reason. */
function writeFixed(
  { path, text }: FixableFile & { readonly kind: 'changeable' },
  edits: readonly TextEdit[],
): string | undefined {
  const mark = text.startsWith(MARK) ? MARK : '';
  const next = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    writeFileSync(next, mark + applyEdits(withoutMark(text), edits), {
      flag: 'wx',
      mode: statSync(path).mode,
    });
    renameSync(next, path);
    return undefined;
  } catch (error) {
    rmSync(next, { force: true });
    return reasonOf(error);
  }
}

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

function refuse(reason: string): FixableFile {
  return { kind: 'refused', reason };
}

/** Rethrows an error that does not come from the file system, because it is a bug. */
function reasonOf(error: unknown): string {
  const reason = REASONS[errorCode(error)];
  if (reason === undefined) throw error;
  return reason;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it no longer exists',
  EACCES: 'it is not writable',
  EPERM: 'it is not writable',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

type TextEdit = Fix['edits'][number];

/** Applies edits, which do not overlap and may be in any order. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (result, { start, end, text: put }) => result.slice(0, start) + put + result.slice(end),
      text,
    );
}
