// `framework check --fix`: checks, applies the fixes and checks again until nothing more can be fixed.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { LoadedApp } from '../../app/load-app.js';
import {
  type FixableFile,
  openFixable,
  writeFixed,
  type TextEdit,
  doEditsTouch,
} from './fixable-file.js';
import { addTo } from '../../../compiler/groups.js';

export type FixedApp = {
  /** The application after the last fix. */
  readonly app: LoadedApp;
  readonly fixes: Fixes;
};

export type Fixes = {
  /** The diagnostics that were fixed, in the order they were fixed, each at its location before the fix. */
  readonly fixed: readonly Diagnostic[];
  /** Files that the fixes would have changed but could not. */
  readonly refused: readonly RefusedFile[];
};

export type RefusedFile = {
  readonly file: string;
  /** A clause, for example `it may not be written to`. */
  readonly reason: string;
};

/**
 * The maximum number of rounds. A path with 100 slashes needs 100 rounds; the limit stops fixes that keep creating new problems.
 */
const MOST_ROUNDS = 200;

/** Applies all available fixes. `load` checks the application in its current state on disk. */
export function fixApp(load: () => LoadedApp): FixedApp {
  const fixed: Diagnostic[] = [];
  const seen = new Set<string>();
  let app = load();
  for (let round = 0; ; round += 1) {
    const files = openFiles(app);
    const refused = refusedOf(files);
    const selection = selectFixes(
      app.diagnostics,
      (file) => files.get(file)?.kind === 'changeable',
    );
    const state = stateOf(files);
    // This text occurred in an earlier round, so the fixes repeat in a cycle.
    if (selection.diagnostics.length === 0 || round === MOST_ROUNDS || seen.has(state)) {
      return { app, fixes: { fixed, refused } };
    }
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
  const names = new Set(
    diagnostics.flatMap(({ fix }) => (fix ? fix.edits.map(({ file }) => file) : [])),
  );
  return new Map(
    [...names].map((file) => {
      const text = files.readText(`${root}/${file}`);
      return [file, openFixable({ root, file, text })];
    }),
  );
}

function refusedOf(files: ReadonlyMap<string, FixableFile>): RefusedFile[] {
  return [...files].flatMap(([file, opened]) =>
    opened.kind === 'refused' ? [{ file, reason: opened.reason }] : [],
  );
}

function stateOf(files: ReadonlyMap<string, FixableFile>): string {
  return JSON.stringify([...files].map(([file, opened]) => [file, Object.values(opened)]));
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

/** The fixes of one round: those that do not touch each other. The others follow after the next check. */
type Selection = {
  /** The diagnostics whose fixes are applied, in their original order. */
  readonly diagnostics: readonly Diagnostic[];
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
};

/** Selects fixes in the order of the diagnostics. A fix is applied with all its edits or not at all. */
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
  if (!isChangeable(edit.file)) return false;
  return !(edits.get(edit.file) ?? []).some((other) => doEditsTouch(edit, other));
}
