// Lets API Gateway call the functions that serve the API, and takes back what it does not need any more when the API is
// published: until then callers see the routes of before.
import type { Permission } from '../../cloud/lambda-calls.js';
import { comparePermissions, permissionsFor } from '../plan/permissions.js';
import type { FunctionChange } from '../plan/plan.js';
import { apiId } from './api-steps.js';
import { functionId } from './function-steps.js';
import { patiently } from './patience.js';
import { accountIn, apiIdIn, type Session } from './session.js';
import type { Step } from './step.js';

/** What is to be allowed, of one change. */
export function permissionSteps(change: FunctionChange, session: Session): readonly Step[] {
  if (!isCalled(change, session)) return [];
  const { name } = change.function;
  return [
    {
      id: `permission ${name}`,
      label: { verb: 'permit', object: `API Gateway to call ${name}` },
      dependsOn: [functionId(name), apiId],
      run: async () => {
        const { missing } = await compare(change, session);
        const { lambda } = session.cloud;
        for (const permission of missing) {
          await patiently(() => lambda.addPermission(name, permission), session.wait, ['busy']);
        }
      },
    },
  ];
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
        },
      },
    ];
  });
}

type Change = Exclude<FunctionChange, { readonly action: 'delete' | 'unchanged' }>;
type Update = Extract<Change, { readonly action: 'update' }>;

function isCalled(change: FunctionChange, session: Session): change is Change {
  if (change.action === 'delete' || change.action === 'unchanged') return false;
  if (change.action === 'update' && !change.parts.includes('permissions')) return false;
  return hasApi(session) && change.function.invokedAs.length > 0;
}

function hasApi({ plan }: Session): boolean {
  return plan.api !== undefined && plan.api.action !== 'delete';
}

/** Of an API that is yet to be made nothing is there; of permissions that were not read, anything may be. */
function mayHaveStale({ function: { invokedAs }, observed }: Update, session: Session): boolean {
  const { permissions } = observed;
  const { account, apiId: id } = session.learned;
  if (!permissions || !account || id === undefined) return permissions?.length !== 0;
  return comparePermissions(permissionsOf(invokedAs, session), permissions).stale.length > 0;
}

async function compare(
  change: Change,
  session: Session,
): Promise<ReturnType<typeof comparePermissions>> {
  const wanted = permissionsOf(change.function.invokedAs, session);
  return comparePermissions(wanted, await found(change, session));
}

function permissionsOf(
  invokedAs: Change['function']['invokedAs'],
  session: Session,
): readonly Permission[] {
  if (!hasApi(session)) return [];
  const { id, partition } = accountIn(session);
  const { region } = session.desired;
  return permissionsFor({ invokedAs }, { account: id, partition, region, apiId: apiIdIn(session) });
}

/** A new function has none. */
async function found(change: Change, { cloud }: Session): Promise<readonly Permission[]> {
  if (change.action !== 'update') return [];
  return change.observed.permissions ?? cloud.lambda.getPermissions(change.function.name);
}
