// Asks before a deploy makes a stage that is neither configured nor deployed.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { CommandInput } from '../program/command.js';
import type { NewStage } from '../ship/deploy/new-stage.js';
import { askConsent, type Consent } from './consent.js';

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
