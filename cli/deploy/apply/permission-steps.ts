// Lets API Gateway call the functions that serve the API, and takes back what it does not need any more when the API is
// published: until then callers see the routes of before.
import { isCloudError } from '../../cloud/cloud-error.js';
import type { Permission } from '../../cloud/lambda-calls.js';
import { comparePermissions, permissionsFor } from '../plan/permissions.js';
import type { FunctionChange } from '../plan/plan.js';
import { apiId } from './api-steps.js';
import { type Called, hasApi, isCalled } from './called-function.js';
import { functionId, permissionId } from './function-steps.js';
import { patiently, ready } from './patience.js';
import { accountIn, apiIdIn, type Session } from './session.js';
import type { Step } from './step.js';

/** What is to be allowed, of one change. */
export function permissionSteps(change: FunctionChange, session: Session): readonly Step[] {
  if (!isCalled(change, session)) return [];
  const { name } = change.function;
  return [
    {
      id: permissionId(name),
      label: { verb: 'permit', object: `API Gateway to call ${name}` },
      dependsOn: [functionId(name), apiId],
      run: () => permit(change, session),
    },
  ];
}

async function permit(change: Called, session: Session): Promise<void> {
  const { name } = change.function;
  const { lambda } = session.cloud;
  const { missing, altered } = await compare(change, session);
  for (const { statementId } of altered) await lambda.removePermission(name, statementId);
  for (const permission of missing) {
    const add = (): Promise<void> => lambda.addPermission(name, permission);
    await (change.action === 'update'
      ? patiently(add, session.wait, ['busy'])
      : permitNew(name, add, session));
  }
  if (change.action === 'update' && missing.length > 0) await noteRevision(name, session);
}

/** Lambda permits it while it still makes the function; should it not, there is more time until the function is ready. */
async function permitNew(name: string, add: () => Promise<void>, session: Session): Promise<void> {
  const { learned, wait } = session;
  try {
    await patiently(add, wait, ['missing']);
  } catch (error) {
    const made = learned.functions.get(name);
    if (!made || !isCloudError(error, 'busy')) throw error;
    learned.functions.set(name, await ready(made, session));
    await patiently(add, wait, ['busy']);
  }
}

/** The answer to a change of the policy does not tell the revision that it makes. */
async function noteRevision(name: string, { cloud, learned }: Session): Promise<void> {
  const seen = await cloud.lambda.getFunctionConfiguration(name);
  if (seen) learned.functions.set(name, seen);
}

/** What is to be allowed no more. `after`: ids of steps that come before. */
export function permissionEndSteps(session: Session, after: readonly string[]): readonly Step[] {
  return session.plan.functions.flatMap((change): readonly Step[] => {
    if (change.action !== 'update' || !change.parts.includes('permissions')) return [];
    const { name } = change.function;
    if (!mayHaveStale(change, session)) return [];
    return [
      {
        id: `permission end ${name}`,
        label: { verb: 'delete', object: `earlier permission of API Gateway to call ${name}` },
        dependsOn: after,
        run: async () => {
          const { stale } = await compare(change, session);
          const { lambda } = session.cloud;
          for (const { statementId } of stale) await lambda.removePermission(name, statementId);
          if (stale.length > 0) await noteRevision(name, session);
        },
      },
    ];
  });
}

type Update = Extract<Called, { readonly action: 'update' }>;

/** Of an API that is yet to be made nothing is there; of permissions that were not read, anything may be. */
function mayHaveStale({ function: { invokedAs }, observed }: Update, session: Session): boolean {
  const { permissions } = observed;
  const { account, apiId: id } = session.learned;
  if (!permissions || !account || id === undefined) return permissions?.length !== 0;
  return comparePermissions(permissionsOf(invokedAs, session), permissions).stale.length > 0;
}

async function compare(
  change: Called,
  session: Session,
): Promise<ReturnType<typeof comparePermissions>> {
  const wanted = permissionsOf(change.function.invokedAs, session);
  return comparePermissions(wanted, await found(change, session));
}

function permissionsOf(
  invokedAs: Called['function']['invokedAs'],
  session: Session,
): readonly Permission[] {
  if (!hasApi(session)) return [];
  const { id, partition } = accountIn(session);
  const { region } = session.desired;
  return permissionsFor({ invokedAs }, { account: id, partition, region, apiId: apiIdIn(session) });
}

/** A new function has none. */
async function found(change: Called, { cloud }: Session): Promise<readonly Permission[]> {
  if (change.action !== 'update') return [];
  return change.observed.permissions ?? cloud.lambda.getPermissions(change.function.name);
}
