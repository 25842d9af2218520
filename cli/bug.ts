// FW9001: an exception that nothing expected is a bug of ours, and is reported as one.

type BugContext = {
  readonly version: string;
  readonly argv: readonly string[];
  /** Shows the stack. */
  readonly isDebug: boolean;
};

/** The text for an unexpected exception: what happened, how to see more, how to report it. */
export function describeBug(error: unknown, { version, argv, isDebug }: BugContext): string {
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const typed = ['framework', ...argv].join(' ');
  const lines = [
    `error FW9001: framework failed, and that is a bug in it: ${summary}`,
    ...(isDebug && error instanceof Error ? [stackOf(error)] : []),
    ...(isDebug ? [] : [`  hint: type "${typed} --debug" to see where`]),
    `  report: the command "${typed}", framework ${version}, Node.js ${process.version}, ${process.platform} ` +
      `${process.arch}, the stack, and the smallest application that shows it`,
    '  docs/errors/FW9001.md',
  ];
  return `${lines.join('\n')}\n`;
}

function stackOf(error: Error): string {
  const causes = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? String(error)}${causes}`;
}
