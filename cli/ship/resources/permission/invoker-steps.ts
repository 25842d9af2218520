// Permits the services of event sources to call functions before the sources are connected, and removes permissions after
// sources are disconnected.
import type { Permission } from '../../../cloud/lambda-calls.js';
import { placeIn, type Session } from '../../stage/session.js';
import type { Desired } from '../../stage/states.js';
import type { Step } from '../../stage/step.js';
import { functionId, invokerId, isInvoked, permissionId } from '../function/function-state.js';
import type { ChangedFunction, FunctionChange } from '../function/function-state.js';
import { callersText, isOfSource, statementsFor } from '../event-source/invokers.js';
import type { Invoker, InvokerSource } from '../event-source/invokers.js';
import { addPermissions, foundPermissions, removePermissions } from './permission-steps.js';
import { comparePermissions, type PermissionDifference } from './statements.js';

export function invokerSteps(
  change: FunctionChange,
  session: Session,
  callers: readonly InvokerSource[],
): readonly Step[] {
  if (!isInvoked(change, session)) return [];
  const { name } = change.function;
  return [
    {
      id: invokerId(name),
      label: { verb: 'permit', object: `${callersOf(name, session, callers)} to call ${name}` },
      // Lambda accepts one change of a policy at a time.
      dependsOn: [functionId(name), permissionId(name)],
      run: async () => {
        const { missing, altered } = await compare(change, session);
        await removePermissions(name, altered, session);
        await addPermissions(change, missing, session);
      },
    },
  ];
}

/** The steps that remove permissions of disconnected sources. */
export function invokerEndSteps(
  session: Session,
  callers: readonly InvokerSource[],
): readonly Step[] {
  return session.plan.functions.flatMap((change): readonly Step[] => {
    if (change.action !== 'update') return [];
    const goes = change.permissions.some(({ of, kind }) => of === 'sources' && kind !== 'allowed');
    if (!goes) return [];
    const { name } = change.function;
    return [
      {
        id: `${invokerId(name)} end`,
        label: { verb: 'delete', object: `earlier permission of a source to call ${name}` },
        dependsOn: callers.flatMap(({ ends }) => ends(session.plan)),
        run: async () => removePermissions(name, (await compare(change, session)).stale, session),
      },
    ];
  });
}

async function compare(change: ChangedFunction, session: Session): Promise<PermissionDifference> {
  const wanted = wantedOf(change.function.name, session);
  return comparePermissions(wanted, await foundPermissions(change, session), isOfSource);
}

function wantedOf(name: string, session: Session): readonly Permission[] {
  return statementsFor(invokersOf(name, session.desired), placeIn(session));
}

function callersOf(name: string, { desired }: Session, callers: readonly InvokerSource[]): string {
  const principals = invokersOf(name, desired).map(({ by }) => by.principal);
  return callersText(principals, callers);
}

/** The sources that may call one function. */
export function invokersOf(name: string, { invokers }: Desired): readonly Invoker[] {
  return invokers.filter(({ functionName }) => functionName === name);
}
