// Prints a plan on the terminal: first the changes that affect callers of the API, then the policy changes, then the resources.
import { RESOURCE_TYPES, REVERSED_TYPES } from '../resources/registry.js';
import { type PlanLook, type PlanRow, renderRows } from '../stage/plan-rows.js';
import type { Plan } from '../stage/states.js';
import { plural } from '../../terminal/printable.js';
import { printable } from '../../../runtime/contract/printable.js';
import type { KeptResource } from '../stage/resource-type.js';
import { countBreaking, isNothing, isVoid, keptIn, lossesOf } from './plan-deploy.js';

export function renderPlan(plan: Plan, look: PlanLook): string {
  const kept = keptText(
    keptIn(plan),
    `framework deploy${plan.stage === 'dev' ? '' : ` --stage ${plan.stage}`}`,
  );
  if (isNothing(plan)) return `${renderNothing(plan)}${kept}`;
  return [
    ...REVERSED_TYPES.map(({ show }) => show?.meaning?.(plan, look) ?? ''),
    renderRows('Resources', resourceRows(plan), look),
    `${closingLine(plan)}\n`,
    lossesOf(plan).length > 0 ? LOSSES_LINE : '',
    kept,
  ].join('');
}

/** Explains why a deploy writes nothing. */
export function renderNothing(plan: Plan): string {
  return isVoid(plan)
    ? 'Nothing to deploy: the application has no route and no function.\n'
    : 'No changes.\n';
}

/** Names the resources that are kept with their data, and the command that deletes them; empty if there are none. */
export function keptText(kept: readonly KeptResource[], command: string): string {
  if (kept.length === 0) return '';
  const names = kept.map(({ kind, name }) => `  ${printable(`${kind} ${name}`)}\n`).join('');
  return `Kept with their data:\n${names}To delete them with their data, type \`${printable(command)} --delete-data\`.\n`;
}

const LOSSES_LINE =
  'A deploy asks before it deletes what cannot be restored; in a pipe it needs `--allow-delete`.\n';

/** Returns one row for each change, and no rows for unchanged resources. */
export function resourceRows(plan: Plan): readonly PlanRow[] {
  return RESOURCE_TYPES.flatMap(({ show }) => show?.rows(plan) ?? []);
}

function closingLine(plan: Plan): string {
  const rows = resourceRows(plan);
  const count = (sign: PlanRow['sign']): number => rows.filter((row) => row.sign === sign).length;
  const counts = (
    [
      ['create', '+'],
      ['change', '~'],
      ['delete', '-'],
    ] as const
  ).flatMap(([verb, sign]) => (count(sign) > 0 ? [`${count(sign)} to ${verb}`] : []));
  const breaking = countBreaking(plan);
  const end = breaking > 0 ? ` ${plural(breaking, 'breaking change')}.` : '';
  return `${plan.app}, stage ${plan.stage}, ${plan.region}: ${counts.join(', ')}.${end}`;
}
