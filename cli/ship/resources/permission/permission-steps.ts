// Allows API Gateway to call the functions that serve the API. Permissions that are no longer needed are removed after the API
// is published, because callers use the earlier routes until then.
import { isCloudError } from '../../../cloud/cloud-error.js';
import type { Permission } from '../../../cloud/services/lambda-function.js';
import { notShown, retry } from '../../stage/repeated-calls.js';
import { type Session, arnPlace, type Step } from '../../stage/run-steps.js';
import { ready } from '../function/function-steps.js';
import {
  type ChangedFunction,
  type FunctionChange,
  isCalled,
  permissionId,
  permissionsIn,
} from '../function/function-state.js';
import { apiId, apiIdIn, STAGE_ID } from '../rest-api/api-state.js';
import { type ArnPlace, type Desired, functionId } from '../../stage/states.js';
import { type Invoker, isOfSource, statementIdOf } from '../event-source/invokers.js';
import {
  type ExportRow,
  type ExportedResource,
  arnHere,
  attributeOf,
  bothFormats,
  joined,
  placeholder,
} from '../../stage/exported.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import { exportedBucketName, findDeclared } from '../declared/declared-resources.js';

export type DesiredPermission = {
  readonly name: string;
  /** Contains at least one item. */
  readonly invokedAs: InvokedAs;
};

export function permissionSteps(change: FunctionChange, session: Session): readonly Step[] {
  if (!isCalled(change, session)) return [];
  const { name } = change.desired;
  return [
    {
      id: permissionId(name),
      label: { verb: 'permit', object: `API Gateway to call ${name}` },
      dependsOn: [functionId(name), apiId],
      run: () => permit(change, session),
    },
  ];
}

async function permit(change: ChangedFunction, session: Session): Promise<void> {
  const { missing, altered } = await compare(change, session);
  const { name } = change.desired;
  const { lambda } = session.cloud;
  for (const { statementId } of altered) await lambda.removePermission(name, statementId);
  await addPermissions(change, missing, session);
}

/** Adds statements to the policy of a function that may be new. */
export async function addPermissions(
  change: ChangedFunction,
  permissions: readonly Permission[],
  session: Session,
): Promise<void> {
  const { name } = change.desired;
  for (const permission of permissions) {
    const add = (): Promise<void> => session.cloud.lambda.addPermission(name, permission);
    await (change.action === 'update'
      ? retry(add, session.wait, ['busy'])
      : permitNew(name, add, session));
  }
  if (change.action === 'update' && permissions.length > 0) await noteRevision(name, session);
}

export async function removePermissions(
  name: string,
  permissions: readonly Permission[],
  session: Session,
): Promise<void> {
  const { lambda } = session.cloud;
  for (const { statementId } of permissions) {
    await retry(() => lambda.removePermission(name, statementId), session.wait, ['busy']);
  }
  if (permissions.length > 0) await noteRevision(name, session);
}

/** Lambda may still be creating the function. If it refuses, the call is repeated once the function is ready. */
async function permitNew(name: string, add: () => Promise<void>, session: Session): Promise<void> {
  const { learned, wait } = session;
  try {
    await retry(add, wait, notShown(true));
  } catch (error) {
    const made = learned.functions.get(name);
    if (!made || !isCloudError(error, 'busy')) throw error;
    learned.functions.set(name, await ready(made, session));
    await retry(add, wait, ['busy']);
  }
}

/** Reads the revision after a change to the policy, because the response to the change does not contain it. */
async function noteRevision(name: string, { cloud, learned }: Session): Promise<void> {
  const seen = await cloud.lambda.getFunctionConfiguration(name);
  if (seen) learned.functions.set(name, seen);
}

