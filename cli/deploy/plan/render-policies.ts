// What roles gain and lose, for people: in a plan, and before the question of a deploy (spec 2.7).
import type { PolicyChange, PolicyGrant } from './plan.js';
import { type PlanLook, type PlanRow, renderRows } from './plan-rows.js';

/** A list for each role; nothing when no policy changes. */
export function renderPolicyChanges(policies: readonly PolicyChange[], look: PlanLook): string {
  return policies
    .map((change) => renderRows(`Policy of ${change.role}`, policyRows(change), look))
    .join('');
}

function policyRows({ added, removed, changed }: PolicyChange): readonly PlanRow[] {
  return [
    ...added.map((grant) => grantRow('+', grant)),
    ...removed.map((grant) => grantRow('-', grant)),
    ...changed.map(({ action, from, to }): PlanRow => {
      const resources = [
        ...to.filter((one) => !from.includes(one)).map((one) => `+ ${one}`),
        ...from.filter((one) => !to.includes(one)).map((one) => `- ${one}`),
      ];
      return { sign: '~', cells: [action, resources.join(', ')] };
    }),
  ];
}

function grantRow(sign: '+' | '-', { action, resources, because }: PolicyGrant): PlanRow {
  return {
    sign,
    cells: [action, resources.join(', '), ...(because === undefined ? [] : [because])],
  };
}
