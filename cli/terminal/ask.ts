// Asks the user questions. Callers first check `terminal.canAsk`.
import { confirm, isCancel, password, text } from '@clack/prompts';
import { printable } from '../../runtime/contract/printable.js';
import { knownColumns, type YesOrNoQuestion } from './terminal.js';

export type Question = {
  readonly message: string;
  /** Returns the reason if an answer is invalid; undefined to accept it. */
  readonly check: (answer: string) => string | undefined;
  readonly signal: AbortSignal;
};

/** Asks for a line of text on stderr; undefined if the user cancels. */
export async function askText({ message, check, signal }: Question): Promise<string | undefined> {
  const answer = await text({
    message,
    signal,
    validate: (value) => check(value ?? ''),
    output: output(),
  });
  return isCancel(answer) ? undefined : answer;
}

/** Asks for a line of text without showing what is typed; undefined if the user cancels. */
export async function askHidden({ message, check, signal }: Question): Promise<string | undefined> {
  const answer = await password({
    message,
    signal,
    validate: (value) => check(value ?? ''),
    output: output(),
  });
  return isCancel(answer) ? undefined : answer;
}

/** Asks a yes-or-no question on stderr; undefined if the user cancels. */
export async function askYesOrNo({
  message,
  isYesDefault,
  signal,
}: YesOrNoQuestion): Promise<boolean | undefined> {
  const answer = await confirm({
    message: printable(message),
    signal,
    initialValue: isYesDefault,
    output: output(),
  });
  return isCancel(answer) ? undefined : answer;
}

/** Returns the stream for prompts. A terminal whose width is unknown reports 0, and prompts would then draw nothing. */
function output(): typeof process.stderr {
  const { stderr } = process;
  if (stderr.columns === 0) stderr.columns = knownColumns(stderr) ?? 0;
  return stderr;
}
