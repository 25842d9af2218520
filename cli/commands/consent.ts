// Asks before something is changed: at a terminal, unless `--yes` has answered.
import type { CommandInput } from '../command.js';
import { isGiven } from '../given-options.js';

export type Consent = 'yes' | 'no' | 'gave-up';

type Question = { readonly message: string; readonly isYesDefault: boolean };

/** Without a terminal the answer is yes: whoever runs the command in a pipe has decided. */
export async function askConsent(input: CommandInput, question: Question): Promise<Consent> {
  if (isGiven(input, 'yes') || !input.terminal.canAsk) return 'yes';
  return askUser(input, question);
}

/** Asks what `--yes` does not answer; only at a terminal. */
export async function askUser(
  { terminal, signal }: CommandInput,
  question: Question,
): Promise<Consent> {
  const ask = terminal.askYesOrNo ?? (await import('../ui/ask.js')).askYesOrNo;
  const answer = await ask({ ...question, signal });
  if (answer === undefined) return 'gave-up';
  return answer ? 'yes' : 'no';
}
