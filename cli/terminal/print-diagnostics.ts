// Prints diagnostics: with colour and source on a screen, one line each in a pipe.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { type DiagnosticSources, renderPlain } from './plain-diagnostics.js';
import { renderPretty } from './pretty-diagnostics.js';
import type { Terminal } from './terminal.js';

export type PrintOptions = DiagnosticSources & {
  /** `out` when the diagnostics are the answer (as for `check`), `err` (the default) when they accompany it. */
  readonly stream?: 'out' | 'err';
};

/** Prints the diagnostics in order and a summary; nothing when there are none. */
export function printDiagnostics(
  terminal: Terminal,
  diagnostics: readonly Diagnostic[],
  options: PrintOptions,
): void {
  if (diagnostics.length === 0) return;
  const stream = terminal[options.stream ?? 'err'];
  stream.write(
    stream.isTty ? renderPretty(diagnostics, options, stream) : renderPlain(diagnostics, options),
  );
}
