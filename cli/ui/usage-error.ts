// The words for a command line that cannot be obeyed.
import { code } from '../../compiler/diagnostics/code-text.js';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import { ExitCode } from '../exit-code.js';
import { commandRefused } from '../project/project-catalogue.js';
import { renderJson } from './json-diagnostics.js';
import type { Terminal } from './terminal.js';

/** What is wrong, what to type instead, and where the help is. */
export type UsageError = {
  readonly message: string;
  readonly hint?: string;
  readonly help: string;
};

/** Ends a command: as text on stderr, or as the document that `--json` asks for. */
export function refuseUsage(terminal: Terminal, error: UsageError, isJson: boolean): ExitCode {
  if (isJson) terminal.out.write(renderUsageDocument(error));
  else terminal.err.write(renderUsageError(error));
  return ExitCode.usage;
}

function renderUsageDocument({ message, hint, help }: UsageError): string {
  const data = { message, hint: hint ?? `Type ${code(help)}.` };
  return renderJson([diagnose(commandRefused, data, { at: undefined })]);
}

function renderUsageError({ message, hint, help }: UsageError): string {
  const lines = [
    `error: ${message}`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    `  help: ${help}`,
  ];
  return `${lines.join('\n')}\n`;
}
