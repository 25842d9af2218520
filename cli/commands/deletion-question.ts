// Asks before a deploy deletes an API or a function. `--yes` does not answer it, because whoever writes it into a job
// thinks of policies, and not of an import that somebody may forget.
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { CommandInput } from '../program/command.js';
import { deletionUnasked } from '../ship/deploy/deploy-catalogue.js';
import { lossesOf, lossesText } from '../ship/deploy/plan-deploy.js';
import type { Plan } from '../ship/stage/states.js';
import { isGiven } from '../program/given-options.js';
import { ALLOW_DELETE } from './cloud-options.js';
import { askUser, type Consent } from './consent.js';
import { commandText } from './step-report.js';

export type DeletionConsent =
  | { readonly kind: Consent }
  /** Nobody can be asked. */
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic };

/** Options that a suggested command repeats, because without them it would be another deploy. */
const KEPT = ['no-autogen-policy'] as const;

const HINT =
  'The source has them no more. If a file is only not imported from `app.ts`, say no and import it.';

/** Asks, with No as the default. */
export async function agreeToDeletions(input: CommandInput, plan: Plan): Promise<DeletionConsent> {
  const deletions = lossesOf(plan);
  if (deletions.length === 0 || isGiven(input, ALLOW_DELETE)) return { kind: 'yes' };
  if (!input.terminal.canAsk) {
    const command = `${commandText(input, 'deploy', KEPT)} --${ALLOW_DELETE}`;
    const diagnostic = diagnose(deletionUnasked, { deletions, command }, { at: undefined });
    return { kind: 'refused', diagnostic };
  }
  input.terminal.err.write(`${HINT}\n`);
  const message = `Delete ${lossesText(deletions, (name) => name)}?`;
  return { kind: await askUser(input, { message, isYesDefault: false }) };
}
