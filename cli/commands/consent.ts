// Asks for confirmation before a change, at a terminal and without `--yes`.
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
import { commandText } from './command-texts.js';

export type Consent = 'yes' | 'no' | 'gave-up';

type Question = { readonly message: string; readonly isYesDefault: boolean };

/** Answers yes without a terminal, because running the command in a pipe is already a decision. */
export async function askConsent(input: CommandInput, question: Question): Promise<Consent> {
  if (isGiven(input, 'yes') || !input.terminal.canAsk) return 'yes';
  return askUser(input, question);
}

/** Asks the question even with `--yes`. Called only at a terminal. */
async function askUser({ terminal, signal }: CommandInput, question: Question): Promise<Consent> {
  const ask = terminal.askYesOrNo ?? (await import('../terminal/ask.js')).askYesOrNo;
  const answer = await ask({ ...question, signal });
  if (answer === undefined) return 'gave-up';
  return answer ? 'yes' : 'no';
}

/** Suggests No if the name looks like a typo. In a pipe, the answer is yes, because CI creates stages for pull requests. */
export function agreeToStage(
  input: CommandInput,
  stage: string,
  found: NewStage | undefined,
): Promise<Consent> {
  if (!found) return Promise.resolve('yes');
  const { nearest } = found;
  const end = nearest === undefined ? '' : ` instead of using ${nearest}`;
  const message = `Create the new stage ${stage}${end}?`;
  return askConsent(input, { message, isYesDefault: nearest === undefined });
}

/** Returns the warning as a list, to report it together with other warnings. */
export function warningsOf(found: NewStage | undefined): readonly Diagnostic[] {
  return found ? [found.diagnostic] : [];
}

/** Asks only if existing roles change. Without a terminal, the answer is yes. */
export async function agreeToPolicies(input: CommandInput, plan: Plan): Promise<Consent> {
  const { terminal } = input;
  if (plan.policies.length === 0) return 'yes';
  terminal.err.write(renderPolicyChanges(plan.policies, terminal.err));
  if (!plan.policies.some((change) => isGenerated(change, plan))) return 'yes';
  return askConsent(input, { message: 'Apply these policy changes?', isYesDefault: true });
}

/** Excludes new roles, which have no earlier policy, and policy files, whose content the user controls. */
function isGenerated({ role: name }: PolicyChange, { roles }: Plan): boolean {
  return roles.some(
    (change) =>
      change.action === 'update' &&
      change.desired.name === name &&
      change.desired.generated !== undefined,
  );
}

/** `--yes` does not give this consent: CI jobs use it for policy changes, not for the accidental removal of an import. */
export type DeletionConsent =
  | { readonly kind: Consent }
  /** Without a terminal, the user cannot be asked. */
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic };

/** Asks the user to type the name of the stage. `--yes` confirms, and is required in a pipe. */
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
  terminal.err.write(`Deleting with all their data, which cannot be restored:\n${lines}`);
  if (isGiven(input, 'yes')) return { kind: 'yes' };
  const ask = terminal.askText ?? (await import('../terminal/ask.js')).askText;
  const message = `Type the name of the stage, ${stage}, to delete them`;
  const answer = await ask({ message, signal, check: () => undefined });
  if (answer === undefined) return { kind: 'gave-up' };
  return { kind: answer.trim() === stage ? 'yes' : 'no' };
}

/** A suggested command repeats these options, because otherwise it would start a different deploy. */
const KEPT = ['no-autogen-policy'] as const;

const HINT =
  'They are no longer in the source. If an import in `app.ts` is missing, answer no and add it.';

/** Asks for confirmation, with No as the default. */
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
