// A plan for people: first what changes for the callers of the API, then what the code may do, then the resources.
import { plural } from '../../ui/plural.js';
import { countBreaking, isBreaking, lostStages } from './breaking-changes.js';
import { deletionsOf } from './deletions.js';
import { fieldText } from './field-text.js';
import type { Plan, RouteChange } from './plan.js';
import { isNothing, isVoid } from './plan-deploy.js';
import { type PlanLook, type PlanRow, renderRows } from './plan-rows.js';
import { renderPolicyChanges } from './render-policies.js';
import { resourceRows } from './resource-rows.js';

export function renderPlan(plan: Plan, look: PlanLook): string {
  if (isNothing(plan)) return renderNothing(plan);
  return [
    renderRows('Routes', routeRows(plan), look),
    renderPolicyChanges(plan.policies, look),
    renderRows('Resources', resourceRows(plan), look),
    `${closingLine(plan)}\n`,
    deletionsOf(plan).length > 0 ? DELETIONS_LINE : '',
  ].join('');
}

/** Why a deploy writes nothing. */
export function renderNothing(plan: Plan): string {
  return isVoid(plan)
    ? 'Nothing to deploy: the application has no route and no function.\n'
    : 'No changes.\n';
}

const DELETIONS_LINE =
  'A deploy asks before it deletes an API or a function; in a pipe it needs `--allow-delete`.\n';

function routeRows(plan: Plan): readonly PlanRow[] {
  if (plan.routes === undefined) {
    const text = 'what is deployed could not be read, so the routes are not compared';
    return [{ sign: '~', cells: [text] }];
  }
  const stages = lostStages(plan).map((stage): PlanRow => {
    const warning = 'breaking: its URL answers no more';
    return { sign: '-', cells: ['stage', stage], warning };
  });
  return [...plan.routes.map(routeRow), ...stages];
}

function routeRow(change: RouteChange): PlanRow {
  const { action, route } = change;
  const cells = [route.method, route.path];
  if (action === 'add') return { sign: '+', cells };
  if (action === 'remove') return { sign: '-', cells, warning: 'breaking: answers 403' };
  const text = change.fields.map(fieldText).join('; ');
  if (!isBreaking(change)) return { sign: '~', cells: [...cells, text] };
  return { sign: '~', cells, warning: `breaking: ${text}` };
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
