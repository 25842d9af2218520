// Formats the errors of an application for the message of a failing test, like the output of `framework check` without colors.
import { basename } from 'node:path';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { diagnosticSources } from '../../app/app-sources.js';
import { renderPretty } from '../../terminal/pretty-diagnostics.js';

export function showProblems(directory: string, diagnostics: readonly Diagnostic[]): string {
  const look = { hasColor: false, hasUnicode: true, width: undefined };
  const shown = renderPretty(diagnostics, diagnosticSources(directory, process.cwd()), look);
  return `${basename(directory)} cannot be built:\n\n${shown}`;
}
