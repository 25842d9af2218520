// Reports a mistake on the command line.
import { code, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { ExitCode } from './command.js';
import { commandRefused } from '../project/project-catalogue.js';
import { renderJson } from '../terminal/json-diagnostics.js';
import type { Terminal } from '../terminal/terminal.js';

/** A mistake, with the correct command and the command that shows help. */
export type UsageError = {
  readonly message: string;
  readonly hint?: string;
  readonly help: string;
};

/** Reports the mistake as text on stderr, or as the document of `--json`. */
export function refuseUsage(
  terminal: Terminal,
  { message, hint, help }: UsageError,
  isJson: boolean,
): ExitCode {
  if (isJson) {
    const data = { message, hint: hint ?? `Run ${code(help)}.` };
    terminal.out.write(renderJson([diagnose(commandRefused, data)]));
  } else {
    const hints = hint === undefined ? [] : [`  hint: ${hint}`];
    terminal.err.write([`error: ${message}`, ...hints, `  help: ${help}`, ''].join('\n'));
  }
  return ExitCode.usage;
}
