// FW9001 in `tsc` and the editor: a bug of ours becomes one diagnostic among others, and does not end the process.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';

/** The diagnostic for an exception that nothing expected. */
export function describeFailure(error: unknown): Diagnostic {
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? (error.stack ?? summary) : summary;
  const isDebug = Boolean(process.env['FRAMEWORK_DEBUG']);
  return {
    code: 'FW9001',
    severity: 'error',
    message: `Framework failed in a way nobody expected; this is a bug in it. ${summary}`,
    hint: isDebug
      ? stack
      : 'Type `FRAMEWORK_DEBUG=1 npx framework check` to see where, and report it.',
  };
}
