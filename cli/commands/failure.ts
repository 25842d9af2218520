// Reports a command's problems: as a document with `--json`, otherwise as text on stderr.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { diagnosticSources } from '../app/app-sources.js';
import { type CommandInput, type ExitCode, isGiven } from '../program/command.js';
import { renderJson } from '../terminal/json-diagnostics.js';
import { printDiagnostics } from '../terminal/pretty-diagnostics.js';

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

export function report(input: CommandInput, diagnostics: readonly Diagnostic[]): void {
  const { terminal, projectDirectory, workingDirectory } = input;
  printDiagnostics(terminal, diagnostics, diagnosticSources(projectDirectory, workingDirectory));
}

/** Prints advice at a terminal, once for each stage: just before the stage is created. Scripts and `--json` get no advice. */
export function advise(
  input: CommandInput,
  { isFirst }: { readonly isFirst: boolean },
  advice: string | undefined,
): void {
  const { err } = input.terminal;
  if (isFirst && advice !== undefined && err.isTty && !isGiven(input, 'json'))
    err.write(`\n${advice}\n`);
}
