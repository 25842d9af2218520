// Reports an exception that ends the program. A refusal of the file system is the user's problem; any other exception
// is a bug of ours, FW9001.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { ExitCode } from './command.js';
import { fileProblemOf } from './file-failure.js';
import { asksForJson, renderJson } from '../terminal/json-diagnostics.js';
import { renderPlain } from '../terminal/plain-diagnostics.js';
import type { Terminal } from '../terminal/terminal.js';

type BugContext = {
  readonly version: string;
  readonly argv: readonly string[];
  /** `FRAMEWORK_DEBUG`, like `--debug`, shows the stack. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Reports an exception in the requested format, and returns the exit code. */
export function reportFailure(error: unknown, terminal: Terminal, context: BugContext): ExitCode {
  const { out, err } = terminal;
  // The problem may be stdout itself.
  const isJson = asksForJson(context.argv) && out.closed?.aborted !== true;
  const problem = fileProblemOf(error);
  if (problem) {
    if (isJson) out.write(renderJson([problem]));
    else err.write(renderPlain([problem], { readText: () => undefined }));
    return ExitCode.diagnostics;
  }
  const bug = describeBug(error, context);
  if (isJson) {
    out.write(renderJson([diagnosticOf(bug)]));
    if (bug.stack !== undefined) err.write(`${bug.stack}\n`);
  } else err.write(renderBug(bug));
  return ExitCode.bug;
}

/** An unexpected exception: what happened, how to see more, how to report it. */
type Bug = {
  readonly message: string;
  /** The typed command line, which may have several lines. */
  readonly typed: string;
  /** Undefined unless requested. */
  readonly stack: string | undefined;
  readonly report: string;
};

/** The diagnostic of an unexpected exception. */
export function bugDiagnostic(error: unknown, context: BugContext): Diagnostic {
  return diagnosticOf(describeBug(error, context));
}

function describeBug(error: unknown, { version, argv, environment }: BugContext): Bug {
  const isDebug = argv.includes('--debug') || Boolean(environment['FRAMEWORK_DEBUG']);
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const typed = ['framework', ...argv].join(' ');
  const system = `Node.js ${process.version}, ${process.platform} ${process.arch}`;
  return {
    message: `Framework failed unexpectedly; this is a bug in framework. ${summary}`,
    typed,
    stack: isDebug ? stackOf(error) : undefined,
    report: `the command \`${typed}\`, framework ${version}, ${system}, the stack, and the smallest application that shows it`,
  };
}

const CODE = 'FW9001';

function renderBug({ message, typed, stack, report }: Bug): string {
  const lines = [
    `error ${CODE}: ${message}`,
    stack ?? `  hint: Type \`${typed} --debug\` to see where.`,
    `  report: ${report}`,
    `  explained: framework explain ${CODE}`,
  ];
  return `${lines.join('\n')}\n`;
}

function diagnosticOf({ message, typed, report }: Bug): Diagnostic {
  const hint = `Type \`${typed} --debug\` to see where, and report ${report}.`;
  return { code: CODE, severity: 'error', message, hint };
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? String(error)}${cause}`;
}
