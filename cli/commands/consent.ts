// Asks before something is changed: at a terminal, unless `--yes` has answered.
import type { CommandInput } from '../command.js';
import { isGiven } from '../given-options.js';

export type Consent = 'yes' | 'no' | 'gave-up';

/** Without a terminal the answer is yes: whoever runs the command in a pipe has decided. */
export async function askConsent(
  { terminal, signal, ...input }: CommandInput,
  question: { readonly message: string; readonly isYesDefault: boolean },
): Promise<Consent> {
  if (isGiven(input, 'yes') || !terminal.canAsk) return 'yes';
  const ask = terminal.askYesOrNo ?? (await import('../ui/ask.js')).askYesOrNo;
  const answer = await ask({ ...question, signal });
  if (answer === undefined) return 'gave-up';
  return answer ? 'yes' : 'no';
}
