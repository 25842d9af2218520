// Corrections of our diagnostics as quick fixes of the editor.
import { posix } from 'node:path';
import type ts from 'typescript';
import { COMPILER_CATALOGUE } from '../../compiler/catalogue.js';
import type { Fix } from '../../compiler/diagnostics/diagnostic.js';
import { errorNumber, type Reported } from './typescript-diagnostics.js';
import type { TypeScript } from './typescript-program.js';

/** The place and the errors that the editor asks about. */
export type FixRequest = {
  readonly start: number;
  readonly end: number;
  readonly errorCodes: readonly number[];
};

/** The fixes for the diagnostics of a file that touch the place asked for. */
export function quickFixes(
  reported: readonly Reported[],
  root: string,
  { start, end, errorCodes }: FixRequest,
): readonly ts.CodeFixAction[] {
  return reported.flatMap(({ diagnostic, origin }) => {
    const from = diagnostic.start ?? 0;
    const to = from + (diagnostic.length ?? 0);
    const isMeant = errorCodes.includes(diagnostic.code) && from <= end && start <= to;
    return isMeant && origin.fix ? [fixAction(origin.fix, root)] : [];
  });
}

function fixAction({ title, edits }: Fix, root: string): ts.CodeFixAction {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    fixName: 'framework',
    description: title,
    changes: files.map((file) => ({
      fileName: posix.join(root, file),
      textChanges: edits
        .filter((edit) => edit.file === file)
        .map((edit) => ({
          span: { start: edit.start, length: edit.end - edit.start },
          newText: edit.text,
        })),
    })),
  };
}

/** The codes that may have a fix, as TypeScript lists them. */
export const FIXABLE_CODES: readonly string[] = [
  ...new Set(COMPILER_CATALOGUE.map(({ code }) => String(errorNumber(code)))),
];

/**
 * VS Code asks once, without naming a file, which errors have fixes at all, and never asks for the fixes of others. That
 * list is TypeScript's own, and plugins can add to it only through its internal registry.
 */
export function announceFixes(ts: TypeScript): void {
  const { codefix }: { codefix?: { registerCodeFix?: (registration: object) => void } } =
    ts as object; // because the registry is not in the published types
  if (ts.getSupportedCodeFixes().includes(FIXABLE_CODES[0] ?? '')) return;
  codefix?.registerCodeFix?.({
    errorCodes: FIXABLE_CODES,
    getCodeActions: () => undefined,
  });
}
