// Reports the problems of a command: as a document with `--json`, as text on stderr otherwise.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { sourcesOf } from '../app/app-sources.js';
import type { CommandInput } from '../command.js';
import type { ExitCode } from '../exit-code.js';
import { isGiven } from '../given-options.js';
import { renderJson } from '../ui/json-diagnostics.js';
import { printDiagnostics } from '../ui/print-diagnostics.js';

/** Reports the problems and returns the exit code of a command that has no result. */
export function fail(
  input: CommandInput,
  diagnostics: readonly Diagnostic[],
  exitCode: ExitCode,
): ExitCode {
  if (isGiven(input, 'json')) input.terminal.out.write(renderJson(diagnostics));
  else report(input, diagnostics);
  return exitCode;
}

/** Prints diagnostics on stderr. */
export function report(input: CommandInput, diagnostics: readonly Diagnostic[]): void {
  const { terminal, projectDirectory, workingDirectory } = input;
  printDiagnostics(terminal, diagnostics, sourcesOf(projectDirectory, workingDirectory));
}
