// Reports a command's problems: as a document with `--json`, otherwise as text on stderr.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { diagnosticSources } from '../project/project-files.js';
import { type CommandInput, ExitCode, isGiven } from '../program/command.js';
import { refuseUsage, type UsageError } from '../program/usage-error.js';
import { renderJson } from '../terminal/json-diagnostics.js';
import { printDiagnostics } from '../terminal/pretty-diagnostics.js';
import { forTarget } from './command-texts.js';

/** Reports the problems and returns the exit code of a command that has no result. */
export function fail(
  input: CommandInput,
  diagnostics: readonly Diagnostic[],
  exitCode: ExitCode = ExitCode.diagnostics,
): ExitCode {
  if (isGiven(input, 'json')) input.terminal.out.write(renderJson(hintsFor(input, diagnostics)));
  else report(input, diagnostics);
  return exitCode;
}

/** Reports a mistake on the command line. */
export function refuse(input: CommandInput, error: UsageError): ExitCode {
  return refuseUsage(input.terminal, error, isGiven(input, 'json'));
}

export function report(input: CommandInput, diagnostics: readonly Diagnostic[]): void {
  const { terminal, projectDirectory, workingDirectory } = input;
  const sources = diagnosticSources(projectDirectory, workingDirectory);
  printDiagnostics(terminal, hintsFor(input, diagnostics), sources);
}

/** Returns the diagnostics with hints whose commands have the same target as this one. */
export function hintsFor(
  input: CommandInput,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) =>
    diagnostic.hint === undefined
      ? diagnostic
      : { ...diagnostic, hint: forTarget(input, diagnostic.hint) },
  );
}

/** Prints advice at a terminal if the stage is new. Scripts and `--json` get no advice. */
export function advise(
  input: CommandInput,
  { isFirst }: { readonly isFirst: boolean },
  advice: string | undefined,
): void {
  const { err } = input.terminal;
  if (isFirst && advice !== undefined && err.isTty && !isGiven(input, 'json'))
    err.write(`\n${advice}\n`);
}
