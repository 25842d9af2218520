// The resource type for permissions: statements in a function's policy that allow API Gateway and event sources to call it. A
// plan shows them with their function. The id of a statement is derived from the API or source, so that the statement can be
// found again and is never added twice.
import { isTextMapping } from '../../../../compiler/json-values.js';
import { ANY_REGION } from '../../../../compiler/openapi/openapi-document.js';
import type { AuthorizerEntry } from '../../../../runtime/contract/manifest.js';
import type { Cloud } from '../../../cloud/cloud.js';
import type { CloudFunction, Permission } from '../../../cloud/services/lambda-function.js';
import { baseName, functionKeys, functionNameOf } from '../../../config/cloud-names.js';
import { API_HANDLER, STREAM_HANDLER } from '../../../config/stage-config.js';
import { isOurs } from '../../stage/own-tag.js';
import type {
  ObservedResources,
  NameSearch,
  Planning,
  RecordReading,
  ResourceType,
  ResourceSearch,
} from '../../stage/resource-type.js';
import {
  byName,
  type DeployedState,
  type Desired,
  type DesiredInput,
  type StepResults,
  namesOf,
  functionId,
} from '../../stage/states.js';
import {
  type ChangedFunction,
  type FunctionChange,
  invokerId,
  isInvoked,
  type PermissionChange,
  permissionId,
  permissionsIn,
} from '../function/function-state.js';
import {
  callersText,
  type Invoker,
  invokersDigest,
  type InvokerSource,
  isOfSource,
  statementsFor,
} from '../event-source/invokers.js';
import {
  permissionExport,
  addPermissions,
  foundPermissions,
  permissionEndSteps,
  permissionSteps,
  removePermissions,
  comparePermissions,
  type InvokedAs,
  type PermissionDifference,
  permissionsFor,
  type DesiredPermission,
} from './permission-steps.js';
import { arnPlace, type Session, type Step } from '../../stage/run-steps.js';

/** `callers` are the resource types that may call functions directly. */
export function permissionType(callers: readonly InvokerSource[]): ResourceType {
  return {
    desired: {
      permissions: desiredPermissions,
      invokers: (input) => callers.flatMap(({ desired }) => desired(input)),
    },
    read: {
      properties: ['permissions'],
      recorded: readRecordedPermissions,
      named: readNamedPermissions,
      all: readAllPermissions,
      isThere: () => false,
    },
    plan: { permissions: (planning) => planPermissions(planning, callers) },
    steps: (session) => ({
      make: session.plan.functions.flatMap((change) => [
        ...permissionSteps(change, session),
        ...invokerSteps(change, session, callers),
      ]),
      end: [...permissionEndSteps(session), ...invokerEndSteps(session, callers)],
    }),
    record: {
      isValid: ({ revisions, invokers }) =>
        (revisions === undefined || isTextMapping(revisions)) &&
        (invokers === undefined || isTextMapping(invokers)),
      begin: () => ({}),
      finish: ({ desired, learned }) => ({
        revisions: revisionsOf(desired, learned),
        ...invokersField(desired),
      }),
    },
    exported: permissionExport,
  };
}

function desiredPermissions(input: DesiredInput): readonly DesiredPermission[] {
  const { manifest, config, app, region } = input;
  const base = baseName(app, config.stage);
  return functionKeys(manifest)
    .map((key): DesiredPermission => {
      const name = functionNameOf(base, key);
      // Without routes, there is no API that could call an authorizer.
      const isAuthorizer =
        manifest.routes.length > 0 &&
        manifest.authorizers.some((entry) => isCalled(entry, name, region));
      return {
        name,
        invokedAs: [
          ...([API_HANDLER, STREAM_HANDLER].includes(key) ? (['integration'] as const) : []),
          ...(isAuthorizer ? (['authorizer'] as const) : []),
        ],
      };
    })
    .filter(({ invokedAs }) => invokedAs.length > 0)
    .toSorted(byName);
}

