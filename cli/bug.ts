// An exception that ends the program: what the system refuses for a file is the user's problem; FW9001, everything else,
// is a bug of ours, and is reported as one.
import { ExitCode } from './exit-code.js';
import { fileProblemOf } from './file-failure.js';
import { renderPlain } from './ui/plain-diagnostics.js';

type BugContext = {
  readonly version: string;
  readonly argv: readonly string[];
  /** `FRAMEWORK_DEBUG`, like `--debug`, shows the stack. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** What the program says of an exception, and how it ends. */
export type Failure = { readonly text: string; readonly exitCode: ExitCode };

export function describeFailure(error: unknown, context: BugContext): Failure {
  const problem = fileProblemOf(error);
  if (!problem) return { text: describeBug(error, context), exitCode: ExitCode.bug };
  const text = renderPlain([problem], { readText: () => undefined });
  return { text, exitCode: ExitCode.diagnostics };
}

/** The text for an unexpected exception: what happened, how to see more, how to report it. */
function describeBug(error: unknown, { version, argv, environment }: BugContext): string {
  const isDebug = argv.includes('--debug') || Boolean(environment['FRAMEWORK_DEBUG']);
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const typed = ['framework', ...argv].join(' ');
  const system = `Node.js ${process.version}, ${process.platform} ${process.arch}`;
  const lines = [
    `error FW9001: Framework failed in a way nobody expected; this is a bug in it. ${summary}`,
    isDebug ? stackOf(error) : `  hint: Type \`${typed} --debug\` to see where.`,
    `  report: the command \`${typed}\`, framework ${version}, ${system}, the stack, and the smallest application that shows it`,
    '  explained: framework explain FW9001',
  ];
  return `${lines.join('\n')}\n`;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? String(error)}${cause}`;
}