export function permissionEndSteps(session: Session): readonly Step[] {
  return session.plan.functions.flatMap((change): readonly Step[] => {
    if (change.action !== 'update') return [];
    const { name } = change.desired;
    const isChanged = permissionsIn(change, session.plan).some(({ of }) => of === 'api');
    if (!isChanged || !mayHaveStale(name, session)) return [];
    return [
      {
        id: `permission end ${name}`,
        label: { verb: 'delete', object: `earlier permission of API Gateway to call ${name}` },
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

/** True if statements may have to be removed: the policy contains obsolete ones, or it was not read. */
function mayHaveStale(name: string, session: Session): boolean {
  const permissions = session.observed.permissions.get(name);
  const { account, apiId: id } = session.learned;
  if (!permissions || !account || id === undefined) return permissions?.length !== 0;
  return comparePermissions(permissionsOf(name, session), permissions).stale.length > 0;
}

async function compare(change: ChangedFunction, session: Session): Promise<PermissionDifference> {
  const wanted = permissionsOf(change.desired.name, session);
  return comparePermissions(wanted, await foundPermissions(change, session));
}

/** Returns the statements that the function's policy needs; none if no API calls the function. */
function permissionsOf(name: string, session: Session): readonly Permission[] {
  const { plan, desired } = session;
  if (!plan.api || plan.api.action === 'delete') return [];
  const invokedAs = desired.permissions.find((one) => one.name === name)?.invokedAs ?? [];
  return permissionsFor(invokedAs, { ...arnPlace(session), apiId: apiIdIn(session) });
}

/** Returns the existing statements in the function's policy; none for a new function. */
export async function foundPermissions(
  { action, desired: { name } }: ChangedFunction,
  { cloud, observed }: Session,
): Promise<readonly Permission[]> {
  if (action !== 'update') return [];
  return observed.permissions.get(name) ?? cloud.lambda.getPermissions(name);
}

/** How API Gateway calls a function: for routes, or as an authorizer. */
export type InvokedAs = readonly CallKind[];
type CallKind = 'integration' | 'authorizer';

type CallingApi = ArnPlace & { readonly apiId: string };

const PREFIX = 'framework-';
const PRINCIPAL = 'apigateway.amazonaws.com';
/** The part after the API's ARN: any stage, followed by method and path, or by the id of an authorizer. */
const SOURCES: Readonly<Record<CallKind, string>> = {
  integration: '/*/*',
  authorizer: '/authorizers/*',
};

export function permissionsFor(
  invokedAs: InvokedAs,
  { account, region, apiId }: CallingApi,
): readonly Permission[] {
  const api = `arn:${account.partition}:execute-api:${region}:${account.id}:${apiId}`;
  return invokedAs.map((role) => ({
    statementId: `${PREFIX}${apiId}-${role}`,
    principal: PRINCIPAL,
    sourceArn: `${api}${SOURCES[role]}`,
  }));
}

/** True if the statement is for an API and was added by a deploy of this framework. */
function isOfApi(permission: Permission): boolean {
  return permission.statementId.startsWith(PREFIX) && !isOfSource(permission);
}

export type PermissionDifference = {
  readonly missing: readonly Permission[];
  /** Existing statements that have the id of a missing statement but different content. They must be removed first. */
  readonly altered: readonly Permission[];
  /** Our statements that are no longer needed: for another API, or in a function that no API calls. */
  readonly stale: readonly Permission[];
};

/** Compares by caller and source, because CloudFormation chooses its own ids. `isOurs` finds statements that a deploy added. */
export function comparePermissions(
  wanted: readonly Permission[],
  found: readonly Permission[],
  isOurs: (permission: Permission) => boolean = isOfApi,
): PermissionDifference {
  const has = (list: readonly Permission[], one: Permission): boolean =>
    list.some(
      (other) =>
        other.principal === one.principal &&
        other.sourceArn === one.sourceArn &&
        other.sourceAccount === one.sourceAccount,
    );
  const missing = wanted.filter((one) => !has(found, one));
  const others = found.filter((one) => isOurs(one) && !has(wanted, one));
  const isAltered = ({ statementId }: Permission): boolean =>
    missing.some((one) => one.statementId === statementId);
  return {
    missing,
    altered: others.filter(isAltered),
    stale: others.filter((one) => !isAltered(one)),
  };
}

export const permissionExport: ResourceExport = {
  resources: (desired) => ({
    resources: [
      ...(desired.api ? desired.permissions.flatMap((one) => exportOne(one, desired)) : []),
      ...desired.invokers.map((one) => exportInvoker(one, desired)),
    ],
  }),
  adopted: ({ permissions, invokers, region }, { account, api, permissions: found }) => [
    ...invokers.flatMap((one) => {
      const statementId = statementIdOf(one);
      const { functionName } = one;
      if (!found.get(functionName)?.some((other) => other.statementId === statementId)) return [];
      return [{ resource: invokerExportId(one), importId: `${functionName}/${statementId}` }];
    }),
    ...permissions.flatMap(({ name, invokedAs }) => {
      if (!account || !api) return [];
      const ids = (found.get(name) ?? []).map(({ statementId }) => statementId);
      return invokedAs.flatMap((kind) => {
        const [wanted] = permissionsFor([kind], { account, region, apiId: api.id });
        if (!wanted || !ids.includes(wanted.statementId)) return [];
        return [{ resource: idOf(name, kind), importId: `${name}/${wanted.statementId}` }];
      });
    }),
  ],
};

function invokerExportId(invoker: Invoker): string {
  return `permission ${invoker.functionName} ${statementIdOf(invoker)}`;
}

function exportInvoker(invoker: Invoker, desired: Desired): ExportedResource {
  const { functions } = desired;
  const { by, functionName, source } = invoker;
  const key = functions.find((one) => one.name === functionName)?.key ?? functionName;
  const { principal, service, isGlobal } = by;
  const name = attributeOf(functionId(functionName), 'name');
  const own = isGlobal && findDeclared(desired, 'bucket', source);
  const named = own ? exportedBucketName(desired, own.declaredName) : source;
  const global = joined`arn:${placeholder('partition')}:${service}:::${named}`;
  const here = source.startsWith('arn:') ? source : arnHere(service, source);
  const arn = isGlobal ? global : here;
  const suffix = statementIdOf(invoker).slice('framework-'.length);
  return {
    id: invokerExportId(invoker),
    kind: 'SourcePermission',
    key: `${key}-${suffix}`,
    ...statementIn(
      [
        [statementIdOf(invoker), 'statement_id', undefined],
        [name, 'function_name', 'FunctionName'],
        ['lambda:InvokeFunction', 'action', 'Action'],
        [principal, 'principal', 'Principal'],
        [arn, 'source_arn', 'SourceArn'],
        [isGlobal && placeholder('account'), 'source_account', 'SourceAccount'],
      ],
      suffix,
    ),
  };
}

/** In Terraform, a suffix distinguishes the statements of one function. */
function statementIn(
  rows: readonly ExportRow[],
  suffix: string | undefined,
): Pick<ExportedResource, 'terraform' | 'cloudFormation'> {
  const { terraform, cloudFormation } = bothFormats(
    ['aws_lambda_permission', 'AWS::Lambda::Permission'],
    rows,
  );
  return { terraform: { ...terraform, ...(suffix !== undefined && { suffix }) }, cloudFormation };
}

function idOf(name: string, kind: CallKind): string {
  return `permission ${name} ${kind}`;
}

function exportOne(
  { name, invokedAs, ...rest }: DesiredPermission,
  { functions }: Desired,
): readonly ExportedResource[] {
  rest satisfies Record<string, never>;
  const key = functions.find((one) => one.name === name)?.key ?? name;
  const functionName = attributeOf(functionId(name), 'name');
  const id = attributeOf(apiId, 'id');
  return invokedAs.map((kind) => ({
    id: idOf(name, kind),
    kind: kind === 'integration' ? 'Permission' : 'AuthorizerPermission',
    key,
    // Without the permission, callers of the stage would get an error.
    before: [STAGE_ID],
    ...statementIn(
      [
        [joined`${PREFIX}${id}-${kind}`, 'statement_id', undefined],
        [functionName, 'function_name', 'FunctionName'],
        ['lambda:InvokeFunction', 'action', 'Action'],
        [PRINCIPAL, 'principal', 'Principal'],
        [arnHere('execute-api', joined`${id}${SOURCES[kind]}`), 'source_arn', 'SourceArn'],
      ],
      kind === 'authorizer' ? kind : undefined,
    ),
  }));
}
