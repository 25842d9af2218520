// Lets API Gateway call the functions that serve the API, and takes back what an earlier API was allowed.
import { comparePermissions, permissionsFor } from '../plan/permissions.js';
import type { FunctionChange } from '../plan/plan.js';
import { apiId } from './api-steps.js';
import { functionId } from './function-steps.js';
import { patiently } from './patience.js';
import { accountIn, apiIdIn, type Session } from './session.js';
import type { Step } from './step.js';

/** Of one change. */
export function permissionSteps(change: FunctionChange, session: Session): readonly Step[] {
  if (!isNeeded(change, session)) return [];
  const { name } = change.function;
  return [
    {
      id: `permission ${name}`,
      label: { verb: 'permit', object: `API Gateway to call ${name}` },
      dependsOn: [functionId(name), apiId],
      run: () => permit(change, session),
    },
  ];
}

type Called = Extract<FunctionChange, { readonly function: unknown }>;

function isNeeded(change: FunctionChange, { plan }: Session): change is Called {
  const isApiWanted = plan.api !== undefined && plan.api.action !== 'delete';
  if (change.action === 'delete' || change.action === 'unchanged') return false;
  if (change.action === 'update') return change.parts.includes('permissions');
  return isApiWanted && change.function.invokedAs.length > 0;
}

async function permit(change: Called, session: Session): Promise<void> {
  const { lambda } = session.cloud;
  const { name } = change.function;
  const { missing, stale } = comparePermissions(
    wantedFor(change, session),
    await found(change, session),
  );
  for (const { statementId } of stale) await lambda.removePermission(name, statementId);
  for (const permission of missing) {
    await patiently(() => lambda.addPermission(name, permission), session.wait, ['busy']);
  }
}

function wantedFor(change: Called, session: Session): ReturnType<typeof permissionsFor> {
  const { plan, desired } = session;
  if (!plan.api || plan.api.action === 'delete') return [];
  const { id, partition } = accountIn(session);
  const place = { account: id, partition, region: desired.region, apiId: apiIdIn(session) };
  return permissionsFor(change.function, place);
}

/** A new function has none. */
async function found(
  change: Called,
  { cloud }: Session,
): Promise<ReturnType<typeof permissionsFor>> {
  if (change.action !== 'update') return [];
  const { permissions, name } = change.observed;
  return permissions ?? cloud.lambda.getPermissions(name);
}
