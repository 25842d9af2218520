// Asks before a change, at a terminal and without `--yes`.
import type { CommandInput } from '../program/command.js';
import { isGiven } from '../program/given-options.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { NewStage } from '../ship/deploy/new-stage.js';

export type Consent = 'yes' | 'no' | 'gave-up';

type Question = { readonly message: string; readonly isYesDefault: boolean };

/** Asks. Without a terminal the answer is yes, because whoever runs the command in a pipe has decided. */
export async function askConsent(input: CommandInput, question: Question): Promise<Consent> {
  if (isGiven(input, 'yes') || !input.terminal.canAsk) return 'yes';
  return askUser(input, question);
}

/** Asks a question that `--yes` does not answer. Asks only at a terminal. */
export async function askUser(
  { terminal, signal }: CommandInput,
  question: Question,
): Promise<Consent> {
  const ask = terminal.askYesOrNo ?? (await import('../terminal/ask.js')).askYesOrNo;
  const answer = await ask({ ...question, signal });
  if (answer === undefined) return 'gave-up';
  return answer ? 'yes' : 'no';
}

/**
 * Asks. The default is No when the name looks like a typing mistake. In a pipe there is only a warning, because jobs
 * make stages for pull requests.
 */
export function agreeToStage(
  input: CommandInput,
  stage: string,
  found: NewStage | undefined,
): Promise<Consent> {
  if (!found) return Promise.resolve('yes');
  const { nearest } = found;
  const end = nearest === undefined ? '' : `, and not ${nearest}`;
  const message = `Make ${stage}, a new stage${end}?`;
  return askConsent(input, { message, isYesDefault: nearest === undefined });
}

/** The warning as a list, to report it with others. */
export function warningsOf(found: NewStage | undefined): readonly Diagnostic[] {
  return found ? [found.diagnostic] : [];
}
