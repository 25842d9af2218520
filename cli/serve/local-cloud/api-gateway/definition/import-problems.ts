// The errors of an import, in the form of the service: all of them at once, a line each.
import { badRequest } from '../refusals.js';
import type { RefusedCall } from '../../refused-call.js';

export type ImportProblems = {
  readonly add: (line: string) => void;
  /** Throws when there are any. */
  readonly check: () => void;
};

export function createImportProblems(): ImportProblems {
  const lines: string[] = [];
  return {
    add: (line) => {
      lines.push(line);
    },
    check: () => {
      if (lines.length > 0) throw importRefused(lines);
    },
  };
}

function importRefused(lines: readonly string[]): RefusedCall {
  return badRequest(`Errors found during import:\n\t${lines.join('\n\t')}`);
}

/** An extension that the service or this copy of it does not read: a test must not rely on it. */
export function unknownKey(where: string, key: string): string {
  return `Unable to read ${where}: ${key} is not something that this test cloud knows`;
}
