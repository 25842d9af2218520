// Reports an exception that ends the program: a file system error, which is the user's problem, or a bug, FW9001.
import { type Diagnostic, code, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { ExitCode } from './command.js';
import { asksForJson, renderJson } from '../terminal/json-diagnostics.js';
import { renderPlain } from '../terminal/plain-diagnostics.js';
import type { Terminal } from '../terminal/terminal.js';
import { LinkInTheWay, mkdirRefusal } from '../project/disk.js';
import { type RefusedFile, fileRefused } from '../project/project-catalogue.js';

type BugContext = {
  readonly version: string;
  readonly argv: readonly string[];
  /** If `FRAMEWORK_DEBUG` is set, the stack is shown, as with `--debug`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Reports an exception in the requested format, and returns the exit code. */
export function reportFailure(error: unknown, terminal: Terminal, context: BugContext): ExitCode {
  const { out, err } = terminal;
  // The problem may be that stdout is closed.
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

/** An unexpected exception: what happened, how to see details, and how to report it. */
type Bug = {
  readonly message: string;
  /** The command line as typed, which may contain several lines. */
  readonly typed: string;
  /** The stack of the error; undefined unless the user requested it. */
  readonly stack: string | undefined;
  readonly report: string;
};

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
    stack ?? `  hint: Run \`${typed} --debug\` to see where.`,
    `  report: ${report}`,
    `  explained: framework explain ${CODE}`,
  ];
  return `${lines.join('\n')}\n`;
}

function diagnosticOf({ message, typed, report }: Bug): Diagnostic {
  const hint = `Run \`${typed} --debug\` to see where, and report ${report}.`;
  return { code: CODE, severity: 'error', message, hint };
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? String(error)}${cause}`;
}

/** Returns undefined if no file system problem caused the exception. */
export function fileProblemOf(error: unknown): Diagnostic | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const refused = refusedFileOf(cause);
    if (refused) return diagnose(fileRefused, refused);
  }
  return undefined;
}

function refusedFileOf(error: Error & NodeJS.ErrnoException): RefusedFile | undefined {
  if (error instanceof LinkInTheWay) {
    const reason = `it is a link to ${code(error.target)}, and nothing is written through links`;
    const hint = `Remove the link with ${code(`rm ${error.path}`)}.`;
    return { subject: code(error.path), reason, hint };
  }
  const { code: name = '', path, syscall = '' } = mkdirRefusal(error);
  const found = REASONS[name];
  // Socket errors use some of these codes too.
  if (
    !found ||
    (path === undefined && !/^(?:f?write|f(?:data)?sync|close|copyfile)$/.test(syscall))
  ) {
    return undefined;
  }
  const [reason, hint] = found;
  return { subject: path === undefined ? 'A file or the output' : code(path), reason, hint };
}

const MAY_NOT = 'Make sure that you have write permission there, or use a folder of your own.';
const FULL = 'Free disk space, and run the command again.';

const REASONS: Readonly<Partial<Record<string, readonly [reason: string, hint: string]>>> = {
  EACCES: ['this user does not have permission', MAY_NOT],
  EPERM: ['the operating system does not allow it', MAY_NOT],
  EROFS: ['the file system is read-only', 'Run in a copy of the project that can be written to.'],
  ENOSPC: ['the disk is full', FULL],
  EDQUOT: ['the disk quota is used up', FULL],
  EFBIG: ['the file would be larger than the operating system allows', FULL],
  EIO: ['the disk reports an error', 'Check the disk: the system log has details.'],
  EMFILE: ['too many files are open', 'Raise the limit with `ulimit -n 4096`.'],
  ENFILE: ['too many files are open', 'Stop programs that keep many files open.'],
  EISDIR: ['it is a folder, but a file is expected', 'Move the folder somewhere else.'],
  ENOTDIR: ['there is a file where a folder belongs', 'Move the file somewhere else.'],
  ENAMETOOLONG: ['the path is too long', 'Move the project to a folder with a shorter path.'],
  ELOOP: ['symbolic links form a cycle', 'Remove one of the links.'],
  EBUSY: ['another program is using it', 'Close that program, and run the command again.'],
  ETXTBSY: ['another program is using it', 'Close that program, and run the command again.'],
};
