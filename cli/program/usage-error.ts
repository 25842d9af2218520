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
export function refuseUsage(terminal: Terminal, error: UsageError, isJson: boolean): ExitCode {
  if (isJson) terminal.out.write(renderUsageDocument(error));
  else terminal.err.write(renderUsageError(error));
  return ExitCode.usage;
}

function renderUsageDocument({ message, hint, help }: UsageError): string {
  const data = { message, hint: hint ?? `Run ${code(help)}.` };
  return renderJson([diagnose(commandRefused, data)]);
}

function renderUsageError({ message, hint, help }: UsageError): string {
  const lines = [
    `error: ${message}`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    `  help: ${help}`,
  ];
  return `${lines.join('\n')}\n`;
}
