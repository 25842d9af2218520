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
export function askText(question: Question): Promise<string | undefined> {
  return askLine(text, question);
}

/** Asks for a line of text without showing what is typed; undefined if the user cancels. */
export function askHidden(question: Question): Promise<string | undefined> {
  return askLine(password, question);
}

async function askLine(
  prompt: typeof text | typeof password,
  { message, check, signal }: Question,
): Promise<string | undefined> {
  const validate = (value: string | undefined) => check(value ?? '');
  const answer = await prompt({ message, signal, validate, output: output() });
  return isCancel(answer) ? undefined : answer;
}

/** Asks a yes-or-no question on stderr; undefined if the user cancels. */
export async function askYesOrNo(question: YesOrNoQuestion): Promise<boolean | undefined> {
  const { message, isYesDefault: initialValue, signal } = question;
  const asked = { message: printable(message), signal, initialValue, output: output() };
  const answer = await confirm(asked);
  return isCancel(answer) ? undefined : answer;
}

/** Corrects the width 0, which a terminal of unknown width reports: prompts would draw nothing. */
function output(): typeof process.stderr {
  const { stderr } = process;
  if (stderr.columns === 0) stderr.columns = knownColumns(stderr) ?? 0;
  return stderr;
}