/** The URI contains an account, but ours is not known yet. If the two differ, the permission is unnecessary but harmless. */
function isCalled(entry: AuthorizerEntry, name: string, region: string): boolean {
  if (entry.kind !== 'custom') return false;
  const called = /:lambda:([a-z0-9-]+):\d{12}:function:([^:/]+)\//.exec(entry.authorizerUri);
  // An export may be used in any region.
  return [called?.[1], ANY_REGION].includes(region) && called?.[2] === name;
}

type FoundPermissions = Pick<ObservedResources, 'permissions'>;

/** Reads the policies that may have changed since the record was written; if routes change, also those of authorizers. */
async function readRecordedPermissions(
  reading: RecordReading,
): Promise<FoundPermissions | undefined> {
  const { cloud, desired, record, observed } = reading;
  const functions = await observed.functions;
  if (!functions) return undefined;
  const { api, revisions = {}, invokers = {} } = record;
  const isRead = ({ name, revisionId }: CloudFunction): boolean => {
    const invokedAs = invokedAsOf(name, desired);
    const wasCalled = api?.routes.some(({ authorizerFacts = '' }) =>
      authorizerFacts.includes(`:function:${name}/`),
    );
    const hasOtherRole = invokedAs.includes('authorizer') || wasCalled === true;
    const digest = digestOf(name, desired);
    return (
      digest !== invokers[name] ||
      ((invokedAs.length > 0 || digest !== undefined) && revisions[name] !== revisionId) ||
      (desired.api?.hash !== api?.hash && hasOtherRole)
    );
  };
  return readPermissions(cloud, functions.filter(isRead));
}

async function readNamedPermissions(search: NameSearch): Promise<FoundPermissions> {
  const { cloud, desired, named } = search;
  const isRead = (one: CloudFunction): boolean =>
    desired !== undefined && isOurs(one, search) && invokedAsOf(one.name, desired).length > 0;
  return readPermissions(cloud, (await named.functions).filter(isRead));
}

/** Reads the policies of all functions in the stage. The policies name the sources that may be connected. */
async function readAllPermissions(search: ResourceSearch): Promise<FoundPermissions> {
  const named = await search.named.permissions;
  const functions = await search.all.functions;
  const others = functions.filter((one) => isOurs(one, search) && !named.has(one.name));
  const { permissions } = await readPermissions(search.cloud, others);
  return { permissions: new Map([...named, ...permissions]) };
}

async function readPermissions(
  { lambda }: Cloud,
  functions: readonly CloudFunction[],
): Promise<FoundPermissions> {
  const rows = functions.map(
    async ({ name }) => [name, await lambda.getPermissions(name)] as const,
  );
  return { permissions: new Map(await Promise.all(rows)) };
}

function invokedAsOf(name: string, { permissions }: Desired): InvokedAs {
  return permissions.find((one) => one.name === name)?.invokedAs ?? [];
}

/** Returns the permission changes for every desired function; a function without changes is absent. */
function planPermissions(
  planning: Planning,
  callers: readonly InvokerSource[],
): ReadonlyMap<string, readonly PermissionChange[]> {
  const changes = planning.desired.functions.flatMap(({ name }) => {
    const api = planApiPermission(name, planning);
    const own = [...(api ? [api] : []), ...planInvokers(name, planning, callers)];
    return own.length > 0 ? [[name, own] as const] : [];
  });
  return new Map(changes);
}

function planApiPermission(
  name: string,
  { desired, observed: { account, api, permissions } }: Planning,
): PermissionChange | undefined {
  const change = { of: 'api', callers: 'API Gateway' } as const;
  const invokedAs = invokedAsOf(name, desired);
  // A new API has no id to compare yet.
  if (!account || !api) return invokedAs.length > 0 ? { ...change, kind: 'allowed' } : undefined;
  const found = permissions.get(name);
  if (!found) return undefined;
  const { region } = desired;
  const wanted = permissionsFor(invokedAs, { account, region, apiId: api.id });
  const { missing, stale } = comparePermissions(wanted, found);
  if (missing.length > 0) return { ...change, kind: 'allowed' };
  return stale.length > 0 ? { ...change, kind: 'taken back' } : undefined;
}

