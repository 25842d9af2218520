// Asks before a change, at a terminal and without `--yes`.
import { type CommandInput, isGiven } from '../program/command.js';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import type { NewStage } from '../ship/deploy/command-stage.js';
import type { Plan } from '../ship/stage/states.js';
import { renderPolicyChanges, type PolicyChange } from '../ship/resources/role/policy-changes.js';
import { printable } from '../../runtime/contract/printable.js';
import { dataUnasked, deletionUnasked } from '../ship/deploy/deploy-catalogue.js';
import type { KeptResource } from '../ship/stage/resource-type.js';
import { lossesOf, lossesText } from '../ship/deploy/plan-deploy.js';
import { ALLOW_DELETE, DELETE_DATA } from './cloud-options.js';
import { commandText } from './step-report.js';

export type Consent = 'yes' | 'no' | 'gave-up';

type Question = { readonly message: string; readonly isYesDefault: boolean };

/** Asks. Without a terminal the answer is yes, because running the command in a pipe is a decision. */
export async function askConsent(input: CommandInput, question: Question): Promise<Consent> {
  if (isGiven(input, 'yes') || !input.terminal.canAsk) return 'yes';
  return askUser(input, question);
}

/** Asks a question that `--yes` does not answer. Asks only at a terminal. */
async function askUser({ terminal, signal }: CommandInput, question: Question): Promise<Consent> {
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
  const message = `Create ${stage}, a new stage${end}?`;
  return askConsent(input, { message, isYesDefault: nearest === undefined });
}

/** The warning as a list, to report it with others. */
export function warningsOf(found: NewStage | undefined): readonly Diagnostic[] {
  return found ? [found.diagnostic] : [];
}

/** Lists what roles gain and lose, and asks about roles that exist. Without a terminal the default is taken. */
export async function agreeToPolicies(input: CommandInput, plan: Plan): Promise<Consent> {
  const { terminal } = input;
  if (plan.policies.length === 0) return 'yes';
  terminal.err.write(renderPolicyChanges(plan.policies, terminal.err));
  const isAsked = plan.policies.some((change) => isGenerated(change, plan));
  if (!isAsked) return 'yes';
  return askConsent(input, { message: 'Apply these policy changes?', isYesDefault: true });
}

/** True for a generated policy of a role that exists. A new role cannot change, and a policy file is what its author wants. */
function isGenerated({ role: name }: PolicyChange, { roles }: Plan): boolean {
  return roles.some(
    (change) =>
      change.action === 'update' &&
      change.role.name === name &&
      change.role.generated !== undefined,
  );
}

/**
 * Consent to a deploy that deletes an API or a function. `--yes` does not imply it, because it is written into a job with
 * policies in mind, not an import that is removed by accident.
 */
export type DeletionConsent =
  | { readonly kind: Consent }
  /** There is no one to ask. */
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic };

/** Names what is deleted with its data, and asks for the name of the stage. `--yes` answers, as it must in a pipe. */
export async function agreeToDataLoss(
  input: CommandInput,
  data: readonly KeptResource[],
  { stage, command }: { readonly stage: string; readonly command: string },
): Promise<DeletionConsent> {
  if (data.length === 0) return { kind: 'yes' };
  const { terminal, signal } = input;
  const names = data.map(({ kind, name }) => `${kind} ${name}`);
  if (!isGiven(input, 'yes') && !terminal.canAsk) {
    const repeated = `${command} --${DELETE_DATA} --yes`;
    const diagnostic = diagnose(dataUnasked, { names: names.join(', '), command: repeated });
    return { kind: 'refused', diagnostic };
  }
  const lines = names.map((name) => `  ${printable(name)}\n`).join('');
  terminal.err.write(`Deleted with all data, which cannot be restored:\n${lines}`);
  if (isGiven(input, 'yes')) return { kind: 'yes' };
  const ask = terminal.askText ?? (await import('../terminal/ask.js')).askText;
  const message = `Type the name of the stage, ${stage}, to delete them`;
  const answer = await ask({ message, signal, check: () => undefined });
  if (answer === undefined) return { kind: 'gave-up' };
  return { kind: answer.trim() === stage ? 'yes' : 'no' };
}

/** Options that a suggested command repeats, because without them it would be another deploy. */
const KEPT = ['no-autogen-policy'] as const;

const HINT =
  'They are no longer in the source. If an import in `app.ts` is missing, answer no and add it.';

/** Asks, with No as the default. */
export async function agreeToDeletions(input: CommandInput, plan: Plan): Promise<DeletionConsent> {
  const deletions = lossesOf(plan);
  if (deletions.length === 0 || isGiven(input, ALLOW_DELETE)) return { kind: 'yes' };
  if (!input.terminal.canAsk) {
    const command = `${commandText(input, 'deploy', KEPT)} --${ALLOW_DELETE}`;
    const diagnostic = diagnose(deletionUnasked, { deletions, command });
    return { kind: 'refused', diagnostic };
  }
  input.terminal.err.write(`${HINT}\n`);
  const message = `Delete ${lossesText(deletions, (name) => name)}?`;
  return { kind: await askUser(input, { message, isYesDefault: false }) };
}
