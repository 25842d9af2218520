// Selects the fixes of a round: all that do not touch each other. The others follow after the next check.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { addTo } from '../../../compiler/groups.js';
import { type TextEdit, doEditsTouch } from './text-edits.js';

export type Selection = {
  /** The diagnostics whose fixes are applied, in their order. */
  readonly diagnostics: readonly Diagnostic[];
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
};

/** Chooses in the order of the diagnostics. A fix is taken with all its edits, or not at all. */
export function selectFixes(
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
