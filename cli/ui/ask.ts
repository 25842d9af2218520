// Questions to the user. Ask only when `terminal.canAsk`.
import { confirm, isCancel, text } from '@clack/prompts';
import { knownColumns } from './process-terminal.js';
import type { YesOrNoQuestion } from './terminal.js';

export type Question = {
  readonly message: string;
  /** Says what is wrong with an answer; undefined accepts it. */
  readonly check: (answer: string) => string | undefined;
  readonly signal: AbortSignal;
};

/** Asks for a line of text on stderr; undefined when the user gives up. */
export async function askText({ message, check, signal }: Question): Promise<string | undefined> {
  const answer = await text({
    message,
    signal,
    validate: (value) => check(value ?? ''),
    output: output(),
  });
  return isCancel(answer) ? undefined : answer;
}

/** Asks yes or no on stderr; undefined when the user gives up. */
export async function askYesOrNo({
  message,
  isYesDefault,
  signal,
}: YesOrNoQuestion): Promise<boolean | undefined> {
  const answer = await confirm({
    message,
    signal,
    initialValue: isYesDefault,
    output: output(),
  });
  return isCancel(answer) ? undefined : answer;
}

/** The prompts draw as wide as the stream says, and would draw a question of no width. */
function output(): typeof process.stderr {
  const { stderr } = process;
  if (stderr.columns === 0) stderr.columns = knownColumns(stderr) ?? 0;
  return stderr;
}
