// The question of a deploy that would make a stage that nobody has heard of.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { CommandInput } from '../command.js';
import type { NewStage } from '../deploy/new-stage.js';
import { askConsent, type Consent } from './consent.js';

/** The default is No when it looks like a slip. In a pipe the warning is all: a job makes stages for pull requests. */
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

/** As a list, for those that are reported together. */
export function warningsOf(found: NewStage | undefined): readonly Diagnostic[] {
  return found ? [found.diagnostic] : [];
}