/** Returns the changes to the statements for event sources; none if the policy was not read. */
function planInvokers(
  name: string,
  { desired, observed: { account, permissions } }: Planning,
  callers: readonly InvokerSource[],
): readonly PermissionChange[] {
  const found = permissions.get(name);
  if (!account || !found) return [];
  const { region } = desired;
  const wanted = statementsFor(invokersOf(name, desired), { account, region });
  const { missing, stale } = comparePermissions(wanted, found, isOfSource);
  const change = (
    kind: PermissionChange['kind'],
    statements: readonly Permission[],
  ): readonly PermissionChange[] => {
    const principals = statements.map(({ principal }) => principal);
    const text = callersText(principals, callers);
    return statements.length > 0 ? [{ kind, of: 'sources', callers: text }] : [];
  };
  return [...change('allowed', missing), ...change('taken back', stale)];
}

/** Returns the digest for the record; undefined for a function without sources. */
function digestOf(name: string, desired: Desired): string | undefined {
  const invokers = invokersOf(name, desired);
  return invokers.length > 0 ? invokersDigest(invokers) : undefined;
}

function invokersField(desired: Desired): Pick<DeployedState, 'invokers'> {
  const rows = desired.functions.flatMap(({ name }) => {
    const digest = digestOf(name, desired);
    return digest === undefined ? [] : [[name, digest] as const];
  });
  return rows.length > 0 ? { invokers: Object.fromEntries(rows) } : {};
}

/** Returns the revisions of the functions whose permissions this deploy knows. */
function revisionsOf(
  { permissions, invokers }: Desired,
  { functions, unsure }: StepResults,
): NonNullable<DeployedState['revisions']> {
  const invoked = invokers.map(({ functionName }) => functionName);
  const rows = namesOf(permissions, invoked).flatMap((name) => {
    const found = unsure.has(name) ? undefined : functions.get(name);
    return found ? [[name, found.revisionId] as const] : [];
  });
  return Object.fromEntries(rows);
}

function invokerSteps(
  change: FunctionChange,
  session: Session,
  callers: readonly InvokerSource[],
): readonly Step[] {
  if (!isInvoked(change, session)) return [];
  const { name } = change.desired;
  const principals = invokersOf(name, session.desired).map(({ by }) => by.principal);
  return [
    {
      id: invokerId(name),
      label: { verb: 'permit', object: `${callersText(principals, callers)} to call ${name}` },
      // Lambda accepts only one change to a policy at a time.
      dependsOn: [functionId(name), permissionId(name)],
      run: async () => {
        const { missing, altered } = await compare(change, session);
        await removePermissions(name, altered, session);
        await addPermissions(change, missing, session);
      },
    },
  ];
}

/** Returns the steps that remove the permissions for disconnected sources. */
function invokerEndSteps(session: Session, callers: readonly InvokerSource[]): readonly Step[] {
  return session.plan.functions.flatMap((change): readonly Step[] => {
    if (change.action !== 'update') return [];
    const goes = permissionsIn(change, session.plan).some(
      ({ of, kind }) => of === 'sources' && kind !== 'allowed',
    );
    if (!goes) return [];
    const { name } = change.desired;
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
  const invokers = invokersOf(change.desired.name, session.desired);
  const wanted = statementsFor(invokers, arnPlace(session));
  return comparePermissions(wanted, await foundPermissions(change, session), isOfSource);
}

function invokersOf(name: string, { invokers }: Desired): readonly Invoker[] {
  return invokers.filter(({ functionName }) => functionName === name);
}
