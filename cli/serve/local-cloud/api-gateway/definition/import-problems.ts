// Collects the errors of an import in the format of the service: all of them in one message, one per line.
import { badRequest } from '../refusals.js';
import type { RefusedCall } from '../../refused-call.js';

export type ImportProblems = {
  readonly add: (line: string) => void;
  /** Throws if there are any errors. */
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

/**
 * The error for an extension that the service or this cloud does not read. It is an error because a test must not rely on it.
 */
export function unknownKey(where: string, key: string): string {
  return `Unable to read ${where}: ${key} is not something that this test cloud knows`;
}
