// The question of a deploy whose generated policy gains or loses actions (specification 2.7).
import type { CommandInput } from '../program/command.js';
import type { PolicyChange } from '../ship/resources/role/role-state.js';
import type { Plan } from '../ship/stage/states.js';
import { renderPolicyChanges } from '../ship/resources/role/policy-changes.js';
import { askConsent, type Consent } from './consent.js';

/** Lists what roles gain and lose, and asks about roles that exist. Without a terminal the default is taken. */
export async function agreeToPolicies(input: CommandInput, plan: Plan): Promise<Consent> {
  const { terminal } = input;
  if (plan.policies.length === 0) return 'yes';
  terminal.err.write(renderPolicyChanges(plan.policies, terminal.err));
  const isAsked = plan.policies.some((change) => isGenerated(change, plan));
  if (!isAsked) return 'yes';
  return askConsent(input, { message: 'Change the policy so?', isYesDefault: true });
}

/**
 * True for a generated policy of a role that exists. A new role cannot change, and a policy file is what its author
 * wants.
 */
function isGenerated({ role: name }: PolicyChange, { roles }: Plan): boolean {
  return roles.some(
    (change) =>
      change.action === 'update' &&
      change.role.name === name &&
      change.role.generated !== undefined,
  );
}
